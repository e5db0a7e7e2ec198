import type { OrderState } from "../../../contract/orders/schemas.ts";

/** A parcel's steps. A paid order that is not packed is at the first. */
const STEPS: readonly OrderState[] = ["processing", "packed", "shipped", "out_for_delivery", "delivered"];

const NAMES = ["Ordered", "Packed", "Shipped", "On its way", "Delivered"];

interface OrderProgressProps {
  state: OrderState;
  /** Whether the steps have their names; by default they do. */
  isNamed?: boolean;
  className?: string;
}

/** A parcel's progress; nothing for an order that is not being shipped. A phone names only the step that it is at. */
export function OrderProgress({ state, isNamed = true, className = "" }: OrderProgressProps) {
  const at = STEPS.indexOf(state === "paid" ? "processing" : state);
  if (at < 0) return null;
  return (
    <div aria-hidden="true" className={`grid grid-cols-5 gap-1 ${className}`}>
      {STEPS.map((step, index) => (
        <span
          key={step}
          className={`flex border-t-4 ${isNamed ? "pt-2" : ""} text-eyebrow leading-tight whitespace-nowrap ${index <= at ? "border-leaf" : "border-sand text-bark"} ${index > 2 ? "max-[30rem]:justify-end" : ""}`}
        >
          {isNamed && <span className={index === at ? "font-semibold" : "max-[30rem]:hidden"}>{NAMES[index]}</span>}
        </span>
      ))}
    </div>
  );
}
