/** The tax month in the back office. The seller is in Uttar Pradesh. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BENGALURU, buyersOf, LUCKNOW } from "./buyers.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let accountant: Awaited<ReturnType<typeof signInAs>>;
let later = "";
let wrong = "";

beforeAll(async () => {
  shop = await openShop();
  const shoppers = buyersOf(shop);
  accountant = await signInAs(shop, "Accountant");
  const attar = await shoppers.sell({ pricePaise: 11_800, hsn: "33030090", gstPercent: 18 });
  const soap = await shoppers.sell({ pricePaise: 10_500, hsn: "34011190", gstPercent: 5 });
  const bought = async (product: string, address: typeof LUCKNOW) => {
    const buyer = await shoppers.buyer({ [product]: 1 });
    const { orderNumber } = await buyer.buy({ address });
    await shop.db.execute(
      sql`update customer_order set invoiced_at = '2026-09-15T06:00:00Z' where number = ${orderNumber}`,
    );
    return { buyer, orderNumber };
  };
  await bought(attar, LUCKNOW);
  const cancelled = await bought(soap, BENGALURU);
  await cancelled.buyer.post(`order/${cancelled.orderNumber}/cancel`);
  later = cancelled.orderNumber;
  wrong = (await bought(soap, BENGALURU)).orderNumber;
  // As an older release stored it: neither state nor pincode says where the parcel went.
  await shop.db.execute(sql`
    update customer_order set shipping_address = shipping_address || '{"state": "Narnia", "pincode": "999999"}' where number = ${wrong}`);
});
afterAll(() => shop?.close());

const month = async (name = "2026-09") => (await accountant.send("GET", `/reports/gst/${name}`)).body.data;

describe("the tax month", () => {
  it("shows the return's rows and sums, that they agree, and what to correct in which order", async () => {
    const { rows, sums, agrees, problems, issued, frozen, isOver } = await month();
    expect(rows).toEqual([
      { section: "b2cs", name: "09-Uttar Pradesh", gstPercent: 18, taxable: 100, cgst: 9, sgst: 9, igst: 0 },
      { section: "b2cs", name: "29-Karnataka", gstPercent: 5, taxable: 100, cgst: 0, sgst: 0, igst: 5 },
      { section: "b2cs", name: "unknown (Narnia)", gstPercent: 5, taxable: 100, cgst: 0, sgst: 0, igst: 5 },
      { section: "hsn", name: "33030090", gstPercent: 18, taxable: 100, cgst: 9, sgst: 9, igst: 0 },
      { section: "hsn", name: "34011190", gstPercent: 5, taxable: 200, cgst: 0, sgst: 0, igst: 10 },
    ]);
    expect(sums.documents).toEqual({ taxable: 300, cgst: 9, sgst: 9, igst: 10 });
    expect([agrees, isOver, frozen]).toEqual([true, true, null]);
    expect(problems).toMatchObject([{ text: expect.stringContaining("Narnia"), order: wrong }]);
    expect(issued).toMatchObject([{ document: "invoice", count: 3 }]);
  });

  it("is downloaded as the portal's JSON, as the tool's CSV files and as documents", async () => {
    const json = await accountant.send("GET", "/reports/gst/2026-09/gstr1.json");
    expect(json.headers["content-disposition"]).toBe('attachment; filename="gstr1-2026-09.json"');
    expect(json.body).toMatchObject({ fp: "092026", b2cs: [{ pos: "09", txval: 100 }, { pos: "29" }, { pos: "" }] });
    expect((await accountant.send("GET", "/reports/gst/2026-09/files/b2cs")).body).toContain(
      "OE,29-Karnataka,,5,100.00",
    );
    const documents = (await accountant.send("GET", "/reports/gst/2026-09/files/documents")).body;
    expect(documents.trim().split("\n")).toHaveLength(4);
    expect((await accountant.send("GET", "/reports/gst/2026-09/files/passwords")).status).toBe(404);
    expect((await accountant.send("GET", "/reports/gst/2026-13")).status).toBe(404);
  });

  it("stays as it was filed, and shows what has changed since", async () => {
    const { status, body } = await accountant.send("POST", "/reports/gst/2026-09/freeze");
    expect([status, body.data.frozen.by, body.data.differences]).toEqual([200, "Accountant Rao", []]);
    expect((await accountant.send("POST", "/reports/gst/2026-09/freeze")).status).toBe(409);
    await shop.db.execute(sql`update credit_note set issued_at = '2026-09-20T06:00:00Z'
      where order_id = (select id from customer_order where number = ${later})`);
    const { rows, sums, differences } = await month();
    expect(rows).toHaveLength(5);
    expect(sums.documents.igst).toBe(10);
    const filed = { section: "b2cs", name: "29-Karnataka", gstPercent: 5, taxable: 100, cgst: 0, sgst: 0, igst: 5 };
    expect(differences).toEqual([
      { name: "29-Karnataka", filed, now: { ...filed, taxable: 0, igst: 0 } },
      {
        name: "34011190",
        filed: expect.objectContaining({ taxable: 200 }),
        now: expect.objectContaining({ taxable: 100 }),
      },
    ]);
    expect((await accountant.send("GET", "/reports/gst/2026-09/gstr1.json")).body.b2cs[1]).toMatchObject({
      txval: 100,
    });
    const owner = await signInAs(shop, "Owner");
    const { entries } = (await owner.send("GET", "/audit?action=gst_month.frozen")).body.data;
    expect(entries).toMatchObject([{ actor: "Accountant Rao", subject: { type: "gst_month", id: "2026-09" } }]);
  });

  it("is not frozen before it is over", async () => {
    const now = new Date(Date.now() + 5.5 * 60 * 60_000).toISOString().slice(0, 7);
    const { status, body } = await accountant.send("POST", `/reports/gst/${now}/freeze`);
    expect([status, body.code]).toEqual([409, "conflict"]);
  });
});
