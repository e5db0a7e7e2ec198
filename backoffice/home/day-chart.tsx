import type { SalesOverview } from "../../contract/admin/home.ts";
import { formatWeekday } from "../../contract/dates.ts";
import { Chart } from "../shared/chart.tsx";
import { formatMoney } from "../shared/money.ts";

/** Shows a bar for each day, or the same numbers as a table. */
export function DayChart({ days }: Pick<SalesOverview, "days">) {
  return (
    <Chart
      title="Sales by day"
      kind="time"
      measure="Sales"
      points={days.map(({ day, orders, sales }, at) => ({
        key: day,
        name: formatWeekday(day),
        value: sales,
        isOpen: at === days.length - 1,
        orders,
      }))}
      format={formatMoney}
      more={[{ name: "Orders", cell: ({ orders }) => orders }]}
    />
  );
}
