/** Measures the back office with few and with many orders: with a thousand times as many orders, a page may take three times as long. */

import { sql } from "drizzle-orm";
import { markAllDays, rollUpSales } from "../server/operations/reports/roll-up.ts";
import { findRoleByName } from "../server/people/staff/roles.ts";
import { openStaffSession } from "../server/people/staff/sessions.ts";
import type { Database } from "../server/platform/database/database.ts";
import { openDatabase } from "../server/platform/database/open.ts";
import { rowsOf } from "../server/platform/database/rows.ts";
import { fillCatalogue } from "./catalogue.ts";
import { fillOrders } from "./cluster/fill-orders.ts";
import { createDatabase } from "./databases.ts";
import { type MeasuredServer, startServer } from "./processes.ts";
import { quantile } from "./quantile.ts";

export const ADMIN_BENCHMARK = "admin";

const ORDERS = [1000, 1_000_000];
const PRODUCTS = 1000;
const MAX_RATIO = 3;
const WARM_UP = 10;
const REQUESTS = 200;
/** The period of the reports, in the middle of the orders' three years. */
const MONTH = new URLSearchParams({ from: daysAgo(400), to: daysAgo(370) });
/** A purchase has this many lines, and there is one for as many orders. */
const PURCHASE_LINES = 10;
const ORDERS_OF_PURCHASE = 50;
/** More than a page has. */
const MIN_PURCHASES = 400;
/** Number of paid orders that wait, the same in each shop. */
const WAITING = 100;

export interface AdminMeasurement {
  orders: number;
  page: string;
  p50: number;
  p95: number;
  statements: number;
}

/** Measures on databases `bench_admin_<orders>` of this PostgreSQL server, which are filled unless they exist. */
export async function measureAdmin(
  server: string,
  dataDir: string,
  print: (line: string) => void,
): Promise<AdminMeasurement[]> {
  const measured: AdminMeasurement[] = [];
  for (const orders of ORDERS) {
    print(`The back office with ${orders.toLocaleString("en")} orders`);
    const environment = { DATABASE_URL: await prepare(server, orders, print), DATA_DIR: dataDir };
    const { cookie, pages } = await readTargets(environment.DATABASE_URL);
    const shop = await startServer("server.ts", { ...environment, DATABASE_POOL: "10", LOG_LEVEL: "silent" });
    try {
      for (const [page, path] of pages) {
        const result = { orders, page, ...(await measurePage(shop, path, cookie)) };
        measured.push(result);
        print(`  ${page}: p95 ${result.p95.toFixed(1)} ms, ${result.statements} statements`);
      }
    } finally {
      await shop.stop();
    }
  }
  return measured;
}

async function prepare(server: string, orders: number, print: (line: string) => void): Promise<string> {
  const url = await createDatabase(server, `bench_admin_${orders}`);
  const { db, close } = await openDatabase({ DATABASE_URL: url, DATABASE_POOL: 3, DATA_DIR: "" }, { unlimited: true });
  try {
    const [counted] = await rowsOf(db, { orders: "number" }, sql`select count(*)::int as orders from customer_order`);
    if (counted?.orders === 0) {
      await fillCatalogue(db, PRODUCTS, print);
      await fillOrders(db, orders, print);
      // Five orders of each customer, until today.
      await db.execute(sql`
        update customer_order set number = 'KW-' || to_char(id / 10000, 'FM0000') || '-' || to_char(id % 10000, 'FM0000'),
          email = 'asha' || id / 5 || '@shop.example', mobile = (7000000000 + id / 5)::text,
          customer_name = 'Asha ' || substr(md5((id / 5)::text), 1, 8), created_at = created_at + interval '30 days',
          state = case when id <= ${WAITING} then 'paid' else state end`);
      await db.execute(sql`insert into shipment (order_id, courier, awb, shipped_at)
        select id, 'Delhivery', 'AWB' || id, created_at from customer_order where id > ${WAITING}`);
      await fillPurchases(db, Math.max(MIN_PURCHASES, orders / ORDERS_OF_PURCHASE));
      await db.execute(sql`vacuum analyze`);
      print("  rolling up the sales");
      await markAllDays(db);
      await rollUpSales(db);
      await db.execute(sql`vacuum analyze`);
    }
    return url;
  } finally {
    await close();
  }
}

