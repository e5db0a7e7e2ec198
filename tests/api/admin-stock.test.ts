/** Stock in the back office: the ledger, deliveries, counts, lots and recalls. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buyersOf } from "./buyers.ts";
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

let made = 0;
/** Creates a product with this stock; returns it with its SKU. */
async function sell(stock: number) {
  made += 1;
  const sku = `SK/${made} a`;
  const id = await shoppers.sell({ stock, sku, title: `Attar ${made}` });
  return { id, sku, path: `/stock/${encodeURIComponent(sku)}` };
}
const read = async (path: string) => (await manager.send("GET", path)).body.data;
const ledger = async (path: string) =>
  (await read(`${path}/movements`)).movements.map(
    ({ kind, quantity, reason, author, order }: Record<string, unknown>) =>
      `${kind} ${quantity} ${order ?? ""} ${reason} ${author}`.replace(/ +/g, " ").trim(),
  );
const audit = async (subject: string, id: string) =>
  (
    await rowsOf<{ action: string; actor: string; before: unknown; after: unknown }>(
      shop,
      sql`select action, actor, before, after from audit_entry where subject_type = ${subject} and subject_id = ${id} order by id`,
    )
  ).map(({ action, actor, before, after }) => ({ action, actor, before, after }));

describe("a size", () => {
  it("is received and adjusted, each with its author in the ledger and the audit log", async () => {
    const { sku, path } = await sell(10);
    const received = await manager.send("POST", `${path}/receive`, { units: 5, reason: "Note 7" });
    expect(received.body.data).toMatchObject({ sku, onHand: 15, reserved: 0, available: 15, isLow: false, lots: [] });
    const adjusted = await manager.send("POST", `${path}/adjust`, { difference: -11, reason: "Broken" });
    expect(adjusted.body.data).toMatchObject({ onHand: 4, isLow: true });
    expect((await ledger(path)).slice(0, 2)).toEqual([
      "adjusted -11 Broken Manager Rao",
      "received 5 Note 7 Manager Rao",
    ]);
    expect(await audit("stock", sku)).toEqual([
      {
        action: "stock.received",
        actor: "Manager Rao",
        before: { onHand: 10 },
        after: { onHand: 15, received: 5, reason: "Note 7" },
      },
      {
        action: "stock.adjusted",
        actor: "Manager Rao",
        before: { onHand: 15 },
        after: { onHand: 4, difference: -11, reason: "Broken" },
      },
    ]);
  });

  it("is listed by SKU, found by SKU and words, and low when few units are left", async () => {
    const { sku } = await sell(3);
    for (const q of [sku.toLowerCase(), `atta ${made}`])
      expect((await read(`/stock?q=${encodeURIComponent(q)}`)).sizes.map((size: { sku: string }) => size.sku)).toEqual([
        sku,
      ]);
    expect((await read("/stock?tab=low")).sizes.map((size: { sku: string }) => size.sku)).toContain(sku);
    expect((await read("/stock?q=%25")).sizes).toEqual([]);
    const { body: csv } = await manager.send("GET", "/stock.csv?tab=low");
    expect(csv.split("\r\n")[0]).toBe(
      "\uFEFFsku,title,size,on_hand,reserved,available,withheld,cost,units_without_cost",
    );
    expect(csv).toContain(`${sku},Attar ${made},`);
  });

  it("keeps units that unpaid orders reserve, and rejects an invalid number of units", async () => {
    const { id, path } = await sell(2);
    const asha = await shoppers.buyer({ [id]: 2 });
    await asha.order();
    const { status, body } = await manager.send("POST", `${path}/adjust`, { difference: -1, reason: "Broken" });
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: expect.stringContaining("unpaid orders reserve 2"),
    });
    for (const difference of [0, 1.5, 1e9, "1", null])
      expect((await manager.send("POST", `${path}/adjust`, { difference, reason: "x" })).body.errors[0].field).toBe(
        "difference",
      );
    for (const reason of ["", " \u0000 ", "x".repeat(64_000)])
      expect((await manager.send("POST", `${path}/adjust`, { difference: 1, reason })).body.errors[0].field).toBe(
        "reason",
      );
    expect((await manager.send("GET", "/stock/nothing")).status).toBe(404);
    expect((await manager.send("POST", "/stock/nothing/receive", { units: 1 })).status).toBe(404);
    expect(await ledger(path)).toHaveLength(2);
  });

  it("has a paged ledger", async () => {
    const { path } = await sell(0);
    for (let units = 1; units <= 52; units += 1) await manager.send("POST", `${path}/receive`, { units });
    const first = await read(`${path}/movements`);
    expect(first.hasMore).toBe(true);
    const second = await read(`${path}/movements?before=${first.movements.at(-1)._id}`);
    expect([...first.movements, ...second.movements].map(({ quantity }) => quantity)).toEqual(
      Array.from({ length: 52 }, (_, at) => 52 - at),
    );
    expect(second.hasMore).toBe(false);
  });
});

