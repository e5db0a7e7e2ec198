/** Computes how long a lot is good, from what its pack says. Days are ISO dates in India. */

import type { LotLifeKind } from "../../platform/database/schema.ts";

/** The shelf life as printed on the pack: "use before 03/2028" or "expiry 03/2028". */
export interface LotLife {
  kind: LotLifeKind;
  /** The first day of the printed month, such as 2028-03-01. */
  month: string;
}

/** Returns the last day on which a lot is good: the day before the month of "use before", or the last day of the month of "expiry". */
export function lastGoodDay({ kind, month }: LotLife): string {
  const end = new Date(`${month}T00:00:00Z`);
  if (kind === "expiry") end.setUTCMonth(end.getUTCMonth() + 1);
  return dayAfter(end.toISOString().slice(0, 10), -1);
}

interface LotState {
  lastGoodDay: string | null;
  recalledAt: Date | null;
}

/**
 * Whether units of a lot may be sold.
 * @param today the date in India
 * @param minDays how many days it must remain good
 */
export function isSaleable(lot: LotState, today: string, minDays: number): boolean {
  if (lot.recalledAt !== null) return false;
  return lot.lastGoodDay === null || dayAfter(today, minDays) <= lot.lastGoodDay;
}

function dayAfter(isoDay: string, days: number): string {
  const day = new Date(`${isoDay}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

/** Formats the shelf life as on the pack: "use before 03/2028". */
export function lifeText({ kind, month }: LotLife): string {
  const [year, monthOfYear] = month.split("-");
  return `${kind === "use_before" ? "use before" : "expiry"} ${monthOfYear}/${year}`;
}

/** Formats a lot with its shelf life: "A12, use before 03/2028". */
export function lotText({
  number,
  lifeKind,
  lifeMonth,
}: {
  number: string;
  lifeKind: LotLifeKind | null;
  lifeMonth: string | null;
}): string {
  return lifeKind && lifeMonth ? `${number}, ${lifeText({ kind: lifeKind, month: lifeMonth })}` : number;
}
