/** Free samples by the value of an order, from the offer to the packing slip. */

import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { endpoints } from "../../contract/endpoints.ts";
import { notSoldRecords } from "../../server/operations/reports/not-sold.ts";
import { readPackingSlip } from "../../server/orders/fulfilment/packing-slip.ts";
import { documentsOf } from "../../server/orders/orders/gst/documents.ts";
import { hasBought } from "../../server/orders/orders/has-bought.ts";
import { invoiceOf } from "../../server/orders/orders/invoice/read-invoice.ts";
import { customerOrder } from "../../server/platform/database/schema.ts";
import { type Buyer, buyersOf, LUCKNOW } from "./buyers.ts";
import { setStock, variantsOf } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { askAdmin, performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
/** Products sold from stock; a full size and, of the rose, a vial that is not sold alone. */
let rose: string;
let soap: string;
let vial: number;
let mini: number;
let soapBar: number;

beforeAll(async () => {
  shop = await openShop({ environment: { CASH_ON_DELIVERY: "true", CASH_EXCLUDED_CATEGORIES: "vials" } });
  shoppers = buyersOf(shop);
  const notAlone = { sku: "ROSE-2", label: "2 ml", onSale: false, stock: 30 };
  rose = await shoppers.sell({ title: "Rose", pricePaise: 100_000, stock: 30, sizes: [notAlone] });
  soap = await shoppers.sell({ title: "Soap", sku: "SOAP", pricePaise: 20_000, stock: 30 });
  const other = await shoppers.sell({ title: "Mitti", sku: "MITTI-2", label: "2 ml", stock: 3 });
  [, vial = 0] = await variantsOf(shop, rose);
  [soapBar = 0] = await variantsOf(shop, soap);
  [mini = 0] = await variantsOf(shop, other);
  await askAdmin(
    shop,
    "createOffer --name Two-vials --kind free_samples --free 2 --samples rose-2 --samples MITTI-2 --samples SOAP --minimum 1000",
  );
});
afterAll(() => shop?.close());

async function endLatestOffer(): Promise<void> {
  const { offers } = await askAdmin(shop, "listOffers");
  await askAdmin(shop, `endOffer ${offers[0]._id}`);
}
const choose = (buyer: Buyer, ...ids: number[]) => buyer.post("cart/samples", { variant_ids: ids.map(String) });
const chosenIn = (samples: { options: { variant_id: string; chosen: boolean }[] } | null) =>
  samples?.options.filter(({ chosen }) => chosen).map(({ variant_id }) => Number(variant_id));
const stockOf = async (variantId: number) =>
  (
    await rowsOf<{ left: number }>(
      shop,
      sql`select on_hand - reserved as left from stock where variant_id = ${variantId}`,
    )
  )[0]?.left;
const rowOf = async (number: string) => {
  const [row] = await shop.db.select().from(customerOrder).where(eq(customerOrder.number, number));
  if (!row) throw new Error("the order was not stored");
  return row;
};

describe("free samples", () => {
  it("are offered to a cart that reaches the minimum, none chosen, and cost nothing", async () => {
    const asha = await shoppers.buyer({ [soap]: 1 });
    expect((await asha.cart()).samples).toMatchObject({ name: "Two-vials", max: 2, missing: 800 });
    expect((await choose(asha, vial)).body).toMatchObject({
      code: "samples_not_available",
      message: "Add ₹800 more for “Two-vials”.",
    });
    await asha.add(rose);
    const cart = await asha.cart();
    expect(z.safeParse(endpoints.readCart.response, cart).error?.issues).toBeUndefined();
    expect(cart.samples).toMatchObject({
      missing: 0,
      options: [
        { variant_id: String(vial), title: "Rose", size: "2 ml", available: true, chosen: false },
        { variant_id: String(soapBar), chosen: false },
        { variant_id: String(mini), title: "Mitti", chosen: false },
      ],
    });
    expect(cart).toMatchObject({ offers: [], totalPrice: 1200 });

    expect(chosenIn((await choose(asha, vial, mini)).body.data)).toEqual([vial, mini]);
    expect(await asha.cart()).toMatchObject({ offers: [{ name: "Two-vials", discount: 0 }], totalPrice: 1200 });
    const { data: checkout } = (await asha.get("checkout?pincode=226001&payment_method=cash_on_delivery")).body;
    expect(checkout).toMatchObject({
      totalPrice: 1200,
      samples: [{ title: "Rose", size: "2 ml" }, { title: "Mitti" }],
    });
    expect(checkout.products).toHaveLength(2);
  });

  it("are rejected one by one with the reason, and do not change the choice", async () => {
    const asha = await shoppers.buyer({ [rose]: 1 });
    await choose(asha, vial);
    const problem = async (...ids: unknown[]) =>
      (await asha.post("cart/samples", { variant_ids: ids })).body.errors?.[0];
    expect(await problem("999999")).toEqual({
      field: "variant_ids.0",
      message: "This sample isn’t offered. Please choose another.",
    });
    expect(await problem(String(vial), String(mini), String(soapBar))).toEqual({
      field: "variant_ids",
      message: "You can choose up to 2.",
    });
    expect(await problem("1; drop table offer")).toMatchObject({ message: "variant_id must be the _id of a size." });
    expect(await problem(...Array<string>(25).fill("1"))).toMatchObject({ message: "Please choose at most 24." });
    expect((await asha.post("cart/samples", { variant_ids: "all" })).body.errors).toMatchObject([
      { message: "variant_ids must be a list." },
    ]);
    expect((await shoppers.people.post("cart/samples", { variant_ids: [] }, {})).status).toBe(401);
    // Chosen twice is chosen once.
    expect(chosenIn((await choose(asha, vial, vial)).body.data)).toEqual([vial]);
    expect(chosenIn((await asha.cart()).samples)).toEqual([vial]);
    expect(chosenIn((await choose(asha)).body.data)).toEqual([]);
  });

  it("are packed and mailed with the order, but neither bought, invoiced nor reported", async () => {
    const asha = await shoppers.buyer({ [rose]: 1 });
    await choose(asha, vial, soapBar);
    const before = await stockOf(vial);
    const { orderNumber } = await asha.buy({ address: LUCKNOW, total_price: 1000 });
    expect(await stockOf(vial)).toBe((before ?? 0) - 1);
    const { data: order } = (await asha.get(`order/${orderNumber}`)).body;
    expect(order).toMatchObject({
      totalPrice: 1000,
      items: [
        { product: { title: "Rose", size: "50 ml", price: 1000 } },
        { product: { title: "Rose", size: "2 ml", price: 0 }, quantity: 1, total: 0 },
        { product: { title: "Soap", price: 0 } },
      ],
      remaining: [{ position: 0, quantity: 1, amount: 1000 }],
    });

    const row = await rowOf(orderNumber);
    expect((await readPackingSlip(shop.db, row, { EWAY_BILL_RUPEES: 50_000 })).items).toMatchObject([
      {},
      { sku: "ROSE-2" },
      { sku: "SOAP" },
    ]);
    expect((await invoiceOf(shop.db, row)).lines).toMatchObject([{ quantity: 1, totalPaise: 100_000 }]);
    const { text } = await shoppers.people.mailAbout(asha.email, `Order confirmed: ${orderNumber}`);
    expect(text).toMatch(/Free sample/);
    const month = { name: "now", from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
    for await (const rows of documentsOf(shop.db, "invoice", month))
      expect(rows.filter((one) => one.orderNumber === orderNumber)).toMatchObject([
        { quantity: 1, totalPaise: 100_000 },
      ]);

    await askAdmin(shop, ["adjustStock", "ROSE-2", "--difference=-2", "--reason", "Broken on the shelf"]);
    const records: string[][] = [];
    for await (const record of notSoldRecords(shop.db, month)) records.push(record);
    expect(records.filter(([, , sku]) => sku === "ROSE-2").map((record) => record.slice(1))).toEqual([
      ["free sample", "ROSE-2", "Rose, 2 ml", "33030090", "18", "1", "", orderNumber, ""],
      ["correction", "ROSE-2", "Rose, 2 ml", "33030090", "18", "2", "", "", "Broken on the shelf"],
    ]);

    const bought = (productId: string) =>
      hasBought(shop.db, { customerId: Number(asha.id), productId: Number(productId) });
    expect([await bought(rose), await bought(soap)]).toEqual([true, false]);
    expect((await asha.get(`order/bought?product_id=${soap}`)).body.data).toEqual([]);
    const next = await asha.cart();
    expect(next.data).toEqual([]);
    await asha.post(`order/${orderNumber}/again`);
    expect(await asha.cart()).toMatchObject({ count: 1, offers: [] });
    expect(chosenIn((await asha.cart()).samples)).toEqual([]);
  });

  it("that run out before the order are named, and the order does not lose one silently", async () => {
    const scarce = await shoppers.sell({ title: "Scarce", sku: "SCARCE-2", label: "2 ml", stock: 1 });
    const [scarceId = 0] = await variantsOf(shop, scarce);
    await askAdmin(
      shop,
      "createOffer --name Scarce --kind free_samples --free 3 --samples SCARCE-2 --samples ROSE-2 --minimum 500",
    );
    const asha = await shoppers.buyer({ [rose]: 1 });
    expect((await choose(asha, scarceId, vial)).status).toBe(200);
    const checkout = async () => (await asha.get("checkout?pincode=226001")).body.data;
    expect(await checkout()).toMatchObject({
      samples: [{ title: "Rose" }, { title: "Scarce" }],
      unavailableSamples: [],
    });
    await setStock(shop, scarce, 0);
    const body = { address: LUCKNOW, total_price: 1000, samples: [String(scarceId), String(vial)] };
    for (const path of ["init/payment", "cash-order"])
      expect((await asha.post(path, body)).body).toMatchObject({
        statusCode: 409,
        code: "samples_not_available",
        errors: [
          { field: "samples", message: expect.stringContaining("your free sample Scarce, 2 ml has just run out") },
        ],
      });
    const cart = await asha.cart();
    expect(z.safeParse(endpoints.readCart.response, cart).error?.issues).toBeUndefined();
    expect(cart.samples.unavailable).toEqual([{ variant_id: String(scarceId), title: "Scarce", size: "2 ml" }]);
    expect(await checkout()).toMatchObject({ samples: [{ title: "Rose" }], unavailableSamples: [{ title: "Scarce" }] });
    // A client that does not say what it has shown gets an error; shown without it, the order is placed.
    expect((await asha.init({ address: LUCKNOW })).body.code).toBe("samples_not_available");
    const order = await asha.order({ ...body, samples: [String(vial)] });
    expect((await asha.get(`order/${order.orderNumber}`)).body.data.items).toMatchObject([
      {},
      { product: { title: "Rose", price: 0 } },
    ]);
    expect((await asha.order({ address: LUCKNOW, total_price: 1000 })).orderNumber).toBe(order.orderNumber);
    for (const samples of [["1; drop"], "all", [null]])
      expect((await asha.init({ ...body, samples })).status).toBe(422);
    await endLatestOffer();
  });

  it("of a size that is bought as well need one more unit of it, and leave it in the cart", async () => {
    const few = await shoppers.sell({ title: "Few", sku: "FEW", stock: 3, pricePaise: 60_000 });
    const [fewId = 0] = await variantsOf(shop, few);
    await askAdmin(shop, "createOffer --name Three --kind free_samples --free 3 --samples FEW --minimum 500");
    const asha = await shoppers.buyer({ [few]: 3 });
    expect((await choose(asha, fewId)).body.errors).toMatchObject([
      { message: "Few has run out. Please choose another." },
    ]);
    await shoppers.people.send("PATCH", "cart", { product_id: few, quantity: 2 }, { token: asha.token });
    expect((await choose(asha, fewId)).status).toBe(200);
    const opened = await asha.order();
    // The units of the own unpaid order count as available.
    expect(chosenIn((await asha.cart()).samples)).toEqual([fewId]);
    expect((await asha.order()).orderNumber).toBe(opened.orderNumber);
    expect(await stockOf(fewId)).toBe(0);
    await asha.verify(await asha.pay(opened));
    expect((await asha.cart()).data).toEqual([]);

    // Later shoppers get none, and can still buy.
    await setStock(shop, few, 1);
    const ravi = await shoppers.buyer({ [few]: 1 });
    expect((await ravi.cart()).samples.options).toMatchObject([{ available: false, chosen: false }]);
    expect((await ravi.order()).amount).toBe(60_000);
    await endLatestOffer();
  });

  it("run out between the cart and the order: the order is placed without them", async () => {
    const asha = await shoppers.buyer({ [rose]: 1 });
    await choose(asha, mini);
    await shop.db.execute(sql`update stock set on_hand = reserved where variant_id = ${mini}`);
    const { orderNumber } = await asha.buy({ address: LUCKNOW, total_price: 1000 });
    expect((await asha.get(`order/${orderNumber}`)).body.data.items).toHaveLength(1);
  });

  it("come back once what is left does not earn them, and only once", async () => {
    const asha = await shoppers.buyer({ [rose]: 1, [soap]: 1 });
    await choose(asha, vial);
    const before = await stockOf(vial);
    const { orderNumber } = await asha.buy();
    const cancel = (position: number) =>
      asha.post(`order/${orderNumber}/cancel`, { lines: [{ position, quantity: 1 }] });
    expect((await cancel(2)).body.errors).toMatchObject([{ message: "This item isn’t part of the order." }]);
    expect((await cancel(0)).status).toBe(200);
    // The soap alone does not earn it.
    expect(await stockOf(vial)).toBe(before);
    expect((await cancel(1)).status).toBe(200);
    expect(await shoppers.stateOf(orderNumber)).toBe("cancelled");
    expect(await stockOf(vial)).toBe(before);
  });

  it("of a parcel that is lost are lost, and the order ends with its other parcels", async () => {
    const owner = await signInAs(shop, "Owner");
    const asha = await shoppers.buyer({ [rose]: 1, [soap]: 1 });
    await choose(asha, vial);
    const before = await stockOf(vial);
    const { orderNumber } = await asha.buy();
    const read = async () => (await owner.send("GET", `/orders/${orderNumber}`)).body.data;
    const send = async (method: "POST" | "PATCH", path: string, body: object) =>
      (await owner.send(method, `/orders/${orderNumber}/${path}`, { version: (await read()).version, ...body })).status;
    const units = [0, 2].map((position) => ({ position, quantity: 1 }));
    expect(await send("POST", "ship", { courier: "Delhivery", awb: "SAMPLE-1", units })).toBe(200);
    expect(await send("POST", "parcels/SAMPLE-1/credit", { state: "lost", preview: false })).toBe(200);
    expect((await read()).unsent).toEqual([{ position: 1, quantity: 1 }]);
    expect(await send("POST", "ship", { courier: "Delhivery", awb: "SAMPLE-2" })).toBe(200);
    expect(await send("PATCH", "parcels/SAMPLE-2", { state: "delivered" })).toBe(200);
    expect(await shoppers.stateOf(orderNumber)).toBe("delivered");
    expect(await stockOf(vial)).toBe((before ?? 0) - 1);
  });
});

describe("an offer of free samples", () => {
  it.each([
    ["--kind free_samples --free 2", "samples: Please choose the samples."],
    ["--kind free_samples --samples ROSE-2", "free: Please give how many are free."],
    ["--kind free_samples --free 2 --samples NONE", "There is no SKU NONE"],
    ["--kind free_samples --free 2 --samples ROSE-2 --codes X", "without a code"],
    ["--kind amount --amount 5 --samples ROSE-2", "has no samples"],
  ])("with %s is rejected", async (options, problem) => {
    const { code, err } = await performCommand(shop, `admin createOffer --name X ${options}`);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(problem) });
  });
});
