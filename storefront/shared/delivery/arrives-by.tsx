import { formatWeekday } from "../../../contract/dates.ts";
import type { DeliveryDay } from "./read-day.ts";

/** Shows the promised day of a parcel that is ordered now. */
export function ArrivesBy({ promise: { day, city, pincode } }: { promise: DeliveryDay }) {
  return (
    <>
      Arrives by <strong className="inline-block font-semibold">{formatWeekday(day)}</strong> in {city ?? pincode}
    </>
  );
}
