/**
 * Servers are killed while customers buy, pay, close their windows and come back. Afterwards the records of the shop and of the payment
 * provider agree. The provider runs in this process and is not killed.
 */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { RAZORPAY_PATH } from "../../sandbox/razorpay/register.ts";
import { simulateFailure, simulatePayment } from "../../sandbox/razorpay/simulate.ts";
import { SANDBOX_PAYMENT_CREDENTIALS as CREDENTIALS } from "../../sandbox/sandbox.ts";
import { joinBundledPostgres, stopUnused } from "../../server/platform/database/bundled/bundled.ts";
import { dataFolderOf } from "../../server/platform/database/bundled/place.ts";
import { buyersOf, LUCKNOW, signedProof } from "../api/buyers.ts";
import { makeCustomer, rowsOf } from "../api/people.ts";
import { openShop, type TestShop } from "../api/shop.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { startPostgres } from "../postgres.ts";
import { type Instances, startInstances } from "./instances.ts";

/** `npm run faults` asks for more. */
const KILLS = Number(process.env.FAULT_KILLS ?? 8);
const CRASHES = Number(process.env.FAULT_CRASHES ?? 1);
/** Whether the servers use the shop's own PostgreSQL. */
const OWN = process.env.FAULT_OWN === "1";
const CUSTOMERS = 10;
const STOCK = 100_000;
/** Between a customer's purchases: enough to leave the processor to the servers that start. */
const PAUSE_MS = 50;

let postgres: KilledPostgres;
let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let instances: Instances;
/** Responses received. */
let answered = 0;

