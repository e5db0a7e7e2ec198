import { ORDER_BADGES, type OrderState } from "../../contract/orders.ts";
import { Refusal } from "../failures.ts";
import { canCancel } from "./after-sale.ts";
import { TRANSITIONS } from "./lifecycle.ts";
import type { OrderRow } from "./order-row.ts";

/** What the shop's staff does with an order, and when. */

export const STAFF_STEPS = [
  "process",
  "pack",
  "ship",
  "out-for-delivery",
  "deliver",
  "lost",
  "cancel",
  "return-accept",
  "return-decline",
] as const;
export type StaffStep = (typeof STAFF_STEPS)[number];

const LEADS_TO: Readonly<Record<StaffStep, OrderState>> = {
  process: "processing",
  pack: "packed",
  ship: "shipped",
  "out-for-delivery": "out_for_delivery",
  deliver: "delivered",
  lost: "cancelled",
  cancel: "cancelled",
  "return-accept": "returned",
  "return-decline": "delivered",
};

/** What can be done with an order in this state. */
export function stepsFrom(state: OrderState): StaffStep[] {
  return STAFF_STEPS.filter((step) => {
    if (!TRANSITIONS[state].includes(LEADS_TO[step])) return false;
    // Two steps lead to delivered: a parcel arrives, and a return is declined. And two to cancelled: only what is sent can be lost.
    if (step === "deliver" || step === "return-decline")
      return (step === "return-decline") === (state === "return_requested");
    if (step === "lost" || step === "cancel") return (step === "cancel") === canCancel({ state });
    return true;
  });
}

/** @throws Refusal (409) that names what can be done instead */
export function refuseUnless({ number, state }: Pick<OrderRow, "number" | "state">, step: StaffStep): void {
  const possible = stepsFrom(state);
  if (possible.includes(step)) return;
  const instead = possible.length > 0 ? `only ${possible.join(", ")}` : "nothing";
  throw new Refusal(
    "conflict",
    `Order ${number} is ${ORDER_BADGES[state]}: ${instead} can be done with it now, not ${step}.`,
  );
}
