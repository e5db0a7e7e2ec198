/** Which orders count as a use of an offer, and as a customer's first order: paid online, and for cash on delivery. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { newOffer } from "../../contract/admin/offers.ts";
import { expireOrder } from "../../server/orders/payments/expire-order.ts";
import { createOffer } from "../../server/selling/offers/manage-offers.ts";
import type { NewOffer } from "../../server/selling/offers/new-offer.ts";
import { type Buyer, buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let made = 0;

beforeAll(async () => {
  shop = await openShop({ environment: { CASH_ON_DELIVERY: "true" } });
  shoppers = buyersOf(shop);
});
afterAll(() => shop?.close());

async function offer(spec: Partial<NewOffer> = {}): Promise<string> {
  made += 1;
  const codes = [`USE${made}`];
  const created = z.parse(newOffer, { name: `Offer ${made}`, kind: "percentage", percent: 10, codes, ...spec });
  await createOffer(shop.db, created, new Date());
  return codes[0] ?? "";
}
const enter = (buyer: Buyer, code: string) => buyer.post("cart/code", { code });
const usesOf = async (code: string) =>
  (
    await rowsOf<{ uses: number }>(
      shop,
      sql`select o.uses from offer o join offer_code c on c.offer_id = o.id where c.code = ${code}`,
    )
  )[0]?.uses;

/** Buys what is in the cart; returns the order's number. */
const BUYING = {
  online: async (buyer: Buyer) => (await buyer.buy()).orderNumber,
  "cash on delivery": async (buyer: Buyer) => confirm(buyer, await placeForCash(buyer)),
};
type Method = keyof typeof BUYING;

async function placeForCash(buyer: Buyer): Promise<string> {
  // No code is mailed within 30 seconds of the last one.
  await shop.db.execute(
    sql`update one_time_code set sent_at = sent_at - interval '1 minute' where email = ${buyer.email}`,
  );
  const { status, body } = await buyer.post("cash-order", { address: LUCKNOW });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data.orderNumber;
}
async function confirm(buyer: Buyer, number: string): Promise<string> {
  const mail = await shoppers.people.mailAbout(buyer.email, `Confirm your order ${number}`);
  const code = /^ {4}(\d{6})$/m.exec(mail.text)?.[1];
  const { status, body } = await buyer.post(`cash-order/${number}/confirm`, { code });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return number;
}

async function order(words: string): Promise<void> {
  const { code, err } = await actOnOrder(shop, words);
  if (code !== 0) throw new Error(err);
}
const ship = (number: string) => order(`ship ${number} --awb USE${++made} --courier Delhivery`);

const ENDS: Record<string, (buyer: Buyer, number: string) => Promise<void>> = {
  "is cancelled": async (buyer, number) => {
    expect((await buyer.post(`order/${number}/cancel`)).status).toBe(200);
  },
  "comes back undelivered": async (_, number) => {
    await ship(number);
    await order(`came-back ${number}`);
  },
  "is lost": async (_, number) => {
    await ship(number);
    await order(`lost ${number}`);
  },
};
const CASES = Object.keys(ENDS).flatMap((end) =>
  (["online", "cash on delivery"] as const).map((method): [Method, string] => [method, end]),
);

