import type { OrderState } from "../../../contract/orders/schemas.ts";

/** The way of a parcel. What is paid and not packed stands at its beginning. */
const STEPS: readonly OrderState[] = ["processing", "packed", "shipped", "out_for_delivery", "delivered"];

/** A thin line that says how far a parcel has come; nothing for an order that is not on its way. */
export function OrderProgress({ state, className = "" }: { state: OrderState; className?: string }) {
  const at = STEPS.indexOf(state === "paid" ? "processing" : state);
  if (at < 0) return null;
  return (
    <div aria-hidden="true" className={`flex gap-1 ${className}`}>
      {STEPS.map((step, index) => (
        <span key={step} className={`h-1 flex-1 rounded-full ${index <= at ? "bg-leaf" : "bg-sand"}`} />
      ))}
    </div>
  );
}
