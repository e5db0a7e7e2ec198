import type { OrderState } from "../../contract/orders/schemas.ts";
import type { OrderRow } from "./order-row.ts";

/** What a customer can still do about an order. */

const DAY_MS = 24 * 60 * 60_000;

const CANCELLABLE: readonly OrderState[] = ["pending", "paid", "processing", "packed"];

/** Until it is shipped. */
export const canCancel = ({ state }: Pick<OrderRow, "state">) => CANCELLABLE.includes(state);

/**
 * The last moment at which a return can be asked for; null before delivery.
 * @param returnDays days after delivery, as the policy says
 */
export function returnUntil({ deliveredAt }: Pick<OrderRow, "deliveredAt">, returnDays: number): Date | null {
  return deliveredAt && new Date(deliveredAt.getTime() + returnDays * DAY_MS);
}

export function canReturn(order: Pick<OrderRow, "state" | "deliveredAt">, returnDays: number, now: Date): boolean {
  const until = returnUntil(order, returnDays);
  return order.state === "delivered" && until !== null && now <= until;
}