describe("an order", () => {
  it.each(CASES)("(%s) that %s releases its code, and is no first order", async (method, end) => {
    const product = await shoppers.sell({ stock: 5 });
    const buyer = await shoppers.buyer({ [product]: 1 });
    const code = await offer({ maxUses: 1, maxUsesPerCustomer: 1, firstOrder: true });
    await enter(buyer, code);
    const number = await BUYING[method](buyer);
    expect(await usesOf(code)).toBe(1);
    await buyer.add(product);
    expect((await enter(buyer, code)).body.message).toContain("already used");
    await ENDS[end]?.(buyer, number);
    expect(await usesOf(code)).toBe(0);
    expect((await enter(buyer, code)).body.data).toEqual({ code, problem: null });
    expect(await buyer.cart()).toMatchObject({ totalPrice: 450 });
  });

  it.each<[Method, string]>([
    ["online", "is cancelled"],
    ["cash on delivery", "comes back undelivered"],
  ])("(%s) that %s releases the credit of its set", async (method, end) => {
    const slug = `set-${++made}`;
    const [set, product] = [await shoppers.sell({ slug, stock: 5 }), await shoppers.sell({ stock: 5 })];
    await offer({ kind: "set_credit", percent: undefined, codes: undefined, days: 60, sets: [slug] });
    const buyer = await shoppers.buyer({ [set]: 1 });
    const bought = await BUYING[method](buyer);
    await ship(bought);
    await order(`deliver ${bought}`);
    await buyer.add(product, 2);
    expect(await buyer.cart()).toMatchObject({ totalPrice: 500 });
    const number = await BUYING[method](buyer);
    await buyer.add(product, 2);
    expect(await buyer.cart()).toMatchObject({ totalPrice: 1000 });
    await ENDS[end]?.(buyer, number);
    expect(await buyer.cart()).toMatchObject({ totalPrice: 500 });
  });

  it.each<Method>(["online", "cash on delivery"])(
    "(%s) is the first order until it is returned, and after",
    async (method) => {
      const product = await shoppers.sell({ stock: 5 });
      const buyer = await shoppers.buyer({ [product]: 1 });
      const code = await offer({ maxUses: 2, firstOrder: true });
      await enter(buyer, code);
      const number = await BUYING[method](buyer);
      await buyer.add(product);
      const isRejected = async () =>
        expect((await enter(buyer, code)).body.message).toContain("for your first order only");
      await isRejected();
      await ship(number);
      await order(`deliver ${number}`);
      await isRejected();
      expect((await buyer.post(`order/${number}/return`, { reason: "It leaks." })).status).toBe(200);
      await order(`return-accept ${number}`);
      await isRejected();
      expect(await usesOf(code)).toBe(1);
    },
  );

  it("that is paid removes its own code from the cart, and no code entered since", async () => {
    const product = await shoppers.sell();
    const buyer = await shoppers.buyer({ [product]: 1 });
    const [used, next] = [await offer(), await offer()];
    await enter(buyer, used);
    const opened = await buyer.order();
    await enter(buyer, next);
    expect((await buyer.verify(await buyer.pay(opened))).body.data.outcome).toBe("paid");
    expect((await buyer.cart()).code).toMatchObject({ code: next });
  });
});

it("refunds a late payment of an order that its customer replaced and confirmed for cash on delivery", async () => {
  const product = await shoppers.sell({ stock: 5 });
  const buyer = await shoppers.buyer({ [product]: 1 });
  const code = await offer({ maxUses: 5, maxUsesPerCustomer: 1 });
  await enter(buyer, code);
  const opened = await buyer.order();
  const number = await BUYING["cash on delivery"](buyer);
  expect((await buyer.verify(await buyer.pay(opened))).body.data.outcome).toBe("refunded");
  expect(await shoppers.stateOf(opened.orderNumber)).toBe("expired");
  expect(await shoppers.stateOf(number)).toBe("processing");
  expect(await shoppers.stockOf(product)).toBe(4);
  expect(await usesOf(code)).toBe(1);
});

async function expire(number: string): Promise<void> {
  const [row] = await rowsOf<{ id: number }>(shop, sql`select id::int from customer_order where number = ${number}`);
  await expireOrder(
    { db: shop.db, readSender: async () => ({ name: "", email: "", origin: "" }) as never },
    { id: row?.id ?? 0, shopOrigin: "" },
    { isConfirmedUnpaid: false, now: new Date(Date.now() + 60 * 60_000) },
  );
}

