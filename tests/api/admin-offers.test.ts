/** Offers in the back office: created, used, ended. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let manager: Awaited<ReturnType<typeof signInAs>>;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
  manager = await signInAs(shop, "Manager");
});
afterAll(() => shop?.close());

const create = (offer: object) => manager.send("POST", "/offers", offer);
const list = async (query = "") =>
  (await manager.send("GET", `/offers${query}`)).body.data.offers.map(({ name }: { name: string }) => name);

describe("an offer", () => {
  it("is created, counts its uses and what they cost, and ends", async () => {
    const { body } = await create({
      name: "10% off your first order",
      kind: "percentage",
      percent: 10,
      codes: ["welcome 10", "WELCOME10"],
      firstOrder: true,
      minimum: 999.5,
      customers: [],
    });
    const { _id } = body.data;
    expect(body.data).toMatchObject({
      tab: "running",
      effect: "10% off",
      codes: ["WELCOME10"],
      conditions: ["Only with its code", "From ₹999.50 of these products", "Only a customer’s first order"],
      uses: 0,
      discount: 0,
    });

    const id = await shoppers.sell({ pricePaise: 100_000, stock: 5 });
    const asha = await shoppers.buyer({ [id]: 1 });
    expect((await asha.post("cart/code", { code: "welcome10" })).status).toBe(200);
    const { orderNumber } = await asha.buy();
    const used = (await manager.send("GET", `/offers/${_id}`)).body.data;
    expect(used).toMatchObject({ uses: 1, discount: 100, orders: [{ number: orderNumber, discount: 100 }] });
    expect(await list("?q=welcome10")).toEqual(["10% off your first order"]);
    expect(await list("?q=%25")).toEqual(["10% off your first order"]);
    expect(await list("?q=_")).toEqual([]);

    const ended = await manager.send("POST", `/offers/${_id}/end`, {});
    expect(ended.body.data).toMatchObject({ tab: "ended", endsAt: expect.any(String) });
    expect((await manager.send("POST", `/offers/${_id}/end`, {})).status).toBe(409);
    expect(await list()).toEqual([]);
    expect(await list("?tab=ended")).toEqual(["10% off your first order"]);
    const audit = await rowsOf<{ action: string; after: Record<string, unknown> }>(
      shop,
      sql`select action, after from audit_entry where subject_type = 'offer' and subject_id = ${_id} order by id`,
    );
    expect(audit).toMatchObject([
      { action: "offer.created", after: { kind: "percentage", percent: 10, minimum: 999.5, firstOrder: true } },
      { action: "offer.ended" },
    ]);
  });

  it("is recorded as ended with the last day that it was planned for, as it was created", async () => {
    const { _id } = (await create({ name: "Free shipping", kind: "free_shipping", until: "2099-01-31" })).body.data;
    await manager.send("POST", `/offers/${_id}/end`, {});
    const [created, ended] = await rowsOf<{ before: unknown; after: unknown }>(
      shop,
      sql`select before, after from audit_entry where subject_type = 'offer' and subject_id = ${_id} order by id`,
    );
    expect(created).toMatchObject({ after: { until: "2099-01-31" } });
    expect(ended).toMatchObject({
      before: { until: "2099-01-31" },
      after: { until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    });
  });

  it("needs the values of its kind, and accepts no others", async () => {
    const slug = "discovery-set";
    await shoppers.sell({ slug, sku: "SAMPLE-1" });
    for (const offer of [
      { name: "₹100 off", kind: "amount", amount: 100 },
      { name: "Free shipping", kind: "free_shipping", from: "2099-01-01", until: "2099-01-31" },
      { name: "Three for two", kind: "buy_x_get_y", buy: 2, free: 1, products: [slug] },
      { name: "3 for 999", kind: "bundle_price", buy: 3, amount: 999 },
      { name: "A sample", kind: "free_samples", free: 1, samples: ["SAMPLE-1"], minimum: 500 },
      { name: "Set credit", kind: "set_credit", days: 30, sets: [slug] },
    ])
      expect({ offer, status: (await create(offer)).status }).toEqual({ offer, status: 200 });
    expect(await list("?tab=planned")).toEqual(["Free shipping"]);
    const problem = async (offer: object) => {
      const { status, body } = await create({ name: "x", ...offer });
      expect(status).toBe(422);
      return `${body.errors[0].field}: ${body.errors[0].message}`;
    };
    expect(await problem({ kind: "percentage" })).toBe("percent: Please give the percentage.");
    expect(await problem({ kind: "free_samples", free: 1 })).toBe("samples: Please choose the samples.");
    expect(await problem({ kind: "free_shipping", percent: 5 })).toContain("has no percent");
    expect(await problem({ kind: "amount", amount: 0.004 })).toContain("above 0");
    expect(await problem({ kind: "bundle_price", buy: 2, amount: 99_999, products: [slug] })).toMatch(
      /^amount: This takes nothing off: 2 units of the most expensive product cost ₹/,
    );
    expect(await problem({ kind: "percentage", percent: 101 })).toContain("from 1 to 100");
    expect(await problem({ kind: "amount", amount: -1 })).toContain("above 0");
    expect(await problem({ kind: "free_shipping", products: ["nothing"] })).toBe(
      "products: There is no product nothing.",
    );
    expect(await problem({ kind: "free_shipping", customers: ["nobody@example.com"] })).toContain("no customer");
    expect(await problem({ kind: "free_shipping", from: "2099-02-01", until: "2099-01-01" })).toContain("last day");
    expect(await problem({ kind: "free_shipping", from: "2026-02-30" })).toContain("A day looks like");
    expect(await problem({ kind: "free_shipping", name: "x".repeat(64_000 / 2) })).toContain("80 characters");
    expect(await problem({ kind: "nothing" })).toContain("kind must be");
    expect((await manager.send("GET", "/offers/999999")).status).toBe(404);
  });

  it("is not created without a limit that was sent under a name of another release, or beside a wrong one", async () => {
    const offer = { name: "Old names", kind: "percentage", percent: 50, codes: ["OLDNAMES"] };
    const { status, body } = await create({ ...offer, first_order: true, max_uses: 5 });
    expect(status).toBe(422);
    expect(body.code).toBe("invalid_input");
    expect(body.errors).toEqual([
      { field: "first_order", message: "There is no field first_order." },
      { field: "max_uses", message: "There is no field max_uses." },
    ]);
    expect(await list("?q=OLDNAMES")).toEqual([]);
  });

  it("finds what it can be for by words of its name, its slug or SKU", async () => {
    const find = async (kind: string, q: string) =>
      (await manager.send("GET", `/offers/choices?${new URLSearchParams({ kind, q })}`)).body.data;
    await shoppers.sell({ slug: "vetiver-noon", sku: "VETIVER-NOON-50" });
    const [product] = await find("product", "vetiver-noon");
    expect(product).toEqual({ value: "vetiver-noon", name: expect.any(String) });
    expect(await find("size", "vetiver-noon-50")).toMatchObject([{ value: "VETIVER-NOON-50" }]);
    expect(await find("category", "no such one")).toEqual([]);
    expect(await find("product", "%_")).toEqual([]);
  });

  it("has codes of its own, also when two are created at once", async () => {
    const both = await Promise.all(
      ["One", "Two"].map((name) => create({ name, kind: "free_shipping", codes: ["TWICE"] })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await list("?q=twice")).toHaveLength(1);
  });
});

describe("a change of an offer", () => {
  const change = (id: string, body: object) => manager.send("PATCH", `/offers/${id}`, body);
  // Others apply by themselves.
  beforeEach(() => shop.db.execute(sql`update offer set ends_at = now() where starts_at < now() and ends_at is null`));

  it("is for new orders; an order that is placed keeps what it was promised, also for its returns", async () => {
    const { _id: id } = (await create({ name: "Tenn off", kind: "percentage", percent: 20, codes: ["EDIT20"] })).body
      .data;
    const product = await shoppers.sell({ pricePaise: 100_000, stock: 9 });
    const [asha, priya] = [await shoppers.buyer({ [product]: 1 }), await shoppers.buyer({ [product]: 1 })];
    for (const one of [asha, priya]) await one.post("cart/code", { code: "EDIT20" });
    const { orderNumber } = await asha.buy();
    const waiting = await priya.order();
    expect(waiting.amount).toBe(80_000);

    const { body } = await change(id, { version: 1, name: "10% off", percent: 10, codes: ["EDIT20", "EDIT10"] });
    expect(body.data).toMatchObject({ name: "10% off", effect: "10% off", version: 2, uses: 2, discount: 400 });
    const [terms] = await rowsOf<{ percent: number }>(
      shop,
      sql`select (terms -> 'offers' -> 0 ->> 'percent')::int as percent from order_terms
        join customer_order on customer_order.id = order_id where number = ${orderNumber}`,
    );
    expect(terms).toEqual({ percent: 20 });
    // The payment that is open is collected as it was opened.
    expect((await priya.verify(await priya.pay(waiting))).status).toBe(200);
    expect(await shoppers.stateOf(waiting.orderNumber)).toBe("paid");

    const rani = await shoppers.buyer({ [product]: 1 });
    await rani.post("cart/code", { code: "edit10" });
    expect((await rani.init({ address: LUCKNOW, total_price: 800 })).status).toBe(409);
    expect((await rani.order({ address: LUCKNOW, total_price: 900 })).amount).toBe(90_000);
    const [, changed] = await rowsOf(
      shop,
      sql`select action, before, after from audit_entry where subject_type = 'offer' and subject_id = ${id} order by id`,
    );
    expect(changed).toEqual({
      action: "offer.changed",
      before: { name: "Tenn off", percent: 20, codes: ["EDIT20"] },
      after: { name: "10% off", percent: 10, codes: ["EDIT10", "EDIT20"] },
    });
  });

  it("is rejected by the field that does not fit, and when a colleague was faster", async () => {
    const offer = { name: "Edited", kind: "percentage", percent: 5, from: "2026-01-01", minimum: 500, maxUses: 3 };
    const { _id: id } = (await create(offer)).body.data;
    await create({ name: "Other", kind: "free_shipping", codes: ["OTHERS"] });
    const problem = async (fields: object) => {
      const { status, body } = await change(id, { version: 1, ...fields });
      return `${status} ${body.errors?.[0].field}: ${body.errors?.[0].message}`;
    };
    expect(await problem({ percent: 0 })).toMatch(/^422 percent: /);
    expect(await problem({ minimum: "x" })).toMatch(/^422 minimum: /);
    expect(await problem({ amount: 5 })).toMatch(/^422 amount: .*has no amount/);
    expect(await problem({ from: "2026-01-02" })).toMatch(/^422 from: It has begun already/);
    expect(await problem({ until: "2026-01-31" })).toMatch(/^422 until: This day is over/);
    expect(await problem({ codes: ["OTHERS"] })).toBe("422 codes: The code OTHERS belongs to another offer.");
    expect(await problem({ kind: "amount" })).toMatch(/^422 kind: There is no field kind/);
    expect((await manager.send("GET", `/offers/${id}`)).body.data).toMatchObject({ version: 1, lastChange: {} });
    const both = await Promise.all(
      [{ minimum: null }, { minimum: 700 }].map((fields) => change(id, { version: 1, ...fields })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await manager.send("POST", `/offers/${id}/end`, {});
    expect((await change(id, { version: 2, name: "Late" })).body.message).toContain("has ended");
    expect((await change("999999", { version: 1 })).status).toBe(404);
  });

  it("begins to count all uses when it gets a maximum, and never allows fewer than there are", async () => {
    const { _id: id } = (await create({ name: "Many", kind: "percentage", percent: 10, codes: ["MANY"] })).body.data;
    const product = await shoppers.sell({ pricePaise: 50_000, stock: 9 });
    const aBuyer = async () => {
      const one = await shoppers.buyer({ [product]: 1 });
      await one.post("cart/code", { code: "MANY" });
      return one;
    };
    for (const one of [await aBuyer(), await aBuyer()]) await one.buy();
    const last = await aBuyer();
    const { status, body } = await change(id, { version: 1, maxUses: 1 });
    expect({ status, error: body.errors[0] }).toEqual({
      status: 422,
      error: { field: "maxUses", message: "It has 2 uses already. To let nobody else use it, end the offer." },
    });
    expect((await change(id, { version: 1, maxUses: 2 })).body.data).toMatchObject({ uses: 2, maxUses: 2 });
    expect((await last.cart()).code.problem).toContain("as often as it could be");
    expect((await change(id, { version: 2, maxUses: null })).body.data.maxUses).toBeNull();
    expect((await last.cart()).totalPrice).toBe(450);
  });

  it("leaves what it does not name, also products that are deleted, and hides emails from who may not see them", async () => {
    await shop.db.execute(
      sql`insert into customer (email, name) values ('asha-edit@example.com', 'Asha') on conflict do nothing`,
    );
    const gone = Number(await shoppers.sell({ slug: "gone-soon" }));
    await shoppers.sell({ slug: "stays-here" });
    const spec = { name: "Both", kind: "free_shipping", products: ["gone-soon", "stays-here"], from: "2099-01-01" };
    const { _id: id } = (await create({ ...spec, customers: ["asha-edit@example.com"] })).body.data;
    await shop.db.execute(sql`delete from product where id = ${gone}`);
    const owner = await signInAs(shop, "Owner");
    await owner.send("POST", "/roles", { name: "Offers only", permissions: ["edit_offers"] });
    const editor = await signInAs(shop, "Offers only", "offers-only@staff.example");
    const seen = (await editor.send("GET", `/offers/${id}`)).body.data;
    expect(seen.fields).toMatchObject({ customers: null, products: [{ value: "stays-here" }], from: "2099-01-01" });
    const { body } = await editor.send("PATCH", `/offers/${id}`, { version: 1, name: "All", from: null });
    expect(body.data).toMatchObject({ tab: "running", name: "All" });
    const [row] = await rowsOf<{ conditions: unknown }>(
      shop,
      sql`select conditions from offer where id = ${Number(id)}`,
    );
    expect(row?.conditions).toMatchObject({ products: [gone, gone + 1], customers: [expect.any(Number)] });
  });
});
