/** How reports of sales and margins are divided, in words. */

import type { SalesGrouping } from "../../contract/admin/sales-report.ts";
import { formatCalendarDay, formatMonth, formatWeekday, startOfDayInIndia } from "../../contract/dates.ts";

export const GROUPINGS: Readonly<Record<SalesGrouping, string>> = {
  day: "Day",
  week: "Week",
  month: "Month",
  product: "Product",
  variant: "Size",
  category: "Category",
  state: "State",
  payment: "Payment",
  courier: "Courier",
  offer: "Offer and code",
  channel: "Channel",
};

/** Returns the name of a row. @param name as the report has it: of a period, its first day */
export function nameOf(by: SalesGrouping, name: string): string {
  if (by === "day") return formatWeekday(name);
  if (by === "week") return `Week of ${formatCalendarDay(name)}`;
  return by === "month" ? formatMonth(startOfDayInIndia(name)) : name;
}

export const periodText = ({ from, to }: { from: string; to: string }) =>
  from === to ? formatCalendarDay(from) : `${formatCalendarDay(from)} to ${formatCalendarDay(to)}`;
