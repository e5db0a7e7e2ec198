/** A transaction that conflicts with another is run again, and its effects happen once. */

import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { buyersOf } from "../api/buyers.ts";
import { rowsOf } from "../api/people.ts";
import { openShop, type TestShop } from "../api/shop.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";

/** Failures of one transaction in a purchase: fewer than a transaction is tried (server/platform/database/transactions.ts). */
const FAILURES = 4;

/** Tables that transactions of buying write. */
const WRITTEN = [
  "cart_item",
  "customer_order",
  "payment",
  "provider_event",
  "refund",
  "mail",
  "job",
  "invoice_counter",
  "credit_note_counter",
];

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
});
afterAll(() => shop?.close());

/** A serialization failure and a deadlock: a transaction treats both alike. */
const CODES = ["40001", "40P01"];

/**
 * Lets PostgreSQL fail the statements of transactions, each text once, and each commit once, with these codes alternately.
 * @returns the statements that failed, and which places in a transaction fail next
 */
function failStatements() {
  const failed = new Set<string>();
  const open = new WeakMap<pg.Client, { place: number; before: string }>();
  const window = { first: 0, last: FAILURES - 1, longest: 0 };
  const original = pg.Client.prototype.query as (this: pg.Client, ...sent: unknown[]) => Promise<unknown>;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...sent: unknown[]) {
    const [config] = sent as [string | { text: string }];
    const text = typeof config === "string" ? config : config.text;
    const transaction = open.get(this);
    if (text.startsWith("begin")) open.set(this, { place: 0, before: "" });
    else if (text === "rollback") open.delete(this);
    else if (transaction) {
      const { place, before } = transaction;
      if (text === "commit") open.delete(this);
      else open.set(this, { place: place + 1, before: text });
      window.longest = Math.max(window.longest, place);
      const statement = text === "commit" ? `commit after ${before}` : text;
      if (place >= window.first && place <= window.last && !failed.has(statement)) {
        const code = CODES[failed.size % CODES.length];
        failed.add(statement);
        open.set(this, { place: place + 1, before: text });
        return original.call(this, `do $$ begin raise exception 'injected' using errcode = '${code}'; end $$`);
      }
    }
    return original.apply(this, sent);
  } as never);
  return { failed, window, stop: () => spy.mockRestore() };
}

/** A customer fills the cart, pays, cancels and is refunded. */
async function buyAndCancel() {
  const product = await shoppers.sell({ stock: 7 });
  const asha = await shoppers.buyer();
  expect((await asha.add(product, 2)).status).toBe(200);
  const opened = await asha.order();
  const proof = await asha.pay(opened, { quiet: false });
  expect((await asha.verify(proof)).body.data).toMatchObject({ outcome: "paid" });
  await shoppers.people.mailsTo(asha.email, 1);
  expect((await asha.post(`order/${opened.orderNumber}/cancel`)).status).toBe(200);
  await shoppers.people.mailsTo(asha.email, 3);
  await vi.waitFor(
    async () =>
      expect(
        await rowsOf(shop, sql`select id from job where task_identifier <> 'housekeeping' and run_at <= now()`),
      ).toEqual([]),
    { timeout: LONGEST_WAIT_MS },
  );
  return { product: Number(product), asha };
}

