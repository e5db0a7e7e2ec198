import { type ReactNode, useId } from "react";
import { COMPARED_DAYS, type SalesOverview, type SalesTotals } from "../../contract/admin/home.ts";
import { Change } from "../shared/change.tsx";
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
          title={`The last ${COMPARED_DAYS} days, with today`}
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
  return (
    <section aria-labelledby={id} className="panel p-5">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-2">
        <h2 id={id}>{title}</h2>
        <p className="text-bark text-small">compared with {than}</p>
      </div>
      <dl className="grid grid-cols-3 gap-x-4 gap-y-5">
        <Total name="Sales" isFirst amount={formatMoney(now.sales)} change={[now.sales, before.sales]} />
        <Total name="Orders" amount={String(now.orders)} change={[now.orders, before.orders]} />
        <Total
          name="Average order"
          amount={formatMoney(Math.round(now.average))}
          change={[now.average, before.average]}
        />
        <Total
          name="Returns"
          amount={String(now.returns)}
          more={now.returns > 0 && formatMoney(now.returned)}
          change={[now.returned, before.returned]}
          isBadUp
        />
      </dl>
    </section>
  );
}

interface TotalProps {
  name: string;
  amount: string;
  more?: string | false;
  change: [now: number, before: number];
  isBadUp?: boolean;
  /** Whether it is the figure that is read first. */
  isFirst?: boolean;
}

function Total({ name, amount, more, change: [now, before], isBadUp = false, isFirst = false }: TotalProps) {
  return (
    <div className={isFirst ? "col-span-3" : ""}>
      <dt className="text-bark text-small">{name}</dt>
      <dd>
        <span
          className={`block font-semibold leading-tight ${isFirst ? "text-[2rem]" : "text-[1.125rem] sm:text-[1.25rem]"}`}
        >
          {amount}
        </span>
        {more && <span className="mr-2 text-bark text-small">{more}</span>}
        <Change now={now} before={before} isBadUp={isBadUp} />
      </dd>
    </div>
  );
}

interface RankingProps {
  title: string;
  /** What is ranked: "Product". */
  of: string;
  /** What is counted: "Units". */
  counted: string;
  rows: readonly { key: string; name: ReactNode; count: number; sales: number }[];
}

const CELL = "border-linen border-t py-2 align-top";

function Ranking({ title, of, counted, rows }: RankingProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="panel overflow-x-auto p-5">
      <h2 id={id} className="mb-2">
        {title}
      </h2>
      {rows.length === 0 ? (
        <p className="text-bark">Nothing was sold.</p>
      ) : (
        <table className="w-full text-left">
          <caption className="sr-only">{title}</caption>
          <thead className="text-bark text-small">
            <tr>
              <th scope="col">{of}</th>
              <th scope="col" className="text-right">
                {counted}
              </th>
              <th scope="col" className="text-right">
                Sales
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, count, sales }) => (
              <tr key={key}>
                <th scope="row" className={`${CELL} font-normal`}>
                  {name}
                </th>
                <td className={`${CELL} pl-3 text-right`}>{count}</td>
                <td className={`${CELL} pl-3 text-right`}>{formatMoney(sales)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function BestSellers({ sales: { bestSellers } }: SalesProps) {
  return (
    <Ranking
      title={`Best sellers of the last ${COMPARED_DAYS} days`}
      of="Product"
      counted="Units"
      rows={bestSellers.map(({ title, slug, units, sales }) => ({
        key: `${slug} ${title}`,
        name: slug ? (
          <a href={`/product/${slug}`} className="text-link">
            {title}
          </a>
        ) : (
          title
        ),
        count: units,
        sales,
      }))}
    />
  );
}

function States({ sales: { states } }: SalesProps) {
  const most = Math.max(...states.map(({ sales }) => sales), 1);
  return (
    <Ranking
      title="Where the orders go"
      of="State"
      counted="Orders"
      rows={states.map(({ state, orders, sales }) => ({
        key: state,
        name: (
          <>
            {state}
            <svg aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none" className="mt-1 block h-1 w-full">
              <rect width="100" height="1" className="fill-linen" />
              <rect width={(sales / most) * 100} height="1" className="fill-leaf" />
            </svg>
          </>
        ),
        count: orders,
        sales,
      }))}
    />
  );
}
