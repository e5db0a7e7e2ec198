/** The papers that travel with parcels: copies of invoices, delivery challans, the number of an e-way bill. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isoDayInIndia } from "../../contract/dates.ts";
import { readPackingSlip } from "../../server/orders/fulfilment/packing-slip.ts";
import { readChallans } from "../../server/orders/orders/challans/issue-challan.ts";
import { findAnyOrder } from "../../server/orders/orders/find-order.ts";
import { monthNamed } from "../../server/orders/orders/gst/month.ts";
import { readReturn } from "../../server/orders/orders/gst/return.ts";
import { BENGALURU, buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;
let [attar, soap] = ["", ""];
let awbs = 0;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
  attar = await shoppers.sell({ title: "Attar", pricePaise: 11_800, stock: 500 });
  soap = await shoppers.sell({ title: "Soap", pricePaise: 10_500, gstPercent: 5, hsn: "34011190", stock: 500 });
});
afterAll(() => shop?.close());

const read = async (number: string) => (await owner.send("GET", `/orders/${number}`)).body.data;
async function step(number: string, path: string, body: object = {}) {
  const { version } = await read(number);
  return owner.send("POST", `/orders/${number}/${path}`, { version, ...body });
}
const parcel = () => {
  awbs += 1;
  return { courier: "Delhivery", awb: `ROAD-${awbs}` };
};
const positionOf = async (number: string, title: string) =>
  (await read(number)).items.find(({ product }: { product: { title: string } }) => product.title === title).position;
const challans = async (number: string) => readChallans(shop.db, await findAnyOrder(shop.db, number));
const print = (document: string, number: string) =>
  owner.send("GET", `/orders/print.pdf?document=${document}&numbers=${number}`);
const rules = { EWAY_BILL_RUPEES: 50_000 };

async function bought(address = BENGALURU) {
  const buyer = await shoppers.buyer({ [attar]: 2, [soap]: 1 });
  return (await buyer.buy({ address })).orderNumber;
}

describe("a delivery challan", () => {
  it("goes with each further parcel of an invoice, and states its share of the tax; the first goes with the invoice", async () => {
    const number = await bought();
    const position = await positionOf(number, "Attar");
    expect((await step(number, "ship", { ...parcel(), units: [{ position, quantity: 1 }] })).status).toBe(200);
    expect((await read(number)).documents).not.toContain("challan");
    expect((await print("challan", number)).body.code).toBe("wrong_order_state");

    expect((await step(number, "ship", parcel())).status).toBe(200);
    const order = await read(number);
    expect(order.documents).toContain("challan");
    const [challan, ...more] = await challans(number);
    expect(more).toEqual([]);
    expect(challan).toMatchObject({
      number: expect.stringMatching(/^DC\/\d\d-\d\d\/000001$/),
      invoice: { number: order.invoiceNumber, at: expect.any(Date) },
      consignee: { state: "Karnataka (29)" },
      placeOfSupply: "Karnataka (29)",
      awb: "ROAD-2",
      // 118.00 with 18 %, and 105.00 with 5 %.
      total: { quantity: 2, taxablePaise: 20_000, igstPaise: 2_300, cgstPaise: 0, totalPaise: 22_300 },
    });
    const pdf = await print("challan", number);
    expect(pdf.headers["content-type"]).toBe("application/pdf");
    expect(String(pdf.body)).toContain("%PDF-");
  });

  it("goes with a replacement, values its units and charges no tax", async () => {
    const number = await bought(LUCKNOW);
    await step(number, "ship", parcel());
    await step(number, "deliver");
    const position = await positionOf(number, "Attar");
    await shop.db.execute(sql`with o as (update customer_order set state = 'delivered' where number = ${number} returning id),
      r as (insert into order_return (order_id, state, reason, requested_at, decided_at)
        select id, 'accepted', 'Broken', now(), now() from o returning id, order_id)
      insert into order_return_line (return_id, order_id, position, quantity, received_quantity, replaced_quantity)
        select id, order_id, ${position}, 1, 1, 1 from r`);
    const sent = await step(number, "ship-replacement", parcel());
    expect(sent.status).toBe(200);
    expect(await challans(number)).toMatchObject([
      {
        reason: expect.stringContaining("Replacement"),
        lines: [{ title: "Attar, 50 ml", quantity: 1, gstPercent: null, taxablePaise: 10_000, cgstPaise: 0 }],
        total: { quantity: 1, totalPaise: 10_000 },
      },
    ]);
  });

  it("is numbered without gaps, and table 13 of the month counts it", async () => {
    const numbers = await rowsOf<{ number: string }>(shop, sql`select number from delivery_challan order by number`);
    expect(numbers.map(({ number }) => number.slice(-6))).toEqual(
      numbers.map((_, at) => String(at + 1).padStart(6, "0")),
    );
    const month = monthNamed(isoDayInIndia(new Date()).slice(0, 7));
    if (!month) throw new Error("no month");
    const { sections } = await readReturn(shop.db, month, { gstin: "", hsnDigits: 4 });
    expect(sections.issued).toContainEqual(
      expect.objectContaining({ document: "delivery challan", count: numbers.length, cancelled: 0 }),
    );
  });

  it("stays as it was issued", async () => {
    const [found] = await rowsOf<{ number: string }>(
      shop,
      sql`select o.number from delivery_challan join customer_order o on o.id = order_id limit 1`,
    );
    const number = found?.number ?? "";
    const before = await challans(number);
    await shop.db.execute(
      sql`update order_item set title = 'Renamed' from customer_order o where o.id = order_id and o.number = ${number}`,
    );
    expect(await challans(number)).toEqual(before);
  });
});

it("an invoice is printed for the customer, for the courier and for the shop's files", async () => {
  const number = await bought();
  expect((await read(number)).documents).toEqual([
    ...["slip", "label", "invoice", "invoice_transporter", "invoice_supplier"],
  ]);
  for (const document of ["invoice", "invoice_transporter", "invoice_supplier"])
    expect((await print(document, number)).status).toBe(200);
});

describe("an e-way bill", () => {
  it("is asked for above the limit of the setting, and its number is on slip and parcel", async () => {
    const dear = await shoppers.sell({ title: "Chest", pricePaise: 5_000_001, stock: 5 });
    const buyer = await shoppers.buyer({ [dear]: 1 });
    const { orderNumber } = await buyer.buy({ address: BENGALURU });
    expect((await read(orderNumber)).ewayBillAbove).toBe(50_000);
    const slip = async () => readPackingSlip(shop.db, await findAnyOrder(shop.db, orderNumber), rules);
    expect((await slip()).ewayBill).toBe("");
    const wrong = await step(orderNumber, "ship", { ...parcel(), ewayBill: "12345" });
    expect(wrong.body.errors).toMatchObject([{ field: "ewayBill" }]);
    expect((await step(orderNumber, "ship", { ...parcel(), ewayBill: "331001234567" })).status).toBe(200);
    expect((await slip()).ewayBill).toBe("331001234567");
  });

  it("is not asked for at the limit or below", async () => {
    const chest = await shoppers.sell({ title: "Chest", pricePaise: 5_000_000, stock: 5 });
    const buyer = await shoppers.buyer({ [chest]: 1 });
    const { orderNumber } = await buyer.buy({ address: BENGALURU });
    expect((await read(orderNumber)).ewayBillAbove).toBeNull();
    expect((await readPackingSlip(shop.db, await findAnyOrder(shop.db, orderNumber), rules)).ewayBill).toBeNull();
  });
});