async function expectOneOfEach({ product, asha: { id, email } }: Awaited<ReturnType<typeof buyAndCancel>>) {
  const orders = await rowsOf<{ id: number }>(
    shop,
    sql`select id, state, invoice_number is not null and exists (select from credit_note where order_id = customer_order.id) as documents from customer_order where customer_id = ${id}`,
  );
  expect(orders).toEqual([{ id: expect.any(Number), state: "cancelled", documents: true }]);
  const of = sql`order_id = ${orders[0]?.id}`;
  expect(await rowsOf(shop, sql`select state from order_event where ${of} order by id`)).toEqual([
    { state: "pending" },
    { state: "paid" },
    { state: "cancelled" },
  ]);
  expect(await rowsOf(shop, sql`select state from payment where ${of}`)).toEqual([
    { state: expect.stringMatching(/captured|refunded/) },
  ]);
  expect(await rowsOf(shop, sql`select state from refund where ${of}`)).toEqual([{ state: "processed" }]);
  expect(await rowsOf(shop, sql`select kind from stock_movement where ${of} order by id`)).toEqual([
    { kind: "reserved" },
    { kind: "sold" },
    { kind: "returned" },
  ]);
  expect(
    await rowsOf(
      shop,
      sql`select on_hand - reserved as stock from stock join variant on variant.id = variant_id where product_id = ${product}`,
    ),
  ).toEqual([{ stock: 7 }]);
  expect(await rowsOf(shop, sql`select 1 from cart_item where customer_id = ${id}`)).toEqual([]);
  const mails = await rowsOf<{ subject: string }>(
    shop,
    sql`select subject from mail where recipient = ${email} and subject not like 'Welcome%' order by id`,
  );
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Order confirmed/),
    expect.stringMatching(/cancelled/),
    expect.stringMatching(/refund/i),
  ]);
}

it("a conflict at any statement or commit of buying leaves one order, one invoice and one mail of each kind", async () => {
  const injected = failStatements();
  try {
    do {
      await expectOneOfEach(await buyAndCancel());
      injected.window.first += FAILURES;
      injected.window.last += FAILURES;
    } while (injected.window.first <= injected.window.longest);
  } finally {
    injected.stop();
  }
  const failed = [...injected.failed];
  for (const table of WRITTEN)
    expect(
      failed.filter((text) => text.includes(`insert into "${table}"`) || text.includes(`update "${table}"`)),
      table,
    ).not.toEqual([]);
  expect(failed.filter((text) => text.startsWith("commit after")).length).toBeGreaterThanOrEqual(7);
  const [numbers] = await rowsOf<{ invoices: number; last: number }>(
    shop,
    sql`select count(invoice_number)::int as invoices, max(right(invoice_number, 6))::int as last from customer_order`,
  );
  expect(numbers?.last).toBe(numbers?.invoices);
});

it("a transaction that always conflicts fails after five attempts", async () => {
  let runs = 0;
  const conflicting = shop.db.transaction(async (trx) => {
    runs += 1;
    await trx.execute(sql`do $$ begin raise exception 'injected' using errcode = '40001'; end $$`);
  });
  await expect(conflicting).rejects.toMatchObject({ cause: { code: "40001" } });
  expect(runs).toBe(5);
});

it("two transactions that deadlock both commit", async () => {
  const [a, b] = [Number(await shoppers.sell()), Number(await shoppers.sell())];
  let locked = 0;
  let runs = 0;
  const both = () =>
    new Promise<void>(
      (resolve) =>
        void vi.waitFor(() => expect(locked).toBeGreaterThanOrEqual(2), { timeout: LONGEST_WAIT_MS }).then(resolve),
    );
  const add = (first: number, second: number) =>
    shop.db.transaction(async (trx) => {
      runs += 1;
      await trx.execute(sql`update product set review_count = review_count + 1 where id = ${first}`);
      locked += 1;
      await both();
      await trx.execute(sql`update product set review_count = review_count + 1 where id = ${second}`);
    });
  await Promise.all([add(a, b), add(b, a)]);
  // PostgreSQL ends one of them, or again one that was quick to lock its first row.
  expect(runs).toBeGreaterThan(2);
  expect(await rowsOf(shop, sql`select review_count as n from product where id in (${a}, ${b})`)).toEqual([
    { n: 2 },
    { n: 2 },
  ]);
});

it("a transaction whose connection is lost is not run again, since it may have committed", async () => {
  let runs = 0;
  const lost = shop.db.transaction(async (trx) => {
    runs += 1;
    await trx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
  });
  await expect(lost).rejects.toThrow();
  expect(runs).toBe(1);
});
