import type { OrderState } from "../../../contract/orders/schemas.ts";

/** A parcel's steps. A paid order that is not packed is at the first. */
const STEPS: readonly OrderState[] = ["processing", "packed", "shipped", "out_for_delivery", "delivered"];

/** A parcel's progress; nothing for an order that is not being shipped. */
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
