/** Purchases: documents of suppliers, by which units come to the shop, and what sold ones have cost. Amounts worked out by hand. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buyersOf } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { askAdmin, performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
});
afterAll(() => shop?.close());

let made = 0;
/** Makes a product; its size has the SKU. */
async function sell(stock = 0): Promise<{ id: string; sku: string }> {
  made += 1;
  const sku = `P${made}`;
  return { sku, id: await shoppers.sell({ title: `Attar ${made}`, stock, sku, pricePaise: 118_000, gstPercent: 18 }) };
}
const documentOf = (lines: object[], more: object = {}) => {
  made += 1;
  return {
    supplier: "Gulab Oils",
    documentNumber: `INV-${made}`,
    documentDate: "2026-11-25",
    note: "",
    lines,
    ...more,
  };
};
const book = async (lines: object[], more: object = {}) => {
  const { status, body } = await owner.send("POST", "/purchases", documentOf(lines, more));
  expect([status, body.errors ?? body.message]).toEqual([200, undefined]);
  return body.data._id as string;
};
const read = async (id: string) => (await owner.send("GET", `/purchases/${id}`)).body.data;
const stockOf = async (sku: string) => (await askAdmin(shop, `readStock ${sku}`)).onHand;
/** What left the layers and came back, in order: kind, units, paise. */
const costsOf = async (sku: string) =>
  (
    await rowsOf<{ line: string }>(
      shop,
      sql`select concat_ws(' ', kind, quantity, cost_paise) as line from cost_movement
        join variant on variant.id = variant_id where sku = ${sku} order by cost_movement.id`,
    )
  ).map(({ line }) => line);
/** What is left: units and paise of each layer. */
const layersOf = async (sku: string) =>
  (
    await rowsOf<{ line: string }>(
      shop,
      sql`select left_quantity || ' ' || left_paise as line from cost_layer
        join variant on variant.id = variant_id where sku = ${sku} order by cost_layer.id`,
    )
  ).map(({ line }) => line);

