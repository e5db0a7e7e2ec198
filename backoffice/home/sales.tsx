import { COMPARED_DAYS, type SalesOverview, type SalesTotals } from "../../contract/admin/home.ts";
import { changeOf } from "../shared/change.ts";
import { formatMoney } from "../shared/money.ts";
import { DayChart } from "./day-chart.tsx";

interface SalesProps {
  sales: SalesOverview;
}

/** Shows how the shop sells. */
export function Sales({ sales }: SalesProps) {
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-2">
        <TotalsPanel title="Today" than="yesterday" now={sales.today} before={sales.yesterday} />
        <TotalsPanel
          title={`The last ${COMPARED_DAYS} days`}
          than={`the ${COMPARED_DAYS} before`}
          now={sales.last}
          before={sales.before}
        />
      </div>
      <DayChart days={sales.days} />
      <div className="grid gap-4 lg:grid-cols-2">
        <BestSellers sales={sales} />
        <States sales={sales} />
      </div>
    </>
  );
}

interface TotalsProps {
  title: string;
  /** The period with which it is compared. */
  than: string;
  now: SalesTotals;
  before: SalesTotals;
}

function TotalsPanel({ title, than, now, before }: TotalsProps) {
  const id = `totals-${title.replaceAll(" ", "-")}`;
  const rows: [name: string, now: string, change: string][] = [
    ["Sales", formatMoney(now.sales), changeOf(now.sales, before.sales)],
    ["Orders", String(now.orders), changeOf(now.orders, before.orders)],
    ["Average order", formatMoney(now.average), changeOf(now.average, before.average)],
    [
      "Returns",
      now.returns === 0 ? "0" : `${now.returns} (${formatMoney(now.returned)})`,
      changeOf(now.returned, before.returned),
    ],
  ];
  return (
    <section aria-labelledby={id} className="panel p-5">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-2">
        <h2 id={id}>{title}</h2>
        <p className="text-bark text-small">compared with {than}</p>
      </div>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {rows.map(([name, amount, change]) => (
          <div key={name}>
            <dt className="text-bark text-small">{name}</dt>
            <dd>
              <span className="block font-semibold">{amount}</span>
              <span className="text-bark text-small">{change}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const CELL = "border-sand border-t py-2";

function BestSellers({ sales: { bestSellers } }: SalesProps) {
  return (
    <section aria-labelledby="best" className="panel overflow-x-auto p-5">
      <h2 id="best" className="mb-2">
        Best sellers of the last {COMPARED_DAYS} days
      </h2>
      {bestSellers.length === 0 ? (
        <p className="text-bark">Nothing was sold.</p>
      ) : (
        <table className="w-full text-left">
          <thead className="text-bark text-small">
            <tr>
              <th scope="col">Product</th>
              <th scope="col" className="text-right">
                Units
              </th>
              <th scope="col" className="text-right">
                Sales
              </th>
            </tr>
          </thead>
          <tbody>
            {bestSellers.map(({ title, slug, units, sales }) => (
              <tr key={`${slug} ${title}`}>
                <th scope="row" className={`${CELL} font-normal`}>
                  {slug ? (
                    <a href={`/product/${slug}`} className="text-link">
                      {title}
                    </a>
                  ) : (
                    title
                  )}
                </th>
                <td className={`${CELL} pl-3 text-right`}>{units}</td>
                <td className={`${CELL} pl-3 text-right`}>{formatMoney(sales)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function States({ sales: { states } }: SalesProps) {
  const most = Math.max(...states.map(({ sales }) => sales), 1);
  return (
    <section aria-labelledby="states" className="panel overflow-x-auto p-5">
      <h2 id="states" className="mb-2">
        Where the orders go
      </h2>
      {states.length === 0 ? (
        <p className="text-bark">Nothing was sold.</p>
      ) : (
        <table className="w-full text-left">
          <thead className="text-bark text-small">
            <tr>
              <th scope="col">State</th>
              <th scope="col" className="text-right">
                Orders
              </th>
              <th scope="col" className="text-right">
                Sales
              </th>
            </tr>
          </thead>
          <tbody>
            {states.map(({ state, orders, sales }) => (
              <tr key={state}>
                <th scope="row" className={`${CELL} font-normal`}>
                  {state}
                  <svg
                    aria-hidden="true"
                    viewBox="0 0 100 1"
                    preserveAspectRatio="none"
                    className="mt-1 block h-1 w-full"
                  >
                    <rect width="100" height="1" className="fill-linen" />
                    <rect width={(sales / most) * 100} height="1" className="fill-leaf" />
                  </svg>
                </th>
                <td className={`${CELL} pl-3 text-right align-top`}>{orders}</td>
                <td className={`${CELL} pl-3 text-right align-top`}>{formatMoney(sales)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
