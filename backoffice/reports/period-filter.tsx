import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { DAY_MS, isoDayInIndia } from "../../contract/dates.ts";
import { shopNow } from "../../contract/shop-clock.ts";
import { Field } from "../shared/field.tsx";

interface PeriodFilterProps {
  /** The shown period, chosen or by default. */
  from: string;
  to: string;
  /** Returns the page's query with another period. */
  queryFor: (period: { from: string; to: string }) => string;
  /** Further filters. */
  children?: ReactNode;
}

const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns frequently used periods, until today or the end of the last month. */
function presets(now: Date): { name: string; from: string; to: string }[] {
  const today = isoDayInIndia(now);
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  const endOfLastMonth = addDays(firstOfMonth, -1);
  const year = Number(today.slice(0, 4)) - (today.slice(5, 7) < "04" ? 1 : 0);
  return [
    { name: "7 days", from: addDays(today, -7), to: addDays(today, -1) },
    { name: "30 days", from: addDays(today, -30), to: addDays(today, -1) },
    { name: "This month", from: firstOfMonth, to: today },
    { name: "Last month", from: `${endOfLastMonth.slice(0, 7)}-01`, to: endOfLastMonth },
    { name: "Financial year", from: `${year}-04-01`, to: today },
  ];
}

/** Selects the first and the last day, which apply at once, or a frequently used period. */
export function PeriodFilter({ from, to, queryFor, children }: PeriodFilterProps) {
  const navigate = useNavigate();
  const periods = presets(shopNow());
  // Two of them may be the same days.
  const current = periods.find((preset) => preset.from === from && preset.to === to);
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="flex flex-wrap gap-1.5 md:pb-1">
        {periods.map((preset) => (
          <Link
            key={preset.name}
            to={queryFor(preset)}
            aria-current={preset === current ? "true" : undefined}
            className="chip"
          >
            {preset.name}
          </Link>
        ))}
      </div>
      <div className="grid grow grid-cols-2 gap-3 md:flex md:grow-0 md:flex-wrap">
        {(["from", "to"] as const).map((name) => (
          <Field
            key={`${name} ${from} ${to}`}
            label={name === "from" ? "From" : "Until"}
            type="date"
            defaultValue={name === "from" ? from : to}
            onChange={({ target: { value } }) => value && void navigate(queryFor({ from, to, [name]: value }))}
          />
        ))}
        {children}
      </div>
    </div>
  );
}