/** Inserts purchases whose units are sold, except those of the last ones of each size. */
async function fillPurchases(db: Database, purchases: number): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.execute(sql`set local statement_timeout = 0`);
    await trx.execute(sql`insert into supplier (name) select 'Supplier ' || n from generate_series(1, 50) as n`);
    await trx.execute(sql`insert into purchase (supplier_id, document_number, document_date, freight_paise, duty_paise, other_paise, charges_gst_paise, booked_at)
      select (select min(id) from supplier) + n % 50, 'INV-' || n, current_date, 50000, 0, 0, 9000, now()
      from generate_series(1, ${purchases}::int) as n`);
    await trx.execute(sql`insert into purchase_line (purchase_id, position, variant_id, sku, title, label, quantity, unit_cost_paise, gst_paise, charge_paise)
      select purchase.id, place, variant.id, variant.sku, 'Earlier product', variant.label, 5, 40000, 36000, 5000
      from purchase cross join generate_series(0, ${PURCHASE_LINES - 1}::int) as place
        join variant on variant.id = 1 + (purchase.id * ${PURCHASE_LINES} + place) % ${PRODUCTS}`);
    await trx.execute(sql`insert into cost_layer (purchase_id, variant_id, quantity, cost_paise, left_quantity, left_paise)
      select purchase_id, variant_id, 5, 205000, left_units, left_units * 41000 from (
        select *, case when row_number() over (partition by variant_id order by purchase_id desc) <= 3 then 5 else 0 end as left_units
        from purchase_line) as line`);
  });
}

/** Opens an owner's session, and lists the pages with their search texts. */
async function readTargets(url: string): Promise<{ cookie: string; pages: [page: string, path: string][] }> {
  const { db, close } = await openDatabase({ DATABASE_URL: url, DATABASE_POOL: 1, DATA_DIR: "" }, { unlimited: true });
  try {
    const role = await findRoleByName(db, "Owner");
    await db.execute(sql`insert into staff_member (email, name, role_id, created_at)
      values ('bench@staff.example', 'Bench', ${role.id}, now()) on conflict do nothing`);
    const [member] = await rowsOf(
      db,
      { id: "number" },
      sql`select id from staff_member where email = 'bench@staff.example'`,
    );
    const [order] = await rowsOf(
      db,
      { number: "string", email: "string", mobile: "string", customer_name: "string", awb: "string" },
      sql`select o.number, o.email, o.mobile, o.customer_name, s.awb from customer_order o join shipment s on s.order_id = o.id
        order by o.id limit 1 offset 400`,
    );
    if (!member || !order) throw new Error("the shop was not filled");
    const search = (q: string) => `/orders?${new URLSearchParams({ q })}`;
    return {
      cookie: `staff_session=${await openStaffSession(db, member.id, "bench")}`,
      pages: [
        ["Home", "/home"],
        ["orders", "/orders"],
        ["orders to pack", "/orders?tab=to_pack"],
        ["counts of the tabs", "/orders/counts"],
        ["search by number", search(order.number)],
        ["search by phone", search(order.mobile)],
        ["search by email", search(order.email)],
        ["search by AWB", search(order.awb)],
        ["search by name", search(order.customer_name)],
        ["search everything", `/search?${new URLSearchParams({ q: order.customer_name })}`],
        ["order page", `/orders/${order.number}`],
        ["audit log", "/audit"],
        ["a month by day", `/reports/sales?${MONTH}`],
        ["a month by product", `/reports/sales?${MONTH}&by=product`],
        ["a month by state", `/reports/sales?${MONTH}&by=state`],
        ["margin by day", `/reports/margin?${MONTH}`],
        ["margin by product", `/reports/margin?${MONTH}&by=product`],
        ["stock value", "/reports/stock"],
        ["reorder", "/reorder"],
        ["purchases", "/purchases"],
        ["search purchases", "/purchases?q=INV-1"],
      ],
    };
  } finally {
    await close();
  }
}

/** Sends one request after the other, as a person works. */
async function measurePage(shop: MeasuredServer, path: string, cookie: string) {
  const request = async () => {
    const startedAt = performance.now();
    const response = await fetch(`${shop.url}/admin/api${path}`, { headers: { cookie } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return performance.now() - startedAt;
  };
  for (let n = 0; n < WARM_UP; n += 1) await request();
  const before = (await shop.ownMetrics()).statements;
  await request();
  const statements = (await shop.ownMetrics()).statements - before;
  const times: number[] = [];
  for (let n = 0; n < REQUESTS; n += 1) times.push(await request());
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), statements };
}

export function adminTable(measurements: readonly AdminMeasurement[]): string {
  const [few = 0, many = 0] = ORDERS;
  const rows = measurements
    .filter(({ orders }) => orders === few)
    .map((small) => {
      const large = measurements.find(({ orders, page }) => orders === many && page === small.page) ?? small;
      const ratio = large.p95 / small.p95;
      const cells = [small.p50, small.p95, large.p50, large.p95].map((ms) => ms.toFixed(1));
      const verdict = ratio <= MAX_RATIO ? "" : " too much";
      return `| ${[small.page, ...cells, `${ratio.toFixed(1)}${verdict}`, large.statements].join(" | ")} |`;
    });
  const names = [few, many].map((orders) => orders.toLocaleString("en"));
  return [
    `| page | p50 ms, ${names[0]} orders | p95 | p50 ms, ${names[1]} orders | p95 | ratio of p95 | SQL |`,
    "|---|---|---|---|---|---|---|",
    ...rows,
    "",
    `Goal: the p95 of a page at most ${MAX_RATIO} times as long with ${names[1]} orders.`,
  ].join("\n");
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 24 * 60 * 60_000).toISOString().slice(0, 10);
}
