import { CheckIcon, TruckIcon } from "../../shared/icons.tsx";

/** Delivery terms; sold-out products have no dispatch time. */
export function Delivery({ available }: { available: boolean }) {
  return (
    <ul className="flex flex-col gap-1.5 text-small text-bark">
      <li className="flex gap-2.5">
        <TruckIcon width="20" height="20" className="shrink-0 text-leaf" />
        <span>
          <strong className="font-semibold text-ink">Free shipping</strong> all over India.
          {available && " Order before 2:00 PM and we dispatch it the same working day."}
        </span>
      </li>
      <li className="flex gap-2.5">
        <CheckIcon width="20" height="20" className="shrink-0 text-leaf" />
        <span>Unopened products can be returned within 7 days of delivery.</span>
      </li>
    </ul>
  );
}
