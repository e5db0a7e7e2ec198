/** What couriers charge, by hand and by their bills, and what it leaves of the margin. Amounts worked out by hand. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { MarginMeasures } from "../../contract/admin/margin-report.ts";
import { findWrongDays, rollUpSales } from "../../server/operations/reports/roll-up.ts";
import { rowsOf } from "../../server/platform/database/rows.ts";
import { buyersOf } from "./buyers.ts";
import { cutWhileWriting } from "./cut-while-writing.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { SHOP, signInAs } from "./staff-people.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof signInAs>>;
/** An order of 2 Rose and 1 Attar, and one of 1 Attar that is not billed at first. */
let both: string;
let other: string;
const today = new Date(Date.now() + 5.5 * 60 * 60_000).toISOString().slice(0, 10);
const BILLED = `billedOn=${today}`;

interface Report {
  total: MarginMeasures;
  rows: { name: string; now: MarginMeasures }[];
}
async function margin(by: string): Promise<Report> {
  await rollUpSales(shop.db);
  const { status, body } = await owner.send("GET", `/reports/margin?by=${by}&from=${today}&to=${today}`);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.data;
}
async function upload(file: string, query: string) {
  const response = await shop.app.inject({
    method: "POST",
    url: `/admin/api/courier-bills?${query}`,
    headers: {
      origin: SHOP,
      "content-type": "text/csv",
      cookie: [...owner.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    },
    payload: file,
  });
  return { status: response.statusCode, body: response.json() };
}
async function store(file: string, query: string) {
  const compared = await upload(file, query);
  expect([compared.status, compared.body.message]).toEqual([200, undefined]);
  const stored = await upload(file, `${query}&digest=${compared.body.data.digest}`);
  expect([stored.status, stored.body.message]).toEqual([200, undefined]);
  return compared.body.data;
}
const charge = (number: string, body: object) =>
  owner.send("POST", `/orders/${number}/courier-charges`, { billedOn: today, reference: "", ...body });

beforeAll(async () => {
  shop = await openShop();
  const shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
  // Without GST Rose is 1,000 and Attar 500.
  const rose = await shoppers.sell({ title: "Rose", sku: "ROSE", pricePaise: 118_000, gstPercent: 18, stock: 9 });
  const attar = await shoppers.sell({ title: "Attar", sku: "ATTAR", pricePaise: 59_000, gstPercent: 18, stock: 9 });
  both = (await (await shoppers.buyer({ [rose]: 2, [attar]: 1 })).buy()).orderNumber;
  other = (await (await shoppers.buyer({ [attar]: 1 })).buy()).orderNumber;
  for (const [number, awb] of [
    [both, "BILL1"],
    [other, "BILL2"],
  ])
    expect(await actOnOrder(shop, `ship ${number} --courier Delhivery --awb ${awb}`)).toMatchObject({ code: 0 });
  await shop.db.execute(sql`delete from job where key = 'roll_up_sales'`);
}, 90_000);
afterAll(() => shop?.close());

it("is unknown of parcels that no bill names", async () => {
  expect((await margin("day")).total).toMatchObject({ couriers: 0, unbilledParcels: 2 });
  expect((await margin("product")).rows).toMatchObject([
    { name: "Rose", now: { couriers: 0, unbilledParcels: 1 } },
    { name: "Attar", now: { couriers: 0, unbilledParcels: 2 } },
  ]);
});

it("is entered by hand at the order, without its GST in the margin", async () => {
  const { status, body } = await charge(both, { awb: "BILL1", forward: 60, cod: 35.01, gst: 17.1 });
  expect([status, body.message]).toEqual([200, undefined]);
  expect(body.data).toMatchObject([
    { awb: "BILL1", courier: "Delhivery", charges: [{ reference: "", forward: 60, return: 0, cod: 35.01, gst: 17.1 }] },
  ]);
  const { total } = await margin("day");
  expect(total).toMatchObject({ couriers: 95.01, unbilledParcels: 1 });
  for (const [by, name] of [
    ["channel", "Shop"],
    ["courier", "Delhivery"],
  ] as const)
    expect((await margin(by)).rows).toMatchObject([{ name, now: { couriers: 95.01, unbilledParcels: 1 } }]);
});

it("is shared by the items of the parcel by their price, to the paisa", async () => {
  // Of 95.01, Rose bears 2,360 of 2,950: 76.008, and Attar 19.002.
  const shares = await rowsOf(
    shop.db,
    { position: "number", paise: "number" },
    sql`select position, amount_paise as paise from courier_charge_share order by position`,
  );
  expect(shares).toEqual([
    { position: 0, paise: 7601 },
    { position: 1, paise: 1900 },
  ]);
  expect((await margin("product")).rows.map(({ name, now }) => [name, now.couriers, now.unbilledParcels])).toEqual(
    expect.arrayContaining([
      ["Rose", 76.01, 0],
      ["Attar", 19, 1],
    ]),
  );
  expect(await findWrongDays(shop.db)).toEqual([]);
});

it("replaces what the same bill said, and is removed", async () => {
  const replaced = await charge(both, { awb: "BILL1", forward: 70 });
  expect(replaced.body.data[0].charges).toMatchObject([{ forward: 70, cod: 0, gst: 0 }]);
  expect((await margin("day")).total.couriers).toBe(70);
  const { version } = (await owner.send("GET", `/orders/${both}`)).body.data;
  const undone = await owner.send("POST", `/orders/${both}/undo-step`, { version });
  expect(undone.body.message).toBe(
    `A courier has charged for the parcel of order ${both}. If that was entered by mistake, remove it from the order first.`,
  );
  const path = `/orders/${both}/courier-charges/${replaced.body.data[0].charges[0]._id}`;
  expect((await owner.send("DELETE", path)).body.data).toMatchObject([{ charges: [] }]);
  expect((await owner.send("DELETE", path)).status).toBe(404);
  expect((await margin("day")).total).toMatchObject({ couriers: 0, unbilledParcels: 2 });
});

it("of several members at once is stored once", async () => {
  const answers = await Promise.all([60, 70, 80].map((forward) => charge(both, { awb: "BILL1", forward })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [{ charges }] = (await owner.send("GET", `/orders/${both}/courier-charges`)).body.data;
  expect(charges).toHaveLength(1);
  expect((await owner.send("DELETE", `/orders/${both}/courier-charges/${charges[0]._id}`)).status).toBe(200);
});

it("is rejected with the field that is wrong", async () => {
  const of = async (body: object) => {
    const { status, body: answer } = await charge(both, { awb: "BILL1", ...body });
    return [status, answer.errors?.[0].field];
  };
  expect(await of({ forward: -1 })).toEqual([422, "forward"]);
  expect(await of({ gst: 0.001 })).toEqual([422, "gst"]);
  expect(await of({ cod: "12,50" })).toEqual([422, "cod"]);
  expect(await of({ awb: "BILL2" })).toEqual([422, "awb"]);
  expect(await of({ billedOn: "2999-01-01" })).toEqual([422, "billedOn"]);
  expect((await charge("KW-2222-2222", { awb: "BILL1" })).status).toBe(404);
});

const FILE = `Bill of Delhivery
AWB No.,Freight,RTO Charges,COD Charges,IGST,Total
BILL1,60.00,,35.00,17.10,112.10
BILL2,Rs. 80.50,40.25,,21.74,142.49
LOST9,50,,,9,59
Total,190.50,40.25,35.00,47.84,313.59
`;

it("is stored from a bill as compared, without unknown parcels", async () => {
  const compared = await store(FILE, `reference=DL-1&${BILLED}`);
  expect(compared).toMatchObject({
    // 190.50 + 40.25 + 35.
    ...{ parcels: 3, amount: 265.75, gst: 47.84 },
    results: { new: 2, again: 0, corrected: 0, same: 0, removed: 0, unknown: 1 },
    differences: [{ awb: "LOST9", result: "unknown", order: null, amount: 50 }],
  });
  // 60 + 35 and 80.50 + 40.25.
  expect((await margin("day")).total).toMatchObject({ couriers: 215.75, unbilledParcels: 0 });
  const { total, rows } = await margin("product");
  // Of 95, Rose bears 76 and Attar 19; Attar also all of 120.75.
  expect(rows.map(({ name, now }) => [name, now.couriers])).toEqual(
    expect.arrayContaining([
      ["Rose", 76],
      ["Attar", 139.75],
    ]),
  );
  expect(total.couriers).toBe(215.75);
  expect((await owner.send("GET", "/courier-bills")).body.data.bills).toEqual([
    { reference: "DL-1", billedOn: today, parcels: 2, amount: 215.75, gst: 38.84 },
  ]);
  expect(await findWrongDays(shop.db)).toEqual([]);
});

it("is corrected by the same bill, also of parcels that it no longer has", async () => {
  expect(await store(FILE, `reference=DL-1&${BILLED}`)).toMatchObject({ results: { same: 2, unknown: 1 } });
  const corrected = await store("awb,freight\nBILL1,61\n", `reference=DL-1&${BILLED}`);
  expect(corrected.differences).toEqual([
    { awb: "BILL1", result: "corrected", order: both, amount: 61, before: 95, elsewhere: 0 },
    { awb: "BILL2", result: "removed", order: other, amount: 0, before: 120.75, elsewhere: 0 },
  ]);
  expect((await margin("day")).total).toMatchObject({ couriers: 61, unbilledParcels: 1 });
});

it("is added to what other bills have charged, after saying so", async () => {
  const again = await store("awb,freight\nBILL1,30\n", `reference=DL-2&${BILLED}`);
  expect(again.differences).toMatchObject([{ awb: "BILL1", result: "again", elsewhere: 61 }]);
  expect((await margin("day")).total.couriers).toBe(91);
  expect((await owner.send("DELETE", "/courier-bills/DL-2")).status).toBe(200);
  expect((await owner.send("DELETE", "/courier-bills/DL-2")).status).toBe(404);
  expect((await margin("day")).total.couriers).toBe(61);
});

it("is stored whole or not at all if the database goes meanwhile, and then by the same request", async () => {
  const query = `reference=DL-CUT&${BILLED}`;
  const file = "awb,freight\nBILL1,10\nBILL2,20\n";
  const { digest } = (await upload(file, query)).body.data;
  const stored = async () =>
    (await owner.send("GET", "/courier-bills")).body.data.bills.filter(
      ({ reference }: { reference: string }) => reference === "DL-CUT",
    );
  const entries = async () => (await owner.send("GET", "/audit?subject=courier_bill&id=DL-CUT")).body.data.entries;
  const cut = await cutWhileWriting(shop, "courier_charge", () => upload(file, `${query}&digest=${digest}`));
  expect([cut.status, await stored(), await entries()]).toEqual([503, [], []]);
  expect((await upload(file, `${query}&digest=${digest}`)).status).toBe(200);
  expect([await stored(), await entries()]).toMatchObject([[{ parcels: 2, amount: 30 }], [{}]]);
  expect((await owner.send("DELETE", "/courier-bills/DL-CUT")).status).toBe(200);
});

it("stores nothing of a bad file, or of one that differs from what was compared", async () => {
  const bad = await upload("awb,freight\nBILL1,-5\n", `reference=DL-3&${BILLED}`);
  expect([bad.status, bad.body.errors]).toEqual([
    422,
    [
      {
        field: "file",
        message:
          'Nothing was stored: row 2, freight: "-5" is below 0; please deduct a credit from what the parcel’s bill charged, and leave out its row',
      },
    ],
  ]);
  expect((await upload("awb,freight\nBILL1,5\n", `reference=DL-3&${BILLED}&digest=0`)).status).toBe(409);
  expect((await upload("awb,freight\nBILL1,5\n", "reference=DL-3&billedOn=2999-01-01")).status).toBe(422);
  expect((await owner.send("GET", "/courier-bills")).body.data.bills).toHaveLength(1);
});

it("costs also where the order came back, and counts not as sold", async () => {
  const before = (await margin("day")).total;
  expect(await actOnOrder(shop, `came-back ${other}`)).toMatchObject({ code: 0 });
  await charge(other, { awb: "BILL2", forward: 80, return: 40 });
  const { total } = await margin("day");
  expect(total).toMatchObject({ units: before.units - 1, couriers: 181, unbilledParcels: 0 });
});

it("is for those who may see costs, and who may book purchases", async () => {
  const accountant = await signInAs(shop, "Accountant");
  const path = `/orders/${both}/courier-charges`;
  expect((await accountant.send("GET", path)).status).toBe(200);
  expect((await accountant.send("POST", path, { awb: "BILL1", reference: "", billedOn: today })).status).toBe(403);
  const packer = await signInAs(shop, "Packer");
  for (const read of [path, "/courier-bills"]) expect((await packer.send("GET", read)).status).toBe(403);
});
