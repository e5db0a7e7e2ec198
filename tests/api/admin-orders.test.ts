/** Staff finds orders and takes them from packing to delivery, and nobody overwrites another's step. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buyersOf } from "./buyers.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let packer: Awaited<ReturnType<typeof signInAs>>;
let product: string;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
  packer = await signInAs(shop, "Packer");
  product = await shoppers.sell({ pricePaise: 11_800, stock: 500 });
});
afterAll(() => shop?.close());

async function bought(customer: { name?: string; mobile?: string } = {}) {
  const buyer = await shoppers.buyer({ [product]: 2 });
  if (customer.name) await shop.db.execute(sql`update customer set name = ${customer.name} where id = ${buyer.id}`);
  if (customer.mobile)
    await shop.db.execute(sql`update customer set mobile = ${customer.mobile} where id = ${buyer.id}`);
  const { orderNumber } = await buyer.buy();
  return { buyer, orderNumber };
}
const list = async (query = "", who = packer) => (await who.send("GET", `/orders${query}`)).body.data;
const numbers = async (query: string, who = packer): Promise<string[]> =>
  (await list(query, who)).orders.map(({ number }: { number: string }) => number);
const read = async (number: string) => (await packer.send("GET", `/orders/${number}`)).body.data;
const step = (number: string, verb: string, body: object) => packer.send("POST", `/orders/${number}/${verb}`, body);

describe("an order", () => {
  it("goes from payment to delivery, each step with its author in the history and the audit log", async () => {
    const { orderNumber } = await bought();
    let order = await read(orderNumber);
    expect(order).toMatchObject({
      number: orderNumber,
      state: "paid",
      steps: ["process", "pack", "ship"],
      mobile: "9000090000",
      documents: ["slip", "label", "invoice", "invoice_transporter", "invoice_supplier"],
      payments: [{ state: "captured", amount: 236 }],
      items: [{ quantity: 2 }],
    });
    for (const [verb, also, state] of [
      ["process", {}, "processing"],
      ["pack", {}, "packed"],
      ["ship", { courier: "Delhivery", awb: "dlv 77001" }, "shipped"],
      ["out-for-delivery", {}, "out_for_delivery"],
      ["deliver", {}, "delivered"],
    ] as const) {
      const { status, body } = await step(orderNumber, verb, { version: order.version, ...also });
      expect({ verb, status, state: body.data?.state }).toEqual({ verb, status: 200, state });
      order = body.data;
    }
    expect(order.shipments).toMatchObject([{ courier: "Delhivery", awb: "DLV77001" }]);
    expect(order.steps).toEqual([]);
    const changes = order.history.filter(({ kind }: { kind: string }) => kind === "state");
    expect(changes.map(({ title, by }: { title: string; by: string }) => [title, by])).toEqual([
      ...["Delivered", "Out for delivery", "Shipped", "Packed", "Processing"].map((title) => [title, "Packer Rao"]),
      ["Paid", ""],
      ["Placed", "the customer"],
    ]);
    expect(order.history).toContainEqual(expect.objectContaining({ title: "Payment of ₹236 received", by: "" }));
    const owner = await signInAs(shop, "Owner");
    const { entries } = (await owner.send("GET", `/audit?subject=order&id=${orderNumber}`)).body.data;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      "order.delivered",
      "order.parcel_sent_out",
      "order.shipped",
      "order.packed",
      "order.processing_started",
    ]);
    expect(entries[2]).toMatchObject({
      before: { state: "packed" },
      after: { state: "shipped", courier: "Delhivery", awb: "DLV77001" },
    });
  });

  it("that somebody has changed meanwhile rejects a step made on the earlier version", async () => {
    const { orderNumber } = await bought();
    const seen = await read(orderNumber);
    const both = await Promise.all([1, 2].map(() => step(orderNumber, "pack", { version: seen.version })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = both.find(({ status }) => status === 409);
    expect(late?.body).toMatchObject({ code: "conflict", message: expect.stringContaining("it is Packed now") });
    // A command changes the version, too.
    const packed = await read(orderNumber);
    await actOnOrder(shop, `ship ${orderNumber} --awb DLV88001 --courier Delhivery`);
    expect((await step(orderNumber, "deliver", { version: packed.version })).body.code).toBe("conflict");
    const { history } = await read(orderNumber);
    expect(history.find(({ kind }: { kind: string }) => kind === "state")).toMatchObject({
      state: "shipped",
      by: "Command",
    });
  });

  it("takes no step that its state forbids, nor another parcel's AWB", async () => {
    const { orderNumber } = await bought();
    const { version } = await read(orderNumber);
    expect((await step(orderNumber, "deliver", { version })).body.code).toBe("wrong_order_state");
    const taken = await step(orderNumber, "ship", { version, courier: "Delhivery", awb: "DLV88001" });
    expect(taken.body).toMatchObject({ statusCode: 409, errors: [{ field: "awb" }] });
    expect((await step(orderNumber, "ship", { version, courier: "D", awb: "<x>" })).status).toBe(422);
    expect((await read(orderNumber)).state).toBe("paid");
    expect((await packer.send("GET", "/orders/KW-0000-0000")).status).toBe(404);
  });

  it("takes no step by a role that may only see it", async () => {
    const { orderNumber } = await bought();
    const { send } = await signInAs(shop, "Accountant");
    const { version } = (await send("GET", `/orders/${orderNumber}`)).body.data;
    const { status, body } = await send("POST", `/orders/${orderNumber}/pack`, { version });
    expect({ status, message: body.message }).toEqual({
      status: 403,
      message: expect.stringContaining("fulfil_orders"),
    });
  });
});

describe("the list of orders", () => {
  it("has a tab for each task, with its count", async () => {
    const { orderNumber } = await bought();
    const before = (await packer.send("GET", "/orders/counts")).body.data;
    expect(await numbers("?tab=to_pack")).toContain(orderNumber);
    const { version } = await read(orderNumber);
    await step(orderNumber, "pack", { version });
    expect(await numbers("?tab=to_pack")).not.toContain(orderNumber);
    expect(await numbers("?tab=to_ship")).toContain(orderNumber);
    const after = (await packer.send("GET", "/orders/counts")).body.data;
    expect(after).toEqual({ ...before, to_pack: before.to_pack - 1, to_ship: before.to_ship + 1 });
  });

  it("finds an order by number, AWB, email, phone and name, however it is typed", async () => {
    const support = await signInAs(shop, "Support");
    const { buyer, orderNumber } = await bought({ name: "Meenakshi Subramaniam", mobile: "9812345670" });
    const { version } = await read(orderNumber);
    await step(orderNumber, "ship", { version, courier: "Delhivery", awb: "FIND-4711" });
    for (const typed of [
      orderNumber,
      orderNumber.toLowerCase().replaceAll("-", ""),
      orderNumber.slice(3),
      "find-4711",
      buyer.email.toUpperCase(),
      "9812345670",
      "+91 98123 45670",
      "meenakshi",
      "subra MEENA",
    ])
      expect({ typed, found: await numbers(`?q=${encodeURIComponent(typed)}`, support) }).toEqual({
        typed,
        found: [orderNumber],
      });
    for (const typed of [
      "nobody@example.com",
      "9812345671",
      "100%",
      "%%%",
      "___",
      "KW-ZZZZ-ZZZZ",
      "'; drop table customer",
    ])
      expect({ typed, found: await numbers(`?q=${encodeURIComponent(typed)}`, support) }).toEqual({ typed, found: [] });
    expect((await packer.send("GET", "/orders?q=ab")).body).toMatchObject({
      statusCode: 400,
      errors: [{ field: "q" }],
    });
    // Together with a filter.
    expect(await numbers("?q=meenakshi&tab=to_pack")).toEqual([]);
    expect(await numbers("?q=meenakshi&tab=in_transit&payment=online")).toEqual([orderNumber]);
  });

  it("is read in pages, in both directions, without gaps or repetitions", async () => {
    const { orderNumber } = await bought();
    // Orders of the same moment, copied from a real one.
    await shop.db.execute(sql`
      insert into customer_order (number, customer_id, state, customer_name, email, mobile, shipping_address, billing_address, seller,
        subtotal_paise, discount_paise, shipping_paise, total_paise, shop_origin, created_at, pay_until, paid_at)
      select 'KW-PAGE-' || lpad(n::text, 4, '0'), customer_id, 'delivered', customer_name, email, mobile, shipping_address, billing_address,
        seller, subtotal_paise, discount_paise, shipping_paise, total_paise, shop_origin, '2020-01-01', pay_until, paid_at
      from customer_order, generate_series(1, 120) n where number = ${orderNumber}`);
    for (const sort of ["newest", "oldest"]) {
      const seen: string[] = [];
      let after = "";
      let hasMore = true;
      while (hasMore) {
        const page = await list(`?state=delivered&to=2020-12-31&sort=${sort}${after && `&after=${after}`}`);
        seen.push(...page.orders.map(({ number }: { number: string }) => number));
        after = seen.at(-1) ?? "";
        hasMore = page.hasMore;
      }
      const all = Array.from({ length: 120 }, (_, n) => `KW-PAGE-${String(n + 1).padStart(4, "0")}`);
      expect(seen).toEqual(sort === "oldest" ? all : all.reverse());
    }
    // The orders beside one of them, in either direction.
    for (const [sort, previous, next] of [
      ["newest", "KW-PAGE-0061", "KW-PAGE-0059"],
      ["oldest", "KW-PAGE-0059", "KW-PAGE-0061"],
    ])
      expect(
        (await packer.send("GET", `/orders/KW-PAGE-0060/neighbours?state=delivered&to=2020-12-31&sort=${sort}`)).body
          .data,
      ).toEqual({ previous, next });
    expect(
      (await packer.send("GET", "/orders/KW-PAGE-0120/neighbours?state=delivered&to=2020-12-31")).body.data.previous,
    ).toBeNull();
    expect((await list("?from=2020-01-02&to=2020-01-03")).orders).toEqual([]);
    expect((await packer.send("GET", "/orders/counts")).body.data).not.toHaveProperty("all");
  });

  it("rejects filters that it does not know", async () => {
    for (const query of ["?tab=lost", "?state=gone", "?sort=up", "?from=today", "?after=KW"])
      expect({ query, status: (await packer.send("GET", `/orders${query}`)).status }).toEqual({ query, status: 400 });
  });
});