describe("a purchase", () => {
  it("raises the stock, with and without lots, and shares its charges by value to the paisa", async () => {
    const [one, two] = [await sell(), await sell(5)];
    const id = await book(
      [
        { sku: one.sku, units: 10, unitCost: 100, gst: 180, lot: "A1", lifeKind: "use_before", lifeMonth: "2031-03" },
        { sku: two.sku.toLowerCase(), units: 3, unitCost: 333.33 },
      ],
      { freight: 70.01, duty: 20, other: 10, chargesGst: 5 },
    );
    expect([await stockOf(one.sku), await stockOf(two.sku)]).toEqual([10, 8]);
    expect((await askAdmin(shop, `readStock ${one.sku}`)).lots).toMatchObject([{ number: "A1", onHand: 10 }]);
    // 1,000 and 999.99 share 100.01: 50.00525 and 50.00475, so the paisa that is left over goes to the first.
    expect(await read(id)).toMatchObject({
      supplier: "Gulab Oils",
      total: 2100,
      gst: 185,
      lines: [
        {
          sku: one.sku,
          units: 10,
          lot: "A1",
          lifeMonth: "2031-03",
          unitCost: 100,
          charge: 50.01,
          cost: 1050.01,
          left: 10,
        },
        { sku: two.sku, units: 3, lot: null, unitCost: 333.33, charge: 50, cost: 1049.99, left: 3 },
      ],
    });
    const { movements } = (await owner.send("GET", `/stock/${two.sku}/movements`)).body.data;
    expect(movements[0]).toMatchObject({ kind: "received", quantity: 3, author: "Owner Rao" });
    expect(movements[0].reason).toMatch(/^Purchase INV-\d+, Gulab Oils$/);
  });

  it("is booked once, also by two at once, in any spelling", async () => {
    const { sku } = await sell();
    const document = documentOf([{ sku, units: 2, unitCost: 5 }]);
    const both = await Promise.all([
      owner.send("POST", "/purchases", document),
      owner.send("POST", "/purchases", { ...document, supplier: "GULAB oils", note: "Again" }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.body.errors[0]).toMatchObject({ field: "documentNumber" });
    expect(refused?.body.message).toContain("is booked already");
    expect(await stockOf(sku)).toBe(2);
  });

  it("names the line that is wrong, and stores nothing then", async () => {
    const { sku } = await sell();
    const good = { sku, units: 2, unitCost: 5 };
    const problem = async (line: object) => {
      const { status, body } = await owner.send("POST", "/purchases", documentOf([good, line]));
      return [status, body.errors?.[0].field, body.errors?.[0].message];
    };
    expect(await problem({ ...good, sku: "NONE" })).toEqual([
      422,
      "lines.1.sku",
      "There is no size with the SKU or barcode NONE.",
    ]);
    expect((await problem({ ...good, units: 0 }))[1]).toBe("lines.1.units");
    expect((await problem({ ...good, unitCost: 5.001 }))[1]).toBe("lines.1.unitCost");
    expect((await problem({ ...good, unitCost: undefined }))[1]).toBe("lines.1.unitCost");
    expect((await problem({ ...good, lifeKind: "expiry", lifeMonth: "2031-03" }))[1]).toBe("lines.1.lot");
    expect((await problem({ ...good, units: 9_999_999, unitCost: 1_000_000 }))[1]).toBe("lines.1.unitCost");
    await book([{ ...good, lot: "B1", lifeKind: "expiry", lifeMonth: "2031-03" }]);
    expect(await problem({ ...good, lot: "B1" })).toEqual([
      409,
      "lines.1.lot",
      "Lot B1, expiry 03/2031 is known with other dates. Please compare it with the pack.",
    ]);
    expect((await problem({ ...good, sku: "x".repeat(65_536) }))[1]).toBe("lines.1.sku");
    expect(await stockOf(sku)).toBe(2);
  });

  it("is found by the beginning of its number or of its supplier’s name", async () => {
    const { sku } = await sell();
    const id = await book([{ sku, units: 2, unitCost: 5 }], { supplier: "Vetiver & Sons", documentNumber: "VS/26_1" });
    const found = async (q: string) =>
      (await owner.send("GET", `/purchases?q=${encodeURIComponent(q)}`)).body.data.purchases;
    for (const q of ["vs/26_", "vetiver"])
      expect(await found(q)).toMatchObject([{ _id: id, documentNumber: "VS/26_1", units: 2, lines: 1, total: 10 }]);
    expect(await found("vs/26x")).toEqual([]);
    expect((await owner.send("GET", "/suppliers?q=vet")).body.data).toEqual(["Vetiver & Sons"]);
  });

  it("is read by who may see costs, and booked by who may book", async () => {
    const id = await book([{ sku: (await sell()).sku, units: 2, unitCost: 5 }]);
    const [packer, accountant] = [await signInAs(shop, "Packer"), await signInAs(shop, "Accountant")];
    for (const path of [`/purchases/${id}`, "/purchases"]) {
      expect((await packer.send("GET", path)).status).toBe(403);
      expect((await accountant.send("GET", path)).status).toBe(200);
    }
    expect((await accountant.send("POST", "/purchases", documentOf([]))).status).toBe(403);
    expect((await owner.send("GET", "/purchases/999999")).status).toBe(404);
  });
});

describe("a correction", () => {
  it("changes the stock by the difference, and corrects the lot’s dates", async () => {
    const { sku } = await sell(1);
    const lines = [{ sku, units: 10, unitCost: 100, lot: "C1", lifeKind: "expiry", lifeMonth: "2031-03" }];
    const id = await book(lines);
    const { documentNumber } = await read(id);
    const correct = (change: object, version = 1) =>
      owner.send("PATCH", `/purchases/${id}`, { ...documentOf(lines, { documentNumber, ...change }), version });
    const corrected = await correct({
      freight: 8,
      lines: [
        { sku, units: 8, unitCost: 99, lot: "C1", lifeKind: "expiry", lifeMonth: "2031-05" },
        { sku, units: 2, unitCost: 4 },
      ],
    });
    expect([corrected.status, corrected.body.message]).toEqual([200, undefined]);
    expect(await stockOf(sku)).toBe(11);
    expect((await askAdmin(shop, `readStock ${sku}`)).lots).toMatchObject([{ onHand: 8, life: "expiry 05/2031" }]);
    // 792 and 8 share 8: 7.92 and 0.08.
    expect(await layersOf(sku)).toEqual(["8 79992", "2 808"]);
    expect(await costsOf(sku)).toEqual([]);
    expect((await correct({})).status).toBe(409);
  });

  it("of lines is refused once units have left, of the header is not", async () => {
    const { sku, id: product } = await sell();
    const lines = [{ sku, units: 3, unitCost: 100 }];
    const id = await book(lines);
    await (await shoppers.buyer({ [product]: 1 })).buy();
    const { documentNumber } = await read(id);
    const body = documentOf(lines, { documentNumber, supplier: "Other Oils", version: 1 });
    const refused = await owner.send("PATCH", `/purchases/${id}`, { ...body, freight: 1 });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain(`1 of the 3 units of ${sku} have left the stock since.`);
    expect((await owner.send("PATCH", `/purchases/${id}`, body)).status).toBe(200);
    expect(await read(id)).toMatchObject({ supplier: "Other Oils", version: 2, lines: [{ left: 2 }] });
    expect((await owner.send("POST", `/purchases/${id}/take-back`, { version: 2 })).status).toBe(409);
  });

  it("cannot give a purchase the number of another", async () => {
    const lines = [{ sku: (await sell()).sku, units: 3, unitCost: 100 }];
    const [one, two] = [await book(lines), await book(lines)];
    const { documentNumber } = await read(one);
    const body = { ...documentOf(lines, { documentNumber }), version: 1 };
    expect((await owner.send("PATCH", `/purchases/${two}`, body)).status).toBe(409);
  });
});

describe("a purchase that is taken back", () => {
  it("leaves neither units nor costs, and can be booked again", async () => {
    const { sku } = await sell(4);
    const lines = [
      { sku, units: 10, unitCost: 100, lot: "D1" },
      { sku, units: 2, unitCost: 3 },
    ];
    const id = await book(lines);
    const { documentNumber } = await read(id);
    const takeBack = () => owner.send("POST", `/purchases/${id}/take-back`, { version: 1 });
    expect((await takeBack()).status).toBe(200);
    expect(await stockOf(sku)).toBe(4);
    expect(await layersOf(sku)).toEqual([]);
    expect((await takeBack()).status).toBe(409);
    expect(await read(id)).toMatchObject({ takenBackAt: expect.any(String), lines: [{ left: 0 }, { left: 0 }] });
    await book(lines, { documentNumber });
    expect(await stockOf(sku)).toBe(16);
  });

  it("waits for unpaid orders that reserve its units", async () => {
    const { sku, id: product } = await sell();
    const id = await book([{ sku, units: 3, unitCost: 100 }]);
    await (await shoppers.buyer({ [product]: 1 })).order();
    const refused = await owner.send("POST", `/purchases/${id}/take-back`, { version: 1 });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `${sku}: 3 units are on hand, and unpaid orders reserve 1 of them. Please try again when they are paid or have expired.`,
    ]);
  });
});

