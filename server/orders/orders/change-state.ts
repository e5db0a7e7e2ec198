import { eq, type WithSubquery } from "drizzle-orm";
import type { OrderState } from "../../../contract/orders/schemas.ts";
import { publishChange } from "../../platform/database/change-events.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder, type OrderCause, orderEvent } from "../../platform/database/schema.ts";
import { canBecome, NOT_SENT, RETURNING } from "./lifecycle.ts";
import type { OrderRow } from "./order-row.ts";
import { endPendingEdit, withdrawnText } from "./pending-edit.ts";

export interface Change {
  cause: OrderCause;
  /** A sentence for the customer. */
  note?: string;
  at: Date;
}

/** Returns the change of a step that a courier's scan causes, which it names to the customer, or staff. @param courier its name */
export const changeBy = (
  courier: string | undefined,
  verb: "Delivered by" | "Out for delivery with",
  at: Date,
): Change => (courier === undefined ? { cause: "staff", at } : { cause: "courier", note: `${verb} ${courier}.`, at });

/** Records what happened to a locked order whose state stays, as a sentence for the customer. */
export async function addNote(
  trx: DatabaseOrTransaction,
  { id: orderId, state }: OrderRow,
  { cause, note = "", at }: Change,
): Promise<void> {
  await trx.insert(orderEvent).values({ orderId, state, cause, note, at });
  publishChange(trx, "orders");
}

/** Leads a packed order back to its preparation, because its items change. */
export const prepareAgain = async (trx: DatabaseOrTransaction, order: OrderRow, change: Change): Promise<OrderRow> =>
  order.state === "packed" ? changeState(trx, order, "processing", change) : order;

/**
 * Changes the state of a locked order (see `lockOrder`) and records when and why. No other function changes a state. A change of its items that
 * waits for its payment ends once they can no longer be edited, or exchanged.
 * @param also other columns of the order that change with it
 * @param alongside what the same statement writes, such as a job
 * @throws Error if the state cannot follow; callers check `canBecome` first
 */
export async function changeState(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  state: OrderState,
  { cause, note = "", at }: Change,
  also: Partial<Omit<OrderRow, "id" | "state">> = {},
  ...alongside: WithSubquery[]
): Promise<OrderRow> {
  if (!canBecome(order.state, state))
    throw new Error(`order ${order.number} is ${order.state}, never ${state} after it`);
  const endsEdits = [NOT_SENT, RETURNING].some((states) => states.includes(order.state) && !states.includes(state));
  const ended = endsEdits ? await endPendingEdit(trx, order.id, "withdrawn", at) : null;
  const withdrawn = ended && withdrawnText(ended);
  const update = trx
    .update(customerOrder)
    .set({ ...also, state })
    .where(eq(customerOrder.id, order.id));
  await trx
    .with(trx.$with("changed").as(update), ...alongside)
    .insert(orderEvent)
    .values({ orderId: order.id, state, cause, note: [note, withdrawn].filter(Boolean).join(" "), at });
  publishChange(trx, "orders");
  return { ...order, ...also, state };
}
