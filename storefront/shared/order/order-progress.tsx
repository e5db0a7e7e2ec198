import { ORDER_BADGES } from "../../../contract/orders/badges.ts";
import type { OrderState } from "../../../contract/orders/schemas.ts";

/** A parcel's steps. A paid order that is not packed is at the first. */
const STEPS: readonly OrderState[] = ["processing", "packed", "shipped", "out_for_delivery", "delivered"];

/** Whether an order's parcel is being prepared or is on its way. */
export const isUnderWay = (state: OrderState): boolean => stepOf(state) >= 0 && state !== "delivered";

/** The steps that a parcel still has before it, in their order. */
export const stepsAfter = (state: OrderState): readonly OrderState[] =>
  isUnderWay(state) ? STEPS.slice(stepOf(state) + 1) : [];

const stepOf = (state: OrderState) => STEPS.indexOf(state === "paid" ? "processing" : state);

const colorOf = (isReached: boolean) =>
  isReached ? "border-leaf" : "border-control/45 text-bark forced-colors:border-dotted";

interface OrderProgressProps {
  state: OrderState;
  /** The state is named beside it: the line only draws it. */
  isUnnamed?: boolean;
  className?: string;
}

/** A parcel's progress; nothing for an order that is not being shipped. In a narrow box only the step that the parcel is at is named. */
export function OrderProgress({ state, isUnnamed = false, className = "" }: OrderProgressProps) {
  const at = stepOf(state);
  if (at < 0) return null;
  if (isUnnamed)
    return (
      <div aria-hidden="true" className={`grid grid-cols-5 gap-1 ${className}`}>
        {STEPS.map((step, index) => (
          <span key={step} className={`border-t-4 ${colorOf(index <= at)}`} />
        ))}
      </div>
    );
  return (
    <div className={`@container ${className}`}>
      <div className="grid grid-cols-5 gap-1">
        {STEPS.map((step, index) => (
          <span
            key={step}
            className={`flex border-t-4 text-tiny leading-tight whitespace-nowrap ${colorOf(index <= at)} pt-2 nth-4:justify-end last:justify-end @min-[30rem]:justify-start!`}
          >
            {index === at ? (
              <span className="font-semibold text-leaf">{ORDER_BADGES[step]}</span>
            ) : (
              <span aria-hidden="true" className="@max-[30rem]:hidden">
                {ORDER_BADGES[step]}
              </span>
            )}
          </span>
        ))}
      </div>
    </div>
  );
}