describe("a count", () => {
  it("shows its differences, then stores all of them or none", async () => {
    const [one, two] = [await sell(4), await sell(9)];
    const counts = [
      { sku: two.sku, counted: 7 },
      { sku: one.sku, counted: 4 },
    ];
    const preview = await manager.send("POST", "/stock/count", { preview: true, reason: "Stock-take", counts });
    expect(preview.body.data).toMatchObject([
      { sku: one.sku, expected: 4, counted: 4 },
      { sku: two.sku, expected: 9, counted: 7 },
    ]);
    expect((await read(two.path)).onHand).toBe(9);

    // A delivery arrives between the differences and the button.
    await manager.send("POST", `${one.path}/receive`, { units: 1 });
    const seen = [
      { sku: two.sku, counted: 7, expected: 9 },
      { sku: one.sku, counted: 4, expected: 4 },
    ];
    const late = await manager.send("POST", "/stock/count", { preview: false, reason: "Stock-take", counts: seen });
    expect({ status: late.status, message: late.body.message }).toEqual({
      status: 409,
      message: `${one.sku}: 5 units should be there now, not 4: please compare the differences again.`,
    });
    expect((await read(two.path)).onHand).toBe(9);

    // A member who has not seen the differences cannot store them.
    const unseen = await manager.send("POST", "/stock/count", { preview: false, reason: "Stock-take", counts });
    expect(unseen.body).toMatchObject({
      statusCode: 409,
      errors: [{ field: "counts", message: expect.stringContaining("5 units should be there, 4 are counted") }],
    });
    const again = seen.map((size) => (size.sku === one.sku ? { ...size, expected: 5 } : size));
    const stored = await manager.send("POST", "/stock/count", { preview: false, reason: "Stock-take", counts: again });
    expect(stored.status).toBe(200);
    expect([(await read(one.path)).onHand, (await read(two.path)).onHand]).toEqual([4, 7]);
    expect((await ledger(two.path))[0]).toBe("adjusted -2 Stock-take Manager Rao");
    expect(await audit("stock", two.sku)).toMatchObject([
      { action: "stock.counted", before: { onHand: 9 }, after: { onHand: 7, reason: "Stock-take" } },
    ]);
  });

  it("counts each size once, and names one that is unknown", async () => {
    const { sku } = await sell(1);
    const count = (counts: unknown) => manager.send("POST", "/stock/count", { preview: true, reason: "x", counts });
    expect(
      (
        await count([
          { sku, counted: 1 },
          { sku, counted: 2 },
        ])
      ).status,
    ).toBe(422);
    const twice = [
      { sku, counted: 1 },
      { sku: sku.toLowerCase(), counted: 1 },
    ];
    expect((await count(twice)).status).toBe(422);
    expect((await count([])).status).toBe(422);
    expect((await count(Array.from({ length: 501 }, (_, at) => ({ sku: `x${at}`, counted: 1 })))).status).toBe(422);
    expect((await count([{ sku: "nothing", counted: 1 }])).body.message).toContain("nothing");
    expect((await count([{ sku, counted: -1 }])).body.errors[0].field).toBe("counts.0.counted");
  });
});