it.each<[string, Partial<NewOffer>]>([
  ["once per customer", { maxUsesPerCustomer: 1 }],
  ["for the first order", { firstOrder: true }],
])("refunds a late payment whose code, %s, another order has used since", async (_, spec) => {
  const product = await shoppers.sell({ stock: 5 });
  const buyer = await shoppers.buyer({ [product]: 1 });
  const code = await offer(spec);
  await enter(buyer, code);
  const late = await buyer.order();
  await expire(late.orderNumber);
  const paid = await buyer.buy();
  expect(paid.verified.body.data.outcome).toBe("paid");
  expect((await buyer.verify(await buyer.pay(late))).body.data.outcome).toBe("refunded");
  expect(await shoppers.stateOf(late.orderNumber)).toBe("expired");
  expect(await shoppers.stockOf(product)).toBe(4);
});

describe("another email of the same mailbox", () => {
  it.each([
    ["asha.rao@gmail.com", "as.ha.r.ao+new@googlemail.com"],
    ["meera+shop@mail.example", "meera@mail.example"],
  ])("has no further first order, and no further use (%s, %s)", async (email, again) => {
    const product = await shoppers.sell({ stock: 20 });
    const [first, once] = [await offer({ firstOrder: true }), await offer({ maxUsesPerCustomer: 1 })];
    const buyer = await shoppers.buyer({ [product]: 1 }, { email });
    await enter(buyer, once);
    await buyer.buy();
    const other = await shoppers.buyer({ [product]: 1 }, { email: again });
    expect((await enter(other, first)).body.message).toContain("for your first order only");
    expect((await enter(other, once)).body.message).toContain("already used");
  });

  it.each([{ firstOrder: true }, { maxUsesPerCustomer: 1 }])(
    "has an offer once, also of two orders at once that wait for their payment (%j)",
    async (limit) => {
      made += 1;
      const product = await shoppers.sell({ stock: 20 });
      const code = await offer(limit);
      const emails = [`nila${made}@mail.example`, `nila${made}+second@mail.example`];
      const both = await Promise.all(emails.map((email) => shoppers.buyer({ [product]: 1 }, { email })));
      for (const buyer of both) expect((await enter(buyer, code)).status).toBe(200);
      const placed = await Promise.all(both.map((buyer) => buyer.init()));
      expect(placed.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, "offer_ended"]);
    },
  );

  it("has an offer once, also of two expired orders that are paid at once", async () => {
    made += 1;
    const product = await shoppers.sell({ stock: 20 });
    const code = await offer({ maxUses: 5, maxUsesPerCustomer: 1 });
    const late: { buyer: Buyer; payment: Awaited<ReturnType<Buyer["pay"]>> }[] = [];
    for (const email of [`kusum${made}@mail.example`, `kusum${made}+second@mail.example`]) {
      const buyer = await shoppers.buyer({ [product]: 1 }, { email });
      await enter(buyer, code);
      const opened = await buyer.order();
      await expire(opened.orderNumber);
      late.push({ buyer, payment: await buyer.pay(opened) });
    }
    let verified = Promise.resolve<Awaited<ReturnType<Buyer["verify"]>>[]>([]);
    await shop.db.transaction(async (trx) => {
      await trx.execute(sql`select from offer for update`);
      verified = Promise.all(late.map(({ buyer, payment }) => buyer.verify(payment)));
      const areWaiting = async () => (await rowsOf(shop, sql`select from pg_locks where not granted`)).length >= 2;
      while (!(await areWaiting())) await new Promise((resolve) => setTimeout(resolve, 10));
    });
    expect((await verified).map(({ body }) => body.data.outcome).sort()).toEqual(["paid", "refunded"]);
  });

  it.each([
    ["n.i.l@mail.example", "nil@mail.example"],
    ["+tag@mail.example", "+other@mail.example"],
  ])("is none where dots count or a tag is all there is (%s, %s)", async (email, other) => {
    const product = await shoppers.sell({ stock: 20 });
    const first = await offer({ firstOrder: true });
    await (await shoppers.buyer({ [product]: 1 }, { email })).buy();
    expect((await enter(await shoppers.buyer({ [product]: 1 }, { email: other }), first)).status).toBe(200);
  });
});
