import { formatTimeOfDay } from "../../../contract/dates.ts";
import { CheckIcon, TruckIcon } from "../../shared/icons.tsx";
import { useShop } from "../../shared/shop-context.ts";

/** Delivery terms. */
export function Delivery() {
  const { freeShipping, dispatchBefore, returnDays } = useShop();
  const isDispatchedToday = dispatchBefore !== null;
  return (
    <ul className="flex flex-col gap-1.5 text-small text-bark">
      {(freeShipping || isDispatchedToday) && (
        <li className="flex gap-2.5">
          <TruckIcon width="20" height="20" className="shrink-0 text-leaf" />
          <span>
            {freeShipping && (
              <>
                <strong className="font-semibold text-ink">Free shipping</strong> all over India.{" "}
              </>
            )}
            {isDispatchedToday && (
              <>
                Order before <span className="inline-block">{formatTimeOfDay(dispatchBefore)}</span> and we dispatch it
                the same working day.
              </>
            )}
          </span>
        </li>
      )}
      {returnDays > 0 && (
        <li className="flex gap-2.5">
          <CheckIcon width="20" height="20" className="shrink-0 text-leaf" />
          <span>
            Unopened products can be returned within{" "}
            <span className="inline-block">{returnDays === 1 ? "a day" : `${returnDays} days`}</span> of delivery.
          </span>
        </li>
      )}
    </ul>
  );
}
