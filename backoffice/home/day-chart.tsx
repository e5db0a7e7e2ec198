import { useState } from "react";
import type { SalesOverview } from "../../contract/admin/home.ts";
import { formatWeekday } from "../../contract/dates.ts";
import { formatMoney } from "../shared/money.ts";

const HEIGHT = 40;
const STEP = 10;

/** A bar for each day, or the same numbers as a table. */
export function DayChart({ days }: Pick<SalesOverview, "days">) {
  const [isTable, setIsTable] = useState(false);
  const most = Math.max(...days.map(({ sales }) => sales), 1);
  const best = days.reduce((found, day) => (day.sales > found.sales ? day : found), days[0] ?? EMPTY);
  return (
    <section aria-labelledby="days" className="panel p-5">
      <div className="mb-3 flex items-center justify-between gap-2">
        <h2 id="days">Sales by day</h2>
        <button type="button" className="button-quiet" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          As a table
        </button>
      </div>
      {best.sales === 0 && !isTable && <p className="text-bark">Nothing was sold.</p>}
      {isTable ? (
        <table className="w-full text-left">
          <thead className="text-bark text-small">
            <tr>
              <th scope="col">Day</th>
              <th scope="col" className="text-right">
                Orders
              </th>
              <th scope="col" className="text-right">
                Sales
              </th>
            </tr>
          </thead>
          <tbody>
            {[...days].reverse().map(({ day, orders, sales }) => (
              <tr key={day}>
                <td className="border-sand border-t py-1.5">{formatWeekday(day)}</td>
                <td className="border-sand border-t py-1.5 text-right">{orders}</td>
                <td className="border-sand border-t py-1.5 text-right">{formatMoney(sales)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <div className={best.sales === 0 ? "hidden" : undefined}>
          <svg
            role="img"
            aria-label={`Sales of ${days.length} days; most on ${formatWeekday(best.day)}, ${formatMoney(best.sales)}`}
            viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="h-40 w-full"
          >
            {days.map(({ day, orders, sales }, at) => {
              const height = Math.max((sales / most) * HEIGHT, 0.3);
              return (
                <rect
                  key={day}
                  x={at * STEP + 1}
                  y={HEIGHT - height}
                  width={STEP - 2}
                  height={height}
                  className="fill-leaf"
                >
                  <title>{`${formatWeekday(day)}: ${formatMoney(sales)}, ${orders} orders`}</title>
                </rect>
              );
            })}
          </svg>
          <p className="mt-1 flex justify-between text-bark text-small">
            <span>{formatWeekday(days[0]?.day ?? EMPTY.day)}</span>
            <span>{formatWeekday(days.at(-1)?.day ?? EMPTY.day)}</span>
          </p>
        </div>
      )}
    </section>
  );
}

const EMPTY = { day: "2026-01-01", orders: 0, sales: 0 };