describe("a lot", () => {
  it("is received with its dates, which stay", async () => {
    const { path } = await sell(0);
    const lot = { units: 4, lot: "A12", lifeKind: "expiry", lifeMonth: "2099-03", manufacturedOn: "2026-10-01" };
    const { body } = await manager.send("POST", `${path}/receive`, lot);
    expect(body.data.lots).toMatchObject([
      { number: "A12", onHand: 4, life: "expiry 03/2099", lastGoodDay: "2099-03-31", manufacturedOn: "2026-10-01" },
    ]);
    const other = await manager.send("POST", `${path}/receive`, { ...lot, lifeMonth: "2099-04" });
    expect({ status: other.status, message: other.body.message }).toEqual({
      status: 409,
      message: expect.stringContaining("known with other dates"),
    });
    const field = async (change: object) =>
      (await manager.send("POST", `${path}/receive`, { ...lot, ...change })).body.errors[0].field;
    expect(await field({ lot: undefined })).toBe("lot");
    expect(await field({ lot: "é" })).toBe("lot");
    expect(await field({ manufacturedOn: "2026-02-30" })).toBe("manufacturedOn");
    expect(await field({ manufacturedOn: "2999-01-01" })).toBe("manufacturedOn");
    expect(await field({ lifeMonth: undefined })).toBe("lifeMonth");
    expect(await field({ lifeMonth: "2026-13" })).toBe("lifeMonth");
    // Expired before it was made: month and year were swapped.
    expect(await field({ lifeMonth: "2026-09" })).toBe("lifeMonth");
    expect(await field({ lifeKind: "use_before", lifeMonth: "2026-10" })).toBe("lifeMonth");
    expect(await field({ lifeMonth: "2026-10", units: 0 })).toBe("units");
  });

  it("is recalled: unshipped orders get other units, customers are emailed once, and it can be reinstated", async () => {
    const { id, path } = await sell(0);
    const lot = { units: 3, lot: "R 1/a", lifeKind: "expiry", lifeMonth: "2099-03" };
    await manager.send("POST", `${path}/receive`, lot);
    await manager.send("POST", `${path}/receive`, { units: 1 });
    const asha = await shoppers.buyer({ [id]: 1 });
    const sent = (await asha.buy()).orderNumber;
    await shop.db.execute(sql`update customer_order set state = 'shipped' where number = ${sent}`);
    const binu = await shoppers.buyer({ [id]: 1 });
    const waiting = (await binu.buy()).orderNumber;

    const page = `/lots/${encodeURIComponent("R 1/a")}`;
    expect((await read(page)).orders).toMatchObject([{ number: sent, units: 1 }, { number: waiting }]);
    expect((await manager.send("POST", `${page}/recall/orders`, { mail: true })).status).toBe(409);
    const recalled = await manager.send("POST", `${page}/recall`, { reason: "It leaks." });
    expect(recalled.body.data).toMatchObject({
      recallReason: "It leaks.",
      sizes: [{ onHand: 0, withheld: 1, recalledAt: expect.any(String) }],
    });
    const treated = (await manager.send("POST", `${page}/recall/orders`, { mail: true })).body.data;
    expect(treated).toMatchObject({
      next: null,
      orders: [
        { number: sent, effect: "nothing", mailedNow: true },
        { number: waiting, effect: "replaced", mailedNow: false },
      ],
    });
    const again = (await manager.send("POST", `${page}/recall/orders`, { mail: true })).body.data;
    expect(again.orders).toMatchObject([{ number: sent, mailed: true, mailedNow: false }]);
    const mails = await rowsOf(
      shop,
      sql`select from mail where recipient = ${asha.email} and subject like ${`Please stop using % from order ${sent}`}`,
    );
    expect(mails).toHaveLength(1);

    const back = await manager.send("POST", `${page}/reinstate`, {});
    expect(back.body.data).toMatchObject({ recalledAt: null, sizes: [{ onHand: 2, withheld: 0 }] });
    expect((await audit("lot", "R 1/a")).map(({ action }) => action)).toEqual([
      "lot.recalled",
      "lot.orders_treated",
      "lot.reinstated",
    ]);
    expect((await manager.send("GET", "/lots/nothing")).status).toBe(404);
  });

  it("is recalled also from who deleted the account, and from receivers of gifts, who are listed for calls", async () => {
    const { id, path } = await sell(0);
    await manager.send("POST", `${path}/receive`, { units: 2, lot: "R2", lifeKind: "expiry", lifeMonth: "2099-03" });
    const former = await shoppers.buyer({ [id]: 1 });
    const kept = (await former.buy()).orderNumber;
    const giver = await shoppers.buyer({ [id]: 1 });
    const given = (await giver.buy()).orderNumber;
    const gift = { message: "", wrapPaise: null, receiver: { name: "Meera Nair", mobile: "9811122233" } };
    await shop.db.execute(sql`update customer_order set state = 'delivered' where number in (${kept}, ${given})`);
    await shop.db.execute(sql`update customer_order set gift = ${JSON.stringify(gift)}::jsonb where number = ${given}`);
    await shop.db.execute(
      sql`update customer set email = ${`closed-${former.id}@closed.invalid`}, closed_at = now() where id = ${former.id}`,
    );
    await manager.send("POST", "/lots/R2/recall", { reason: "It leaks." });
    const { orders } = (await manager.send("POST", "/lots/R2/recall/orders", { mail: true })).body.data;
    expect(orders).toMatchObject([
      { number: kept, mailedNow: true, hasReceiver: false },
      { number: given, mailedNow: true, hasReceiver: true },
    ]);
    const mails = await rowsOf(
      shop,
      sql`select from mail where recipient in (${former.email}, ${giver.email}) and subject like 'Please stop using %'`,
    );
    expect(mails).toHaveLength(2);

    const owner = await signInAs(shop, "Owner");
    const { body } = await owner.send("GET", "/lots/R2/receivers.csv");
    expect(String(body).replace("\uFEFF", "").trim().split("\r\n")).toEqual([
      "order,name,mobile,address,units",
      `${given},Meera Nair,9811122233,"18 Ashok Marg, Lucknow, Uttar Pradesh, 226001",1`,
    ]);
    expect(JSON.stringify(await audit("lot", "R2"))).not.toContain("Meera");
    expect((await (await signInAs(shop, "Packer")).send("GET", "/lots/R2/receivers.csv")).status).toBe(403);
    expect((await owner.send("GET", "/lots/nothing/receivers.csv")).status).toBe(404);
  });
});