interface KilledPostgres {
  /** Where the servers find it. */
  environment: Record<string, string>;
  url: string;
  /** Kills it, and waits until it runs again if nobody else starts it. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

async function startTestPostgres(): Promise<KilledPostgres> {
  const server = await startPostgres({ own: true });
  return {
    environment: { DATABASE_URL: server.url },
    url: server.url,
    async crash() {
      await server.crash();
      await server.start();
    },
    stop: server.stop,
  };
}

/** The servers keep it running once they have started, also without this process. A crash kills all of them with it. */
async function startOwnPostgres(): Promise<KilledPostgres & { leave(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "killed-own-"));
  const { url, leave } = await joinBundledPostgres(folder);
  return {
    environment: { DATABASE_URL: "", DATA_DIR: folder },
    url,
    leave,
    async crash() {
      process.kill(
        Number(readFileSync(join(dataFolderOf(folder), "postmaster.pid"), "utf8").split("\n")[0]),
        "SIGKILL",
      );
      if (chance(0.5)) await Promise.all(instances.urls().map(() => instances.killOne()));
    },
    async stop() {
      await stopUnused(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

beforeAll(async () => {
  // This process only runs the provider and checks the records: webhooks and requests go to the servers being killed.
  const own = OWN ? await startOwnPostgres() : null;
  postgres = own ?? (await startTestPostgres());
  shop = await openShop({ databaseUrl: postgres.url });
  await shop.app.listen({ port: 0, host: "127.0.0.1" });
  shoppers = buyersOf(shop);
  await shoppers.sell({ stock: STOCK });
  await shoppers.sell({ stock: STOCK, pricePaise: 129_900 });
  instances = await startInstances(2, {
    DATA_DIR: shop.dataDir,
    DATABASE_POOL: "4",
    ...postgres.environment,
    RAZORPAY_KEY_ID: CREDENTIALS.keyId,
    RAZORPAY_KEY_SECRET: CREDENTIALS.keySecret,
    RAZORPAY_WEBHOOK_SECRETS: CREDENTIALS.webhookSecret,
    RAZORPAY_API: `${shop.app.listeningOrigin}${RAZORPAY_PATH}`,
  });
  await own?.leave();
});
afterAll(async () => {
  await instances?.stop();
  await shop?.close();
  await postgres?.stop();
});

/** Sends a request to any running server; null if the server died meanwhile. */
async function call(token: string, path: string, body: object) {
  const url = instances.anyUrl();
  if (!url) return null;
  try {
    const response = await fetch(`${url}/api/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
    const reply = { status: response.status, body: await response.json() };
    answered += 1;
    return reply;
  } catch {
    return null;
  }
}

const settles = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  );
const chance = (share: number) => Math.random() < share;

/** Buys repeatedly: some customers fail first, some close the window after paying, some retry until the payment is confirmed. */
async function shopUntil(isOver: () => boolean, at: number): Promise<void> {
  const { id, token } = await makeCustomer(shop.db, `customer-${at}@example.com`);
  while (!isOver()) {
    await pause(PAUSE_MS);
    await instances.running();
    const filled = shop.db.execute(sql`
      insert into cart_item (customer_id, product_id, variant_id, quantity, agreed_price_paise, title, label)
      select ${id}, id, first_variant_id, ${1 + Math.floor(Math.random() * 3)}, price_paise, title, '50 ml' from product
      on conflict (customer_id, variant_id) do update set quantity = excluded.quantity`);
    // The database may be unavailable.
    const opened = (await settles(filled)) ? await call(token, "init/payment", { address: LUCKNOW }) : null;
    if (opened?.status !== 200) {
      await pause(100);
      continue;
    }
    const { id: orderId } = opened.body.data;
    // Another attempt of the same customer may have paid it already; then the provider rejects more.
    if (chance(0.2)) await simulateFailure(shop.db, orderId).catch(() => {});
    if (chance(0.1)) continue;
    const paid = await simulatePayment(shop.db, orderId, { quiet: chance(0.3) }).catch(() => null);
    if (!paid || chance(0.3)) continue;
    const proof = signedProof(orderId, paid.id);
    for (let tries = 0; tries < 3; tries++) {
      if ((await call(token, "verify/payment", proof))?.status === 200) break;
      await pause(50);
    }
  }
}

it(
  `servers are killed ${KILLS} times and PostgreSQL ${CRASHES} times while customers buy: every captured payment has one paid order or one refund`,
  async () => {
    let over = false;
    const shopping = Array.from({ length: CUSTOMERS }, (_, at) => shopUntil(() => over, at));
    const crashEvery = Math.floor(KILLS / CRASHES);
    for (let kill = 0; kill < KILLS; kill++) {
      // Each kill after some more responses, so that servers die during work even on a slow machine.
      const until = answered + Math.ceil(Math.random() * 10);
      while (answered < until) await pause(5);
      await pause(Math.random() * 30);
      await instances.killOne();
      if (kill % crashEvery === crashEvery - 1) {
        await postgres.crash();
      }
    }
    over = true;
    await Promise.all(shopping);
    // Only SIGKILL has ended servers.
    expect(instances.deaths()).toBe(0);

    // Later, pending payments are checked or expire, and refunds arrive.
    await vi.waitFor(
      async () => {
        await shop.db.execute(sql`
        update customer_order o set pay_until = least(pay_until, case
          when exists (select from payment_session where order_id = o.id) then now() else now() - interval '1 minute' end)
        where state = 'pending'`);
        // The leases of killed servers end.
        await shop.db.execute(sql`
        update job set locked_at = now() - interval '2 minutes' where locked_at < now() - interval '5 seconds'`);
        await shop.db.execute(sql`
        update job set run_at = least(run_at, now()), revision = revision + 1
        where task_identifier in ('expire_order', 'send_refund')
          or (payload ->> 'orderId')::int in (select id from customer_order where paid_at is null)`);
        await shop.db.execute(sql`select pg_notify('shop_changed', 'jobs')`);
        const [left] = await rowsOf(
          shop,
          sql`select (select count(*)::int from customer_order where state = 'pending') as pending,
          (select count(*)::int from refund where state in ('requested', 'pending')) as refunds,
          (select count(*)::int from sandbox.payment_entity entity
            where kind = 'payment' and (body ->> 'captured')::boolean
              and not exists (select from payment where provider_payment_id = entity.id and payment.state in ('captured', 'refunded'))) as unnoticed`,
        );
        expect(left).toEqual({ pending: 0, refunds: 0, unnoticed: 0 });
      },
      { timeout: LONGEST_WAIT_MS, interval: 1000 },
    );

    const captured = await rowsOf<{ id: string; state: string | null; refunds: number }>(
      shop,
      sql`select entity.id, o.state, (select count(*)::int from refund where payment_id = payment.id) as refunds
      from sandbox.payment_entity entity
      left join payment on provider_payment_id = entity.id
      left join customer_order o on o.id = payment.order_id
      where entity.kind = 'payment' and (entity.body ->> 'captured')::boolean`,
    );
    expect(captured.length).toBeGreaterThan(KILLS / 2);
    const wrong = captured.filter(({ state, refunds }) => !(state === "paid" ? refunds === 0 : refunds === 1));
    expect(wrong).toEqual([]);

    // One payment per order, one mail per order, one number per invoice.
    expect(
      await rowsOf(
        shop,
        sql`select number from customer_order o where state = 'paid' and (
        (select count(*) from payment where order_id = o.id and state = 'captured') <> 1
        or (select count(*) from mail where subject = 'Order confirmed: ' || number) <> 1
        or (select count(*) from order_event where order_id = o.id and state = 'paid') <> 1)`,
      ),
    ).toEqual([]);
    const [invoices] = await rowsOf(
      shop,
      sql`select count(*)::int as paid, count(distinct invoice_number)::int as numbers, max(right(invoice_number, 6)::int) as last
      from customer_order where state = 'paid'`,
    );
    expect(invoices).toEqual({ paid: invoices?.paid, numbers: invoices?.paid, last: invoices?.paid });
    // Each order's amounts add up, and stock matches the sales.
    expect(
      await rowsOf(
        shop,
        sql`select number from customer_order o join order_item i on i.order_id = o.id
        group by o.id having sum(i.price_paise * i.quantity) <> o.total_paise
          or sum(i.taxable_paise + i.cgst_paise + i.sgst_paise + i.igst_paise) <> o.total_paise`,
      ),
    ).toEqual([]);
    expect(
      await rowsOf(
        shop,
        sql`select s.variant_id from stock s where s.on_hand - s.reserved <> ${STOCK} - coalesce((
        select sum(i.quantity) from order_item i join customer_order o on o.id = i.order_id
        where i.variant_id = s.variant_id and o.holds_stock), 0)`,
      ),
    ).toEqual([]);
  },
  2 * LONGEST_WAIT_MS + KILLS * 20_000,
);
