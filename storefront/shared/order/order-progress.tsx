import { ORDER_BADGES } from "../../../contract/orders/badges.ts";
import type { OrderState } from "../../../contract/orders/schemas.ts";

/** A parcel's steps. A paid order that is not packed is at the first. */
const STEPS: readonly OrderState[] = ["processing", "packed", "shipped", "out_for_delivery", "delivered"];

/** Whether an order's parcel is being prepared or is on its way. */
export const isUnderWay = (state: OrderState): boolean => stepOf(state) >= 0 && state !== "delivered";

const stepOf = (state: OrderState) => STEPS.indexOf(state === "paid" ? "processing" : state);

interface OrderProgressProps {
  state: OrderState;
  /** Whether the other steps are named too, if there is room; by default they are. */
  areAllNamed?: boolean;
  className?: string;
}

/** A parcel's progress, with the name of the step that it is at; nothing for an order that is not being shipped. */
export function OrderProgress({ state, areAllNamed = true, className = "" }: OrderProgressProps) {
  const at = stepOf(state);
  if (at < 0) return null;
  return (
    <div className={`@container ${className}`}>
      <div className="grid grid-cols-5 gap-1">
        {STEPS.map((step, index) => (
          <span
            key={step}
            className={`flex border-t-4 pt-2 text-eyebrow leading-tight whitespace-nowrap ${index <= at ? "border-leaf" : "border-sand text-bark"} ${index > 2 ? "@max-[30rem]:justify-end" : ""}`}
          >
            {index === at ? (
              <span className="font-semibold text-leaf">{ORDER_BADGES[step]}</span>
            ) : (
              areAllNamed && (
                <span aria-hidden="true" className="@max-[30rem]:hidden">
                  {ORDER_BADGES[step]}
                </span>
              )
            )}
          </span>
        ))}
      </div>
    </div>
  );
}
