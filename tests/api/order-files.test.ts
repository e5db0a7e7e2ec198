/** Orders as files for accountants and couriers. The seller is in Uttar Pradesh. */

import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { isoDayInIndia } from "../../contract/dates.ts";
import { readShippingFile } from "../../server/selling/shipping/shipping-file.ts";
import { writeShipping } from "../../server/selling/shipping/shipping-tables.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { BENGALURU, type Buyer, buyersOf, LUCKNOW } from "./buyers.ts";
import { askAdmin, performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { SHOP, signInAs } from "./staff-people.ts";

const SHIPPING = {
  methods: [{ code: "standard", name: "Standard", cutOff: "14:00" }],
  zones: [{ code: "rest", name: "Rest", rates: { standard: [{ price: 40, days: [4, 6] }] } }],
};

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;
let attar: string;
let soap: string;
/** Order numbers: paid online with an offer to Karnataka, and in cash with a fee within the seller's state. */
const orders = { online: "", cash: "" };
const today = isoDayInIndia(new Date());

beforeAll(async () => {
  shop = await openShop({ environment: { CASH_ON_DELIVERY: "true", CASH_FEE_RUPEES: "49" } });
  shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
  const read = readShippingFile(JSON.stringify(SHIPPING));
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  await shop.db.transaction((trx) => writeShipping(trx, read.shipping));
  await askAdmin(shop, "createOffer --name Tenth --kind percentage --percent 10 --codes TENTH");
  attar = await shoppers.sell({
    title: "=Attar",
    sku: "ATTAR-6",
    pricePaise: 50_000,
    originalPricePaise: 55_000,
    gstPercent: 18,
    hsn: "33030090",
    stock: 50,
  });
  soap = await shoppers.sell({
    title: "Soap",
    sku: "SOAP",
    pricePaise: 30_000,
    gstPercent: 5,
    hsn: "34011190",
    stock: 50,
  });
  await shop.db.execute(sql`update variant set weight_grams = 120 where product_id = ${Number(attar)}`);

  const asha = await shoppers.buyer({ [attar]: 2, [soap]: 1 });
  await asha.post("cart/code", { code: "TENTH" });
  orders.online = (await asha.buy({ address: BENGALURU, mobile_no: "9845011223" })).orderNumber;
  await performCommand(shop, `admin shipOrder ${orders.online} --courier Delhivery --awb 12345678901234`);
  const refund = await actOnOrder(shop, `refund ${orders.online} --items 0:1 --restock 0:1`);
  expect(refund, refund.err).toMatchObject({ code: 0 });
  await vi.waitFor(async () => expect((await asha.get(`order/${orders.online}`)).body.data.refunded).not.toBeNull(), {
    timeout: LONGEST_WAIT_MS,
    interval: 50,
  });
  orders.cash = await confirmed(await shoppers.buyer({ [soap]: 1 }));
});
afterAll(() => shop?.close());

async function confirmed(buyer: Buyer, address = LUCKNOW): Promise<string> {
  const placed = await buyer.post("cash-order", { address, mobile_no: "9839012345" });
  expect(placed).toMatchObject({ status: 200 });
  const { orderNumber } = placed.body.data;
  const { text } = await shoppers.people.mailAbout(buyer.email, `Confirm your order ${orderNumber}`);
  const code = /^ {4}(\d{6})$/m.exec(text)?.[1];
  expect((await buyer.post(`cash-order/${orderNumber}/confirm`, { code })).status).toBe(200);
  return orderNumber;
}
const fileOf = async (query: string) => {
  const { status, body } = await owner.send("GET", `/orders.csv?${query}`);
  expect({ status, body: status === 200 ? "" : body }).toEqual({ status: 200, body: "" });
  return parse<Record<string, string>>(body, { bom: true, columns: true });
};
const only = (...numbers: string[]) => `numbers=${numbers.join(",")}`;
const paise = (cell: string | undefined) => Math.round(Number(cell) * 100);

describe("a file of orders", () => {
  it("has a row for each, with amounts as they were agreed, invoiced, paid and refunded", async () => {
    const [row] = await fileOf(only(orders.online));
    // 2 × 550 + 300 = 1,400 at MRP; 100 below it and a tenth of 1,300 off; 40 for shipping: 1,210.
    // Of the shipping, 900 : 270 make 30.77 and 9.23. 930.77 × 18 / 118 = 141.98, 279.23 × 5 / 105 = 13.30.
    expect(row).toEqual({
      order: orders.online,
      placed_on: today,
      order_state: "shipped",
      customer: expect.any(String),
      phone: "9845011223",
      email: expect.stringContaining("@example.com"),
      address: "27 Church Street",
      city: "Bengaluru",
      state: "Karnataka",
      pincode: "560001",
      items: expect.stringContaining("2 × ATTAR-6 =Attar"),
      units: "3",
      weight_grams: "",
      goods: "1400.00",
      discount: "230.00",
      shipping: "40.00",
      fees: "0.00",
      total: "1210.00",
      taxable_value: "1054.72",
      cgst: "0.00",
      sgst_or_utgst: "0.00",
      igst: "155.28",
      payment: "online",
      paid: "1210.00",
      // 500 less a tenth; the shipping stays.
      refunded: "450.00",
      credited: "450.00",
      invoice_number: expect.stringMatching(/^KW\/\d\d-\d\d\/\d{6}$/),
      invoice_date: today,
      courier: "Delhivery",
      // A text: a spreadsheet would write 1.23E+13.
      awb: "'12345678901234",
      cash_on_delivery: "0.00",
    });
  });

  it("has no taxes before the invoice, and the cash that a courier is to collect", async () => {
    const [before] = await fileOf(only(orders.cash));
    expect(before).toMatchObject({
      order_state: "processing",
      goods: "300.00",
      discount: "0.00",
      shipping: "40.00",
      fees: "49.00",
      total: "389.00",
      taxable_value: "",
      cgst: "",
      invoice_number: "",
      payment: "cash_on_delivery",
      paid: "0.00",
      cash_on_delivery: "389.00",
      awb: "",
    });
    await performCommand(shop, `admin shipOrder ${orders.cash} --courier Delhivery --awb OF-1`);
    const [after] = await fileOf(only(orders.cash));
    // 389 × 5 / 105 = 18.52, half of it for each.
    expect(after).toMatchObject({ taxable_value: "370.48", cgst: "9.26", sgst_or_utgst: "9.26", igst: "0.00" });
  });

  it("has a row for each item, whose amounts add up to the order’s to the paisa", async () => {
    const lines = await fileOf(`rows=lines&${only(orders.online, orders.cash)}`);
    expect(lines.filter(({ order }) => order === orders.online)).toMatchObject([
      {
        sku: "ATTAR-6",
        hsn: "33030090",
        gst_percent: "18",
        quantity: "2",
        goods: "1100.00",
        discount: "200.00",
        shipping_and_fees: "30.77",
        total: "930.77",
        taxable_value: "788.79",
        igst: "141.98",
        credited_quantity: "1",
        credited: "450.00",
      },
      { sku: "SOAP", quantity: "1", discount: "30.00", shipping_and_fees: "9.23", total: "279.23", igst: "13.30" },
    ]);
    for (const order of await fileOf(only(orders.online, orders.cash))) {
      const own = lines.filter((line) => line.order === order.order);
      const sum = (column: string) => own.reduce((total, line) => total + paise(line[column]), 0);
      for (const column of ["goods", "discount", "total", "taxable_value", "cgst", "sgst_or_utgst", "igst", "credited"])
        expect({ column, paise: sum(column) }).toEqual({ column, paise: paise(order[column]) });
      expect(sum("shipping_and_fees")).toBe(paise(order.shipping) + paise(order.fees));
    }
  });

  it("weighs an order whose items all have a weight", async () => {
    const bela = await shoppers.buyer({ [attar]: 3 });
    const { orderNumber } = await bela.buy({ address: LUCKNOW });
    expect((await fileOf(only(orderNumber)))[0]?.weight_grams).toBe("360");
  });

  it("has what the list shows, by tab, filters and days, and runs no formula", async () => {
    const numbers = async (query: string) => (await fileOf(query)).map(({ order }) => order);
    expect(await numbers("tab=in_transit&sort=oldest")).toEqual([orders.online, orders.cash]);
    expect(await numbers("tab=in_transit&payment=cash_on_delivery")).toEqual([orders.cash]);
    expect(await numbers("to=2020-01-01")).toEqual([]);
    expect(await numbers(`q=${orders.online}&from=${today}`)).toEqual([orders.online]);
    const { body } = await owner.send("GET", `/orders.csv?rows=lines&${only(orders.online)}`);
    expect(body).toMatch(/^\uFEFForder,/);
    expect(body).toContain(`,"'=Attar, `);
    for (const query of ["rows=days", "tab=pack", "numbers=<>", "q=ab"])
      expect((await owner.send("GET", `/orders.csv?${query}`)).status).toBe(400);
  });

  it("is not made of all orders because a filter is mistyped", async () => {
    const { status, body } = await owner.send("GET", "/orders.csv?form=2026-11-01");
    expect([status, body.errors]).toEqual([400, [{ field: "form", message: "There is no field form." }]]);
  });

  it("is for members who may export customers’ data; the audit log notes the filter without the search", async () => {
    for (const role of ["Manager", "Packer", "Accountant"])
      expect((await (await signInAs(shop, role)).send("GET", "/orders.csv")).status).toBe(403);
    await fileOf("tab=unpaid&q=nobody@example.com&rows=lines");
    const { entries } = (await owner.send("GET", "/audit?subject=order&id=all")).body.data;
    expect(entries[0]).toMatchObject({
      action: "orders.exported",
      actor: "Owner Rao",
      after: { rows: "lines", tab: "unpaid", sort: "newest", isSearch: true },
    });
    expect(JSON.stringify(entries)).not.toContain("nobody@");
  });

  it("is written in batches, each order once and in the list’s sequence", async () => {
    // Twelve hundred of one instant, so that a batch ends between orders of the same time.
    await shop.db.execute(sql`
      insert into customer_order overriding system value
      select (jsonb_populate_record(o, jsonb_build_object('id', 100000 + n, 'number', 'KW-COPY-' || lpad(n::text, 4, '0'),
        'created_at', '2025-02-10T06:00:00Z', 'invoice_number', null, 'payment_method', 'online'))).*
      from customer_order o, generate_series(1, 1200) n where o.number = ${orders.cash}`);
    const rows = await fileOf("from=2025-02-10&to=2025-02-10&sort=oldest");
    expect(rows.map(({ order }) => order)).toEqual(
      Array.from({ length: 1200 }, (_, at) => `KW-COPY-${String(at + 1).padStart(4, "0")}`),
    );
  });
});

describe("a file for a courier", () => {
  const parcelsOf = async (query: string, member = owner) => {
    const { body } = await member.send("GET", `/orders/for-courier.csv?${query}`);
    return parse<Record<string, string>>(body, { bom: true, columns: true });
  };
  const street = "Flat 12, Third Floor, Lakshmi Niwas Apartments, behind the Old Post Office, Church Street Cross Road";
  let cash = "";
  let gift = "";

  beforeAll(async () => {
    cash = await confirmed(await shoppers.buyer({ [attar]: 1 }), { ...BENGALURU, street });
    await shop.db.execute(sql`
      update variant set length_mm = 95, width_mm = 60, height_mm = 60 where product_id = ${Number(attar)}`);
    const diya = await shoppers.buyer({ [attar]: 2, [soap]: 1 });
    await diya.post("cart/code", { code: "TENTH" });
    gift = (await diya.buy({ address: LUCKNOW, mobile_no: "9845011223" })).orderNumber;
    await shop.db.execute(sql`
      update customer_order set gift = '{"message": "", "wrapPaise": null, "receiver": {"name": "Esha Kaur Gill", "mobile": "9810098100"}}'
      where number = ${gift}`);
  });

  it("has the orders to be sent, with what is collected, weight and measures where they are known", async () => {
    const rows = await parcelsOf(only(orders.online, cash, gift));
    expect(rows.map(({ order }) => order)).toEqual([gift, cash]);
    // 500 + 40 + 49 = 589 in cash; 1,300 − 130 + 40 = 1,210 paid online.
    expect(rows[1]).toEqual({
      order: cash,
      name: expect.any(String),
      phone: "9839012345",
      address_line_1: "Flat 12, Third Floor, Lakshmi Niwas Apartments, behind the Old Post Office,",
      address_line_2: "Church Street Cross Road",
      city: "Bengaluru",
      state: "Karnataka",
      pincode: "560001",
      payment: "COD",
      cod_amount: "589.00",
      invoice_value: "589.00",
      weight_grams: "120",
      length_cm: "9.5",
      breadth_cm: "6",
      height_cm: "6",
      contents: "1 × =Attar, 50 ml",
    });
    expect(rows[0]).toMatchObject({
      name: "Esha Kaur Gill",
      phone: "9810098100",
      payment: "Prepaid",
      cod_amount: "0.00",
      invoice_value: "1210.00",
      weight_grams: "",
      length_cm: "",
    });
  });

  it("has the columns of Delhivery’s panel", async () => {
    expect((await parcelsOf(`columns=delhivery&${only(cash)}`))[0]).toEqual({
      Waybill: "",
      "Order No": cash,
      "Consignee Name": expect.any(String),
      City: "Bengaluru",
      State: "Karnataka",
      Country: "India",
      Address: street,
      Pincode: "560001",
      Phone: "9839012345",
      Mobile: "9839012345",
      Weight: "120",
      "Payment Mode": "COD",
      "Package Amount": "589.00",
      "Cod Amount": "589.00",
      "Product to be Shipped": "1 × =Attar, 50 ml",
      "Shipping Mode": "Surface",
    });
  });

  it("has the columns of Shiprocket’s panel, whose prices, shipping and discount make the order’s value", async () => {
    const rows = await parcelsOf(`columns=shiprocket&${only(gift)}`);
    expect(rows).toMatchObject([
      {
        "*Order Id": gift,
        "Order Date as dd-mm-yyyy hh:MM": expect.stringMatching(/^\d\d-\d\d-20\d\d \d\d:\d\d$/),
        "*Payment Method(COD/Prepaid)": "Prepaid",
        "*Customer First Name": "Esha",
        "Customer Last Name": "Kaur Gill",
        "*Customer Mobile": "9810098100",
        "*Shipping Address Postcode": "226001",
        "*Master SKU": "ATTAR-6",
        "*Product Quantity": "2",
        "Tax %": "18",
        "*Selling Price(Per Unit Item, Inclusive of Tax)": "500.00",
        "Shipping Charges(Per Order)": "40.00",
        "Total Discount (Per Order)": "130.00",
        "*Partial COD (Yes/No)": "No",
        "*Weight Of Shipment(kg)": "",
        "HSN Code": "33030090",
      },
      { "*Order Id": gift, "*Master SKU": "SOAP", "*Product Quantity": "1" },
    ]);
    const [one] = await parcelsOf(`columns=shiprocket&${only(cash)}`);
    expect(one).toMatchObject({ "*Weight Of Shipment(kg)": "0.12", "*Length (cm)": "9.5" });
    // Shipping and the fee.
    expect(one?.["Shipping Charges(Per Order)"]).toBe("89.00");
  });

  it("has of an order that was sent in part what is left of it, and nothing once all is sent", async () => {
    await performCommand(shop, [
      ..."admin shipOrder --courier Delhivery --awb OF-PART --units".split(" "),
      '[{"position":0,"quantity":1}]',
      gift,
    ]);
    // 450 and half of the attars’ 30.77 of shipping make 465.38; 270 + 9.23 for the soap: 744.61.
    const [rest] = await parcelsOf(only(gift));
    expect(rest).toMatchObject({ contents: "1 × =Attar, 50 ml, 1 × Soap, 50 ml", invoice_value: "744.61" });
    await performCommand(shop, `admin shipOrder ${gift} --courier Delhivery --awb OF-REST`);
    expect(await parcelsOf(only(gift))).toEqual([]);
  });

  it("is for members who send orders, and in the audit log", async () => {
    const packer = await signInAs(shop, "Packer");
    expect((await parcelsOf(`columns=delhivery&${only(cash)}`, packer)).map((row) => row["Order No"])).toEqual([cash]);
    const { entries } = (await owner.send("GET", "/audit?subject=order&id=all")).body.data;
    expect(entries[0]).toMatchObject({ actor: "Packer Rao", after: { columns: "delhivery", chosen: 1 } });
    expect((await (await signInAs(shop, "Accountant")).send("GET", "/orders/for-courier.csv")).status).toBe(403);
    expect((await packer.send("GET", "/orders/for-courier.csv?columns=dtdc")).status).toBe(400);
  });
});

describe("a courier’s file of AWBs", () => {
  const check = async (member: typeof owner, lines: string[], query = "", path = "parcel-file") => {
    const response = await shop.app.inject({
      method: "POST",
      url: `/admin/api/orders/${path}${query}`,
      headers: {
        "content-type": "text/csv",
        origin: SHOP,
        cookie: [...member.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
      payload: lines.join("\r\n"),
    });
    return { status: response.statusCode, body: response.json() };
  };
  const bought = async () => (await (await shoppers.buyer({ [soap]: 1 })).buy({ address: LUCKNOW })).orderNumber;
  const stateOf = async (number: string) => (await owner.send("GET", `/orders/${number}`)).body.data.state;

  it("is checked as it would be shipped, without a trace, and then ships by the bulk action", async () => {
    const packer = await signInAs(shop, "Packer");
    const [first, second, third] = [await bought(), await bought(), await bought()];
    const { status, body } = await check(packer, [
      "Order ID,Courier Company,AWB Code,Product",
      `${first},Delhivery,'000123456789012,Soap`,
      `${second},Blue Dart,BD-77,Soap`,
      `KW-0000-0000,Delhivery,DL-1,Soap`,
      `${orders.cash},Delhivery,DL-2,Soap`,
      `${third},Delhivery,OF-1,Soap`,
      `${third},Delhivery,BD-77,Soap`,
    ]);
    expect({ status, parcels: body.data.parcels }).toEqual({
      status: 200,
      parcels: [
        { row: 2, number: first, courier: "Delhivery", awb: "000123456789012", problem: "" },
        { row: 3, number: second, courier: "Blue Dart", awb: "BD-77", problem: "" },
        expect.objectContaining({ row: 4, problem: expect.stringContaining("no order with the number KW-0000-0000") }),
        expect.objectContaining({ row: 5, problem: expect.stringContaining(`Order ${orders.cash} is Shipped`) }),
        expect.objectContaining({ row: 6, problem: expect.stringContaining("Another parcel has the AWB OF-1") }),
        expect.objectContaining({ row: 7, problem: `${third} is in row 6 already, with the AWB OF-1.` }),
      ],
    });
    expect([await stateOf(first), await stateOf(second)]).toEqual(["paid", "paid"]);
    expect((await owner.send("GET", `/audit?subject=order&id=${first}`)).body.data.entries).toEqual([]);

    const parcels = body.data.parcels
      .slice(0, 2)
      .map(({ row: _, problem: __, ...parcel }: { row: number; problem: string }) => parcel);
    const { results } = (await packer.send("POST", "/orders/ship", { parcels })).body.data;
    expect(results).toEqual([
      { number: first, problem: "" },
      { number: second, problem: "" },
    ]);
    expect([await stateOf(first), await stateOf(second), await stateOf(third)]).toEqual(["shipped", "shipped", "paid"]);
  });

  it("may name no courier, which is asked for then", async () => {
    const number = await bought();
    const lines = ["Order No,Waybill", `${number},WB-1`];
    expect((await check(owner, lines)).body.data.parcels[0].problem).toBe(
      "This row names no courier. Please name one above.",
    );
    expect((await check(owner, lines, "?courier=Delhivery")).body.data.parcels).toEqual([
      { row: 2, number, courier: "Delhivery", awb: "WB-1", problem: "" },
    ]);
  });

  it("marks as delivered what its column of states says, and leaves parts of orders and unknown parcels alone", async () => {
    const packer = await signInAs(shop, "Packer");
    const [whole, way] = [await bought(), await bought()];
    const part = (await (await shoppers.buyer({ [soap]: 2 })).buy({ address: LUCKNOW })).orderNumber;
    await performCommand(shop, [
      ..."admin shipOrder --courier Delhivery --awb DF-PART1 --units".split(" "),
      '[{"position":0,"quantity":1}]',
      part,
    ]);
    await performCommand(shop, `admin shipOrder ${whole} --courier Delhivery --awb DF-1`);
    await performCommand(shop, `admin shipOrder ${way} --courier Delhivery --awb DF-2`);
    const lines = [
      "Waybill,Current Status",
      "df-1,DELIVERED",
      "DF-2,RTO",
      "DF-1,Delivered",
      "DF-PART1,Delivered",
      "DF-9,",
    ];
    const { status, body } = await check(packer, lines, "", "delivered-file");
    expect({ status, parcels: body.data.parcels }).toEqual({
      status: 200,
      parcels: [
        { row: 2, number: whole, courier: "Delhivery", awb: "DF-1", problem: "" },
        expect.objectContaining({ row: 3, number: way, problem: "The file says “RTO”, so it stays as it is." }),
        expect.objectContaining({ row: 4, problem: "The AWB DF-1 is in row 2 already." }),
        expect.objectContaining({ row: 5, number: part, problem: expect.stringContaining("a part of the order") }),
        { row: 6, number: "", courier: "", awb: "DF-9", problem: "The file says “”, so it stays as it is." },
      ],
    });
    expect(await stateOf(whole)).toBe("shipped");
    await packer.send("POST", "/orders/deliver", { numbers: [whole] });
    const again = await check(packer, ["awb", "DF-1", "DF-2", "DF-9"], "", "delivered-file");
    expect(again.body.data.parcels).toEqual([
      expect.objectContaining({ row: 2, problem: expect.stringContaining(`Order ${whole} is Delivered`) }),
      expect.objectContaining({ row: 3, problem: "" }),
      expect.objectContaining({ row: 4, problem: "No parcel has the AWB DF-9." }),
    ]);
    expect((await check(packer, ["order,amount", "1,2"], "", "delivered-file")).body.errors[0]).toMatchObject({
      field: "file",
      message: "A row must name a column “awb”; there is order, amount.",
    });
    expect((await check(await signInAs(shop, "Support"), ["awb", "DF-2"], "", "delivered-file")).status).toBe(403);
  });

  it("without the columns, without rows, or with too many, is refused as a whole", async () => {
    for (const [lines, problem] of [
      [["order,amount", "1,2"], "A row must name a column “order” and a column “awb”"],
      [["order,awb"], "The file has no parcels."],
      [["order,awb", ...Array.from({ length: 501 }, (_, at) => `KW-0000-0000,A${at}`)], "up to 500 rows"],
    ] as const) {
      const { status, body } = await check(owner, [...lines]);
      expect({ status, field: body.errors[0].field }).toEqual({ status: 422, field: "file" });
      expect(body.errors[0].message).toContain(problem);
    }
    const support = await signInAs(shop, "Support");
    expect((await check(support, ["order,awb", "KW-0000-0000,A1234"])).status).toBe(403);
  });
});