describe("what sold units have cost", () => {
  it("is that of their lot, and comes back with them", async () => {
    const { sku, id: product } = await sell();
    await book([
      { sku, units: 1, unitCost: 100, lot: "E1", lifeKind: "expiry", lifeMonth: "2031-03" },
      { sku, units: 5, unitCost: 120, lot: "E2", lifeKind: "expiry", lifeMonth: "2031-04" },
    ]);
    const asha = await shoppers.buyer({ [product]: 3 });
    const { orderNumber } = await asha.buy();
    expect(await costsOf(sku)).toEqual(["sold 1 10000", "sold 2 24000"]);
    // The one that expires first comes back first.
    await asha.post(`order/${orderNumber}/cancel`, { lines: [{ position: 0, quantity: 2 }] });
    expect(await layersOf(sku)).toEqual(["1 10000", "4 48000"]);
    expect((await costsOf(sku)).slice(2).sort()).toEqual(["cancelled 1 10000", "cancelled 1 12000"]);
    await asha.post(`order/${orderNumber}/cancel`);
    expect(await layersOf(sku)).toEqual(["1 10000", "5 60000"]);
  });

  it("is that of the oldest units with a known cost, after those without one", async () => {
    const { sku, id: product } = await sell(2);
    await book([{ sku, units: 3, unitCost: 33.33 }], { freight: 0.01 });
    await book([{ sku, units: 3, unitCost: 50 }]);
    await (await shoppers.buyer({ [product]: 3 })).buy();
    // 2 have no known cost; the third is one of 3 for 100.00.
    expect(await costsOf(sku)).toEqual(["sold 1 3333"]);
    await (await shoppers.buyer({ [product]: 3 })).buy();
    expect((await costsOf(sku)).slice(1)).toEqual(["sold 2 6667", "sold 1 5000"]);
  });

  it("is a loss for units that are taken off the stock", async () => {
    const { sku } = await sell(1);
    await book([{ sku, units: 3, unitCost: 40 }]);
    const adjust = (difference: number) =>
      performCommand(shop, `admin adjustStock ${sku} --difference=${difference} --reason Broken`);
    await adjust(-1);
    expect(await costsOf(sku)).toEqual([]);
    await adjust(-2);
    expect(await costsOf(sku)).toEqual(["adjusted 2 8000"]);
    expect(await layersOf(sku)).toEqual(["1 4000"]);
  });

  it("can be booked for units that are in stock already, and for no more", async () => {
    const { sku, id: product } = await sell(4);
    const document = (units: number) => documentOf([{ sku, units, unitCost: 25 }], { isInStock: true });
    const { body } = await owner.send("POST", "/purchases", document(5));
    expect(body.errors).toMatchObject([
      { field: "lines.0.units", message: `Only 4 units of ${sku} without a lot are in stock without a known cost.` },
    ]);
    expect((await owner.send("POST", "/purchases", document(4))).status).toBe(200);
    expect(await stockOf(sku)).toBe(4);
    await (await shoppers.buyer({ [product]: 1 })).buy();
    expect(await costsOf(sku)).toEqual(["sold 1 2500"]);
  });
});

describe("pasted rows", () => {
  const paste = (text: string, person = owner) =>
    shop.app.inject({
      method: "POST",
      url: "/admin/api/purchases/rows",
      headers: {
        "content-type": "text/csv",
        origin: "http://localhost:80",
        cookie: `staff_session=${person.browser.cookies.get("staff_session")}`,
      },
      payload: text,
    });

  it("become lines with the names of their sizes, whether SKU or barcode names them", async () => {
    const [one, two] = [await sell(), await sell()];
    await shop.db.execute(sql`update variant set barcode = '8901234567894' where sku = ${two.sku}`);
    const response = await paste(
      `SKU\tQty\tRate\tGST %\tBatch\n${one.sku.toLowerCase()}\t12\t₹ 1,200.50\t18\tF1\n8901234567894\t1\t10\t\t\n`,
    );
    // 12 × 1,200.50 = 14,406; 18 % of it 2,593.08.
    expect(response.json().data).toMatchObject([
      { sku: one.sku, units: 12, unitCost: 1200.5, gst: 2593.08, lot: "F1" },
      { sku: two.sku, units: 1, unitCost: 10, gst: 0, lot: "" },
    ]);
  });

  it("name every cell in doubt, and how many lines fit", async () => {
    const { sku } = await sell();
    const problems = await paste(`sku,quantity,cost\nNONE,1,5\n${sku},1,5`);
    expect(problems.statusCode).toBe(422);
    expect(problems.json().errors).toEqual([
      { field: "rows", message: "Row 2: There is no size with the SKU or barcode NONE." },
    ]);
    const many = await paste(`sku,quantity,cost\n${`${sku},1,5\n`.repeat(20_000)}`);
    expect(many.json().message).toBe(
      "A purchase can have up to 500 lines; these are 20,000. Please book them as several.",
    );
  });
});
