/** Returned units that are exchanged for other items. Amounts are worked out by hand. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isoDayInIndia } from "../../contract/dates.ts";
import { readPackingSlip } from "../../server/orders/fulfilment/packing-slip.ts";
import { findAnyOrder } from "../../server/orders/orders/find-order.ts";
import { pdfText } from "../pdf-text.ts";
import { BENGALURU, type Buyer, buyersOf, LUCKNOW } from "./buyers.ts";
import { cutWhileWriting } from "./cut-while-writing.ts";
import { setUnits, variantsOf } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { askAdmin } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { openBrowser, signInAs } from "./staff-people.ts";

let shop: TestShop;
let buyers: ReturnType<typeof buyersOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;
let parcels = 0;
beforeAll(async () => {
  shop = await openShop({ environment: { CASH_ON_DELIVERY: "true", CASH_FEE_RUPEES: "49" } });
  buyers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
});
afterAll(() => shop?.close());

/** Makes an attar in three sizes, at 499, 899 and 2999 with 18 % GST; returns its SKUs and id. */
async function attar(title: string) {
  const slug = title.toLowerCase().replaceAll(" ", "-");
  const skuOf = (size: string) => `${slug}-${size}`.toUpperCase();
  const id = await buyers.sell({
    ...{ slug, title, pricePaise: 49_900, gstPercent: 18, stock: 10, sku: skuOf("6"), label: "6 ml" },
    sizes: [
      { sku: skuOf("12"), label: "12 ml", pricePaise: 89_900, stock: 10 },
      { sku: skuOf("50"), label: "50 ml", pricePaise: 299_900, stock: 10 },
    ],
  });
  return { id, small: skuOf("6"), medium: skuOf("12"), large: skuOf("50") };
}

/** Adds a size to the cart, by its place among its product's sizes. */
async function put(buyer: Buyer, product: string, place: number, quantity: number) {
  const variant = (await variantsOf(shop, product))[place];
  const response = await buyer.post("cart", { product_id: product, variant_id: String(variant), quantity });
  expect(response.status).toBe(200);
}

/** Has an order sent and delivered. */
async function deliver(number: string): Promise<string> {
  parcels += 1;
  await onOrder(number, "ship", { awb: `EX-${parcels}`, courier: "Delhivery" });
  expect((await onOrder(number, "deliver")).status).toBe(200);
  return number;
}

/** Pays for the cart and has it delivered. */
const delivered = async (buyer: Buyer, address: object = LUCKNOW) =>
  deliver((await buyer.buy({ address })).orderNumber);

/** Orders the cart for cash and has it delivered. */
async function deliveredForCash(buyer: Buyer): Promise<string> {
  const { orderNumber } = (await buyer.post("cash-order", { address: LUCKNOW })).body.data;
  const { text } = await buyers.people.mailAbout(buyer.email, `Confirm your order ${orderNumber}`);
  const code = /^ {4}(\d{6})$/m.exec(text)?.[1];
  expect((await buyer.post(`cash-order/${orderNumber}/confirm`, { code })).status).toBe(200);
  return deliver(orderNumber);
}

/** Returns units, by default one of item 0; the parcel has arrived. */
async function returned(
  buyer: Buyer,
  number: string,
  lines: object[] = [{ position: 0, quantity: 1 }],
  request: object = {},
) {
  const { status } = await buyer.post(`order/${number}/return`, {
    ...{ reason: "Another size, please.", lines },
    ...request,
  });
  expect(status).toBe(200);
  const pickUp = { courier: "Delhivery", date: "2026-12-02", between: "10 AM and 1 PM" };
  await onOrder(number, "return-approve", { decisionReason: "changed_mind", ...pickUp });
  expect((await onOrder(number, "return-receive")).status).toBe(200);
}

const readOrder = async (buyer: Buyer, number: string) => (await buyer.get(`order/${number}`)).body.data;
const versionOf = async (number: string) =>
  (await rowsOf<{ version: number }>(shop, sql`select version from customer_order where number = ${number}`))[0]
    ?.version;
const onOrder = async (number: string, path: string, body: object = {}) =>
  owner.send("POST", `/orders/${number}/${path}`, { version: await versionOf(number), ...body });
/** Accepts the return in exchange for these sizes, one unit each. */
const exchange = (number: string, skus: readonly string[], body: object = {}) =>
  onOrder(number, "return-accept", {
    decisionReason: "changed_mind",
    exchange: skus.map((sku) => ({ sku, quantity: 1 })),
    ...body,
  });
const stockOf = async (sku: string) =>
  (
    await rowsOf<{ left: number; reserved: number }>(
      shop,
      sql`select on_hand - reserved as left, reserved from stock join variant on variant.id = variant_id where sku = ${sku}`,
    )
  )[0];

describe("an exchange", () => {
  it("for another scent of the same price credits and invoices it, sends it, and refunds nothing", async () => {
    const rose = await attar("Gulab");
    const vetiver = await attar("Khus");
    const asha = await buyers.buyer({ [rose.id]: 2 });
    const number = await delivered(asha);
    await returned(asha, number);

    const request = { restock: [{ position: 0, quantity: 1 }] };
    const preview = (await exchange(number, [vetiver.small], { ...request, preview: true })).body.data;
    // 499 of 998 go and 499 come. The credited GST of 499 is 2 × 38.06.
    expect(preview).toMatchObject({
      effect: {
        credited: 499,
        refunded: 0,
        creditLines: [{ quantity: 1, taxable: 422.88, cgst: 38.06, sgst: 38.06, igst: 0 }],
      },
      exchange: { before: 998, less: 499, more: 499, total: 998, gst: 152.24, due: 0, balance: 0 },
    });
    expect(await readOrder(asha, number)).toMatchObject({ state: "return_received", creditNotes: [] });

    const done = (await exchange(number, [vetiver.small], request)).body.data;
    expect(done.order).toMatchObject({ state: "delivered", returns: [{ state: "accepted" }] });
    expect(done.order.actions).toContain("ship-replacement");
    expect(done.order.actions).not.toContain("undo-step");
    const after = await readOrder(asha, number);
    expect(after).toMatchObject({
      state: "delivered",
      totalPrice: 1497,
      refunds: [],
      creditNotes: [{ amount: 499 }],
      furtherInvoices: [{ position: 2, amount: 499 }],
      returns: [{ lines: [{ position: 0, replacedQuantity: 0 }], exchange: [{ position: 1, quantity: 1 }] }],
      unsent: [],
      // What was exchanged has not left yet.
      canReturn: false,
    });
    expect(after.timeline.at(-1).note).toBe("Return accepted. Returned: 1 × Gulab, 6 ml. In exchange: 1 × Khus, 6 ml.");
    expect([await stockOf(rose.small), await stockOf(vetiver.small)]).toMatchObject([{ left: 9 }, { left: 9 }]);
    const { text, attachments } = await buyers.people.mailAbout(
      asha.email,
      `Your exchange for order ${number} has been accepted`,
    );
    expect(text).toContain("There’s nothing to pay or to refund.");
    expect(attachments).toHaveLength(1);

    expect((await asha.post(`order/${number}/return`, { reason: "All." })).body).toMatchObject({
      code: "wrong_order_state",
      message: expect.stringContaining("hasn’t shipped yet"),
    });
    const cookie = [...owner.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const url = `/admin/api/orders/print.pdf?document=slip&numbers=${number}`;
    const slip = pdfText((await shop.app.inject({ url, headers: { cookie } })).rawPayload);
    expect(slip).toContain("Khus");
    expect(slip).not.toContain("Gulab");
    expect(slip).toContain("Exchange");

    const sent = await onOrder(number, "ship-replacement", { courier: "Delhivery", awb: `SWAP-${number}` });
    expect(sent.body.data.shipments.at(-1)).toMatchObject({ isReplacement: true, items: null });
    expect(sent.body.data.nouns).toEqual({ due: null, underway: "exchange", pending: null });
    expect(sent.body.data.history).toContainEqual(expect.objectContaining({ title: "Exchange shipped" }));
    // Its invoice travels with it, so it needs no challan.
    expect(sent.body.data.documents).not.toContain("challan");
    await buyers.people.mailAbout(asha.email, `Your exchange for order ${number} has shipped`);
    const again = await onOrder(number, "ship-replacement", { courier: "Delhivery", awb: `SWAP2-${number}` });
    expect(again.status).toBe(409);
    // The return period begins when it arrives.
    await shop.db.execute(
      sql`update customer_order set delivered_at = delivered_at - interval '30 days' where number = ${number}`,
    );
    expect(await readOrder(asha, number)).toMatchObject({ canReturn: false });
    expect((await onOrder(number, "deliver-replacement")).status).toBe(200);
    expect(await readOrder(asha, number)).toMatchObject({ canReturn: true });
    // And what came is returned like anything else.
    await returned(asha, number, [{ position: 1, quantity: 1 }]);
    await onOrder(number, "return-accept", { decisionReason: "changed_mind" });
    expect(await readOrder(asha, number)).toMatchObject({
      creditNotes: [{ amount: 499 }, { amount: 499 }],
      refunds: [{ amount: 499 }],
      returns: [{}, { exchange: [] }],
    });
    expect((await onOrder(number, "ship-replacement", { courier: "Delhivery", awb: "SWAP3" })).status).toBe(409);
    expect(await askAdmin(shop, `readGstMonth ${isoDayInIndia(new Date()).slice(0, 7)}`)).toMatchObject({
      agrees: true,
    });
  });

  it("for a cheaper size refunds the difference, to another state with IGST", async () => {
    const { id, small, medium } = await attar("Mogra");
    const asha = await buyers.buyer();
    await put(asha, id, 1, 1);
    const number = await delivered(asha, BENGALURU);
    await returned(asha, number);
    // 899 with 137.14 GST go, 499 with 76.12 come.
    expect((await exchange(number, [small])).body.data).toMatchObject({
      effect: {
        credited: 899,
        refunded: 400,
        creditLines: [{ taxable: 761.86, cgst: 0, sgst: 0, igst: 137.14 }],
      },
      exchange: { before: 899, less: 899, more: 499, total: 499, gst: 76.12 },
    });
    const after = await readOrder(asha, number);
    expect(after).toMatchObject({ state: "delivered", refunds: [{ amount: 400 }] });
    expect(after.timeline.at(-1).note).toBe(
      "Return accepted. Returned: 1 × Mogra, 12 ml. In exchange: 1 × Mogra, 6 ml. We’re refunding ₹400.",
    );
    const { text } = await buyers.people.mailAbout(asha.email, `Your exchange for order ${number} has been accepted`);
    expect(text).toContain("We’re refunding ₹400 to ");
    // What is not restocked is written off.
    expect([await stockOf(small), await stockOf(medium)]).toMatchObject([{ left: 9 }, { left: 9 }]);
    expect(
      await rowsOf(
        shop,
        sql`select igst_paise as integrated, cgst_paise as central, invoice_position as invoice from order_item
          join customer_order on id = order_id where number = ${number} order by position`,
      ),
    ).toEqual([
      { integrated: 13_714, central: 0, invoice: 1 },
      { integrated: 7_612, central: 0, invoice: 2 },
    ]);
  });

  it("of one of two returned units refunds the other", async () => {
    const { id, medium } = await attar("Bela");
    const asha = await buyers.buyer({ [id]: 3 });
    const number = await delivered(asha);
    await returned(asha, number, [{ position: 0, quantity: 2 }]);
    // 998 go and 899 come.
    expect((await exchange(number, [medium])).body.data).toMatchObject({
      effect: { credited: 998, refunded: 99 },
      exchange: { before: 1497, total: 1398 },
    });
  });

  it("beside a replacement leaves in its parcel, with a challan for that", async () => {
    const { id, small, medium } = await attar("Chameli");
    const asha = await buyers.buyer({ [id]: 3 });
    const number = await delivered(asha);
    await returned(asha, number, [{ position: 0, quantity: 2 }]);
    // One is sent again, and the other becomes 12 ml.
    const asked = await exchange(number, [medium], { replace: [{ position: 0, quantity: 1 }] });
    expect(asked.body.data).toMatchObject({ exchange: { less: 499, more: 899, due: 400 } });
    await pay(asha, number);
    expect([await stockOf(small), await stockOf(medium)]).toMatchObject([{ left: 6 }, { left: 9 }]);
    const sent = await onOrder(number, "ship-replacement", { courier: "Delhivery", awb: `BOTH-${number}` });
    expect(sent.body.data.documents).toContain("challan");
    expect((await onOrder(number, "ship-replacement", { courier: "Delhivery", awb: "BOTH2" })).status).toBe(409);
  });

  it("keeps an offer of the whole order, and loses one whose condition is no longer met", async () => {
    const { id, small, medium } = await attar("Rajnigandha");
    await askAdmin(
      shop,
      "createOffer --name Tenth --kind percentage --percent 10 --minimum 1000 --products rajnigandha",
    );
    const asha = await buyers.buyer({ [id]: 2 });
    await put(asha, id, 1, 1);
    const number = await delivered(asha);
    // 499 × 2 + 899 − 189.70 = 1707.30.
    const before = await readOrder(asha, number);
    expect(before).toMatchObject({ totalPrice: 1707.3 });
    const positionOf = (size: string) =>
      before.items.find(({ product }: { product: { size: string } }) => product.size === size).position;
    await returned(asha, number, [{ position: positionOf("6 ml"), quantity: 2 }]);
    // 2 × 449.10 go. 809.10 each of two 12 ml: 1618.20, so 89.10 are refunded.
    expect((await exchange(number, [medium])).body.data).toMatchObject({
      effect: { credited: 898.2, refunded: 89.1, reasons: "" },
      exchange: { before: 1707.3, less: 898.2, more: 809.1, total: 1618.2, offers: [{ discount: 279.6 }] },
    });
    await onOrder(number, "ship-replacement", { courier: "Delhivery", awb: `TENTH-${number}` });
    await returned(asha, number, [{ position: positionOf("12 ml"), quantity: 1 }]);
    // 499 + 809.10 − … : 899 + 499 = 1398 keeps the offer: 1258.20, 360 less.
    expect((await exchange(number, [small], { preview: true })).body.data).toMatchObject({
      effect: { credited: 809.1, refunded: 360 },
      exchange: { more: 449.1, total: 1258.2 },
    });
    // Without it, the rest of 899 loses 89.90, which is not refunded: 1618.20 − 899.
    await onOrder(number, "return-accept", { decisionReason: "changed_mind" });
    expect((await readOrder(asha, number)).refunds.at(-1)).toMatchObject({ amount: 719.2 });
  });

  it("of an order for cash refunds to a UPI ID, and what its courier has to remit stays", async () => {
    const { id, small } = await attar("Kewda");
    const asha = await buyers.buyer();
    await put(asha, id, 1, 1);
    const number = await deliveredForCash(asha);
    await returned(asha, number);
    // 899 + 49 go, and 499 + 49 come.
    expect((await exchange(number, [small])).body.data).toMatchObject({
      effect: { credited: 948, refunded: 400 },
      exchange: { before: 948, more: 548, total: 548, balance: 0 },
    });
    expect(await readOrder(asha, number)).toMatchObject({ refunds: [{ amount: 400 }], refundAccount: {} });
    const { text } = await buyers.people.mailAbout(asha.email, `Your exchange for order ${number} has been accepted`);
    expect(text).toContain("Please enter your UPI ID");
    expect(await remit(number, 948)).toMatchObject({ results: { full: 1 } });
  });

  it("of an order for cash for a dearer size is paid online, and adds nothing to what its courier remits", async () => {
    const { id, medium } = await attar("Champa");
    const asha = await buyers.buyer({ [id]: 1 });
    const number = await deliveredForCash(asha);
    await returned(asha, number);
    // 499 + 49 go, and 899 + 49 come.
    expect((await exchange(number, [medium])).body.data).toMatchObject({
      effect: { credited: 0, refunded: 0 },
      exchange: { less: 548, more: 948, due: 400, balance: 0 },
    });
    await pay(asha, number);
    const paid = await readOrder(asha, number);
    // The provider knows the second of a payment, the shop its millisecond.
    expect(paid.paid.map(({ amount }: { amount: number }) => amount).sort()).toEqual([400, 548]);
    expect(paid).toMatchObject({
      state: "delivered",
      balance: 0,
      creditNotes: [{ amount: 548 }],
      furtherInvoices: [{ amount: 948 }],
      refunds: [],
    });
    expect(await remit(number, 548)).toMatchObject({ results: { full: 1 } });
    // All of it goes back the way it came: 400 online, 548 by UPI.
    await onOrder(number, "ship-replacement", { courier: "Delhivery", awb: `CASH-${number}` });
    await returned(asha, number, [{ position: 1, quantity: 1 }]);
    await onOrder(number, "return-accept", { decisionReason: "damaged" });
    const after = await readOrder(asha, number);
    expect(after).toMatchObject({ state: "returned" });
    expect(after.refunds.map(({ amount }: { amount: number }) => amount).sort()).toEqual([400, 548]);
  });

  it("of an order in several parcels adds a parcel, and leaves nothing unsent", async () => {
    const { id, medium } = await attar("Juhi");
    const asha = await buyers.buyer({ [id]: 2 });
    const { orderNumber: number } = await asha.buy();
    const units = [{ position: 0, quantity: 1 }];
    await onOrder(number, "ship", { awb: "PART-1", courier: "Delhivery", units });
    await onOrder(number, "ship", { awb: "PART-2", courier: "Delhivery" });
    for (const awb of ["PART-1", "PART-2"]) {
      const body = { version: await versionOf(number), state: "delivered" };
      expect((await owner.send("PATCH", `/orders/${number}/parcels/${awb}`, body)).status).toBe(200);
    }
    await returned(asha, number, [{ position: 0, quantity: 2 }]);
    expect((await exchange(number, [medium])).body.data.effect).toMatchObject({ credited: 998, refunded: 99 });
    expect(await readOrder(asha, number)).toMatchObject({ state: "delivered", unsent: [] });
    const sent = await onOrder(number, "ship-replacement", { courier: "Delhivery", awb: "PART-3" });
    expect(sent.body.data).toMatchObject({ state: "delivered", unsent: [] });
    expect(sent.body.data.actions).not.toContain("ship");
  });

  it("that the customer no longer wants is refunded before it is sent", async () => {
    const { id, small, medium } = await attar("Parijat");
    const asha = await buyers.buyer({ [id]: 2 });
    const number = await delivered(asha);
    await returned(asha, number, [{ position: 0, quantity: 2 }]);
    await exchange(number, [medium]);
    const unit = [{ position: 1, quantity: 1 }];
    const refunded = await onOrder(number, "refund", { lines: unit, restock: unit });
    expect(refunded.body.data.effect).toMatchObject({ credited: 899, refunded: 899 });
    expect(refunded.body.data.order.actions).not.toContain("ship-replacement");
    expect([await stockOf(small), await stockOf(medium)]).toMatchObject([{ left: 8 }, { left: 10 }]);
  });
});

/** Records what a courier pays for an order, and returns how that is judged. */
async function remit(number: string, amount: number) {
  const [parcel] = await rowsOf<{ awb: string }>(
    shop,
    sql`select awb from shipment join customer_order on customer_order.id = order_id where number = ${number} and not is_replacement`,
  );
  const file = join(shop.dataDir, `${number}.csv`);
  writeFileSync(file, `awb,amount\n${parcel?.awb},${amount}\n`);
  const words = `uploadRemittance --file ${file} --reference ${number} --receivedOn ${isoDayInIndia(new Date())}`;
  const { digest } = await askAdmin(shop, words);
  return askAdmin(shop, `${words} --digest ${digest}`);
}

const linkOf = async (buyer: Buyer, number: string) => {
  const { path } = (await buyer.get(`cash-order/${number}/pay-link`)).body.data;
  return path.replace("/pay/", "draft-orders/");
};
/** Pays what the order's link asks for. */
async function pay(buyer: Buyer, number: string) {
  const link = await linkOf(buyer, number);
  const opened = (await buyer.post(`${link}/pay`, {})).body.data;
  const verified = await buyer.post(`${link}/verify`, await buyer.pay(opened));
  expect(verified.body.data.outcome).toBe("paid");
}

describe("an exchange for a dearer size", () => {
  /** Two attars of 6 ml, one of which is to become 12 ml: 899 for 499. */
  async function waiting(title: string) {
    const { id, small, medium } = await attar(title);
    const asha = await buyers.buyer({ [id]: 2 });
    const number = await delivered(asha);
    await returned(asha, number);
    const asked = await exchange(number, [medium], { restock: [{ position: 0, quantity: 1 }] });
    expect(asked.status).toBe(200);
    const link = await linkOf(asha, number);
    const open = async () => (await asha.post(`${link}/pay`, { total_price: 400 })).body.data;
    const verify = (signed: unknown) => asha.post(`${link}/verify`, signed);
    return { asha, number, small, medium, asked, link, open, verify };
  }

  it("waits for the difference, with what goes out reserved, and accepts the return once that is paid", async () => {
    const { asha, number, small, medium, asked, link, open, verify } = await waiting("Harsingar");
    // 998 − 499 + 899.
    expect(asked.body.data).toMatchObject({
      effect: { credited: 0, refunded: 0 },
      exchange: { before: 998, less: 499, more: 899, total: 1398, due: 400 },
      order: { state: "return_received", pendingEdit: { amount: 400 } },
    });
    const { actions } = asked.body.data.order;
    expect(actions).toContain("withdraw-edit");
    expect(actions).not.toContain("return-accept");
    expect(await exchange(number, [medium])).toMatchObject({ status: 409, body: { code: "wrong_order_state" } });
    expect(await readOrder(asha, number)).toMatchObject({
      pendingEdit: {
        amount: 400,
        summary: "Returned: 1 × Harsingar, 6 ml. In exchange: 1 × Harsingar, 12 ml.",
      },
      returns: [{ state: "received", exchange: [] }],
      creditNotes: [],
    });
    expect([await stockOf(small), await stockOf(medium)]).toMatchObject([{ left: 8 }, { left: 9, reserved: 1 }]);
    const { text } = await buyers.people.mailAbout(asha.email, `Pay ₹400 for the exchange of order ${number}`);
    expect(text).toContain(link.replace("draft-orders/", "/pay/"));

    // A price that changes meanwhile does not matter.
    await shop.db.execute(sql`update variant set price_paise = 99900, on_sale = false where sku = ${medium}`);
    const signed = await asha.pay(await open());
    const verified = await Promise.all([verify(signed), verify(signed)]);
    expect(verified.map(({ body }) => body.data.outcome)).toEqual(["paid", "paid"]);
    const after = await readOrder(asha, number);
    expect(after).toMatchObject({
      state: "delivered",
      totalPrice: 1897,
      pendingEdit: null,
      paid: [{ amount: 998 }, { amount: 400 }],
      creditNotes: [{ amount: 499 }],
      furtherInvoices: [{ position: 2, amount: 899 }],
      refunds: [],
      returns: [{ state: "accepted", exchange: [{ quantity: 1 }] }],
    });
    expect(after.timeline.at(-1).note).toBe(
      "You paid ₹400. Return accepted. Returned: 1 × Harsingar, 6 ml. In exchange: 1 × Harsingar, 12 ml.",
    );
    expect([await stockOf(small), await stockOf(medium)]).toMatchObject([{ left: 9 }, { left: 9, reserved: 0 }]);
    const { text: accepted } = await buyers.people.mailAbout(
      asha.email,
      `Your exchange for order ${number} has been accepted`,
    );
    expect(accepted).toContain("We’ve received your payment of ₹400.");
    expect((await asha.get(link)).body.data).toMatchObject({ state: "paid" });
  });

  it("is withdrawn by staff, who then refunds the return; what is paid afterwards is refunded", async () => {
    const { asha, number, medium, open, verify } = await waiting("Kadam");
    const opened = await open();
    expect((await owner.send("GET", `/orders/${number}`)).body.data.nouns).toMatchObject({ pending: "exchange" });
    const withdrawn = (await onOrder(number, "withdraw-edit")).body.data;
    expect(withdrawn).toMatchObject({ pendingEdit: null });
    const entries = await rowsOf<{ action: string }>(
      shop,
      sql`select action from audit_entry where subject_id = ${number} order by id desc limit 1`,
    );
    expect(entries).toEqual([{ action: "order.exchange_withdrawn" }]);
    expect(await stockOf(medium)).toMatchObject({ left: 10, reserved: 0 });
    const { text } = await buyers.people.mailAbout(asha.email, `Your exchange for order ${number} was not made`);
    expect(text).toContain("Your return is still open");
    expect((await verify(await asha.pay(opened))).body.data.outcome).toBe("refunded");
    const late = await buyers.people.mailAbout(asha.email, `We’re refunding your payment for order ${number}`);
    expect(late.text).toContain("after the exchange of order");
    await onOrder(number, "return-accept", { decisionReason: "changed_mind" });
    expect(await readOrder(asha, number)).toMatchObject({
      state: "delivered",
      creditNotes: [{ amount: 499 }],
      furtherInvoices: [],
      refunds: [{ amount: 400 }, { amount: 499 }],
    });
  });

  it("has its payment link emailed again by staff, five times an hour, until it is paid", async () => {
    const { asha, number, link, open, verify } = await waiting("Kunda");
    const again = () => owner.send("POST", `/orders/${number}/mails`, { mail: "payment_link" });
    const sent = (await again()).body.data;
    expect(sent.mails).toContain("payment_link");
    const subject = `Pay ₹400 for the exchange of order ${number}`;
    const mails = () => rowsOf(shop, sql`select from mail where subject = ${subject} and recipient = ${asha.email}`);
    expect(await mails()).toHaveLength(2);
    const { text } = await buyers.people.mailAbout(asha.email, subject);
    expect(text).toContain(link.replace("draft-orders/", "/pay/"));
    expect(sent.history).toContainEqual(expect.objectContaining({ title: "Email sent again" }));
    for (let times = 2; times <= 5; times += 1) expect((await again()).status).toBe(200);
    expect((await again()).status).toBe(429);
    expect((await verify(await asha.pay(await open()))).body.data.outcome).toBe("paid");
    expect(await again()).toMatchObject({ status: 409, body: { code: "wrong_order_state" } });
  });

  it("lapses unpaid after a day, and the return stays open", async () => {
    const { asha, number, medium, link } = await waiting("Nargis");
    await shop.db.execute(sql`
      with due as (update order_edit set pay_until = now() - interval '1 minute' where state = 'pending'
        and order_id = (select id from customer_order where number = ${number}) returning id)
      update job set run_at = now() from due where (payload ->> 'editId')::int = due.id`);
    await buyers.people.mailAbout(asha.email, `Your exchange for order ${number} was not made`);
    expect(await readOrder(asha, number)).toMatchObject({ state: "return_received", pendingEdit: null });
    expect(await stockOf(medium)).toMatchObject({ left: 10, reserved: 0 });
    expect((await asha.get(link)).body.data).toMatchObject({ state: "expired" });
  });

  it("ends when the return is declined first, and its payment is refunded", async () => {
    const { asha, number, medium, open, verify } = await waiting("Ketaki");
    const opened = await open();
    await onOrder(number, "return-decline", { decisionReason: "used", answer: "The seal is broken." });
    expect(await readOrder(asha, number)).toMatchObject({ state: "delivered", pendingEdit: null });
    expect(await stockOf(medium)).toMatchObject({ left: 10, reserved: 0 });
    expect((await verify(await asha.pay(opened))).body.data.outcome).toBe("refunded");
    expect(await readOrder(asha, number)).toMatchObject({ furtherInvoices: [], returns: [{ state: "declined" }] });
  });

  it("is not made if it costs another amount meanwhile, and its payment is refunded", async () => {
    const { asha, number, open, verify } = await waiting("Sonchampa");
    const opened = await open();
    await shop.db.execute(sql`
      update order_edit set add = jsonb_set(add, '{0,pricePaise}', '99900')
      where state = 'pending' and order_id = (select id from customer_order where number = ${number})`);
    expect((await verify(await asha.pay(opened))).body.data.outcome).toBe("refunded");
    expect(await readOrder(asha, number)).toMatchObject({
      state: "return_received",
      pendingEdit: null,
      refunds: [{ amount: 400 }],
    });
  });
});

describe("accepting an exchange", () => {
  async function open(title: string) {
    const made = await attar(title);
    const asha = await buyers.buyer({ [made.id]: 2 });
    const number = await delivered(asha);
    await returned(asha, number);
    return { ...made, asha, number };
  }

  it("by two members at once is done once, and the other sees a conflict", async () => {
    const { asha, number, large, small } = await open("Kesar");
    const rose = await attar("Gulabi");
    const other = await signInAs(shop, "Owner", "second@staff.example");
    const version = await versionOf(number);
    const body = { version, decisionReason: "changed_mind", exchange: [{ sku: rose.small, quantity: 1 }] };
    const answers = await Promise.all(
      [owner, other].map(({ send }) => send("POST", `/orders/${number}/return-accept`, body)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await readOrder(asha, number)).toMatchObject({ creditNotes: [{ amount: 499 }], furtherInvoices: [{}] });
    expect([await stockOf(rose.small), await stockOf(large), await stockOf(small)]).toMatchObject([
      { left: 9 },
      { left: 10 },
      { left: 8 },
    ]);
  });

  it("that is sent twice is done once", async () => {
    const { asha, number, medium } = await open("Bakul");
    const browser = openBrowser(shop, { headers: { "idempotency-key": "exchange-twice-1" } });
    for (const [name, value] of owner.browser.cookies) browser.cookies.set(name, value);
    const version = await versionOf(number);
    const body = { version, decisionReason: "changed_mind", exchange: [{ sku: medium, quantity: 1 }] };
    const answers = [1, 2].map(() => browser.send("POST", `/orders/${number}/return-accept`, body));
    const [first, second] = await Promise.all(answers);
    expect([first?.status, second?.status]).toEqual([200, 200]);
    expect(second?.body.data.exchange).toEqual(first?.body.data.exchange);
    expect(await readOrder(asha, number)).toMatchObject({ pendingEdit: { amount: 400 } });
    expect(await stockOf(medium)).toMatchObject({ left: 9, reserved: 1 });
  });

  it("names the field of what cannot be, and changes nothing", async () => {
    const { id, asha, number, small, medium, large } = await open("Amla");
    await setUnits(shop, (await variantsOf(shop, id))[1] ?? 0, 1);
    await shop.db.execute(sql`update variant set on_sale = false where sku = ${large}`);
    const one = [{ position: 0, quantity: 1 }];
    const wrong: [object, string, string][] = [
      [{}, "exchange", "Please choose what goes out in exchange."],
      [{ exchange: [{ sku: "NOPE", quantity: 1 }] }, "exchange.0.sku", "No size has the SKU NOPE."],
      [{ exchange: [{ sku: "x".repeat(65_536), quantity: 1 }] }, "exchange.0.sku", "A SKU has up to 64 characters."],
      [{ exchange: [{ sku: large, quantity: 1 }] }, "exchange.0.sku", "Amla, 50 ml is not for sale."],
      [{ exchange: [{ sku: medium, quantity: 2 }] }, "exchange", "Not enough is in stock of 2 × Amla, 12 ml."],
      [{ exchange: [{ sku: medium, quantity: 1000 }] }, "exchange.0.quantity", "An order can have up to"],
      [{ exchange: [{ sku: small, quantity: 1 }] }, "exchange.0.sku", "is what comes back"],
      [{ exchange: [{ sku: medium, quantity: 1 }], replace: one }, "exchange", "nothing is left to exchange"],
      [{ exchange: [{ sku: medium, quantity: 1 }], keepOffers: true }, "keepOffers", "can’t keep its own"],
      [{ exchange: [{ sku: medium, quantity: 1 }], restock: [{ position: 0, quantity: 2 }] }, "restock", "only 1"],
    ];
    for (const [body, field, message] of wrong)
      expect(await exchange(number, [], body), message).toMatchObject({
        status: 422,
        body: { errors: [{ field, message: expect.stringContaining(message) }] },
      });
    await shop.db.execute(
      sql`delete from order_terms where order_id = (select id from customer_order where number = ${number})`,
    );
    expect(await exchange(number, [medium])).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("stored no terms") },
    });
    expect(await readOrder(asha, number)).toMatchObject({ state: "return_received", creditNotes: [] });
    expect([await stockOf(small), await stockOf(medium)]).toMatchObject([{ left: 8 }, { left: 1 }]);
  });

  it("needs the right to decide about returns, and an open one", async () => {
    const { number, medium } = await open("Tulsi");
    const packer = await signInAs(shop, "Packer");
    const body = {
      version: await versionOf(number),
      decisionReason: "other",
      exchange: [{ sku: medium, quantity: 1 }],
    };
    expect((await packer.send("POST", `/orders/${number}/return-accept`, body)).status).toBe(403);
    await onOrder(number, "return-decline", { decisionReason: "used", answer: "The seal is broken." });
    expect((await exchange(number, [medium])).status).toBe(409);
  });
});

describe("the files of orders", () => {
  const linesOf = async (number: string, rows: "orders" | "lines") => {
    const { body } = await owner.send("GET", `/orders.csv?rows=${rows}&numbers=${number}`);
    return parse<Record<string, string>>(body, { columns: true, bom: true });
  };

  it("say which items came by, or went in, an exchange or a replacement", async () => {
    const { id, small } = await attar("Davana");
    const vetiver = await attar("Davana Vetiver");
    const soap = await buyers.sell({ title: "Davana Soap", sku: "DAVANA-SOAP", pricePaise: 10_000, stock: 5 });
    const asha = await buyers.buyer({ [id]: 3 });
    await asha.add(soap, 1);
    const number = await delivered(asha);
    await returned(asha, number, [{ position: 0, quantity: 2 }]);
    await exchange(number, [vetiver.small], { replace: [{ position: 0, quantity: 1 }] });
    const marks = (await linesOf(number, "lines")).map(({ sku, quantity, came_by, went_in }) => [
      ...[sku, quantity, came_by, went_in],
    ]);
    expect(marks).toEqual([
      [small, "3", "replacement", "replacement | exchange"],
      ["DAVANA-SOAP", "1", "", ""],
      [vetiver.small, "1", "exchange", ""],
    ]);
    const [order] = await linesOf(number, "orders");
    expect(order?.items).toBe(
      [
        `3 × ${small} Davana, 6 ml (came by: replacement, went in: replacement | exchange)`,
        "1 × DAVANA-SOAP Davana Soap, 50 ml",
        `1 × ${vetiver.small} Davana Vetiver, 6 ml (came by: exchange)`,
      ].join(" | "),
    );
  });
});

describe("an exchange that its customer asks for", () => {
  const one = (sku: string, position = 0) => ({ position, sku, quantity: 1 });
  const preview = (buyer: Buyer, number: string, body: object) => buyer.post(`order/${number}/return/preview`, body);

  it("is offered for other sizes in stock alone, and only to the order’s customer", async () => {
    const { id, medium, large } = await attar("Neroli");
    const lone = await buyers.sell({ title: "Lone", pricePaise: 20_000, stock: 5 });
    const asha = await buyers.buyer({ [id]: 1, [lone]: 1 });
    const number = await delivered(asha);
    const sizes = () => asha.get(`order/${number}/exchange-sizes`);
    const both = [
      { sku: medium, size: "12 ml" },
      { sku: large, size: "50 ml" },
    ];
    expect((await sizes()).body.data).toEqual([{ position: expect.any(Number), sizes: both }]);
    await setUnits(shop, (await variantsOf(shop, id))[1] ?? 0, 0);
    expect((await sizes()).body.data).toMatchObject([{ sizes: [{ sku: large }] }]);
    await shop.db.execute(sql`update variant set on_sale = false where sku = ${large}`);
    expect((await sizes()).body.data).toEqual([]);
    const other = await buyers.buyer();
    expect((await other.get(`order/${number}/exchange-sizes`)).status).toBe(404);
    expect((await preview(other, number, { exchange: [one(medium)] })).status).toBe(404);
  });

  it("says before what is to be paid, waits with the return, and is what staff accepts", async () => {
    const { id, medium, small } = await attar("Raat Rani");
    const asha = await buyers.buyer({ [id]: 2 });
    const number = await delivered(asha);
    const lines = [{ position: 0, quantity: 1 }];
    const shown = (await preview(asha, number, { lines, exchange: [one(medium)] })).body.data;
    // 499 goes and 899 comes; 499 + 899 is what the order costs then.
    expect(shown).toEqual({
      ...{ amount: -400, refund: 0, balance: 0, kept: 1398, reasons: [] },
      exchange: { units: [{ title: "Raat Rani", size: "12 ml", quantity: 1, price: 899 }], due: 400 },
    });
    await returned(asha, number, lines, { exchange: [one(medium)], amount: -400 });
    const { text } = await buyers.people.mailAbout(
      asha.email,
      `We’ve received your return request for order ${number}`,
    );
    expect(text).toContain("In exchange:\n1 × Raat Rani, 12 ml");
    expect(text).toContain("cost ₹400 more. Once we can accept your return, we’ll email you a link");
    const approved = await buyers.people.mailAbout(asha.email, `Your return for order ${number}: pick-up details`);
    expect(approved.text).toContain("You asked for 1 × Raat Rani, 12 ml in exchange.");
    const requestedExchange = [{ position: 0, sku: medium, title: "Raat Rani", size: "12 ml", quantity: 1 }];
    expect(await readOrder(asha, number)).toMatchObject({ returns: [{ requestedExchange, exchange: [] }] });
    // Nothing is reserved.
    expect(await stockOf(medium)).toMatchObject({ left: 10, reserved: 0 });
    expect((await owner.send("GET", "/returns")).body.data.returns).toContainEqual(
      expect.objectContaining({ number, requestedExchange: [{ name: "Raat Rani, 12 ml", quantity: 1 }] }),
    );
    const read = async () => (await owner.send("GET", `/orders/${number}`)).body.data;
    expect((await read()).returns).toMatchObject([{ requestedExchange: [{ sku: medium, available: 10 }] }]);
    await setUnits(shop, (await variantsOf(shop, id))[1] ?? 0, 0);
    expect((await read()).returns).toMatchObject([{ requestedExchange: [{ sku: medium, available: 0 }] }]);
    expect(await exchange(number, [medium])).toMatchObject({ status: 422, body: { errors: [{ field: "exchange" }] } });
    await setUnits(shop, (await variantsOf(shop, id))[1] ?? 0, 1);
    expect((await exchange(number, [medium])).body.data).toMatchObject({ exchange: { due: 400 } });
    await pay(asha, number);
    expect(await readOrder(asha, number)).toMatchObject({
      state: "delivered",
      returns: [{ requestedExchange, exchange: [{ position: 1, quantity: 1 }] }],
    });
    expect(await stockOf(small)).toMatchObject({ left: 8 });
  });

  it("keeps or loses the order’s offer by what stays, at both rates of GST", async () => {
    const { id, small, medium } = await attar("Gandhraj");
    const soap = await buyers.sell({ title: "Gandhraj Soap", pricePaise: 10_000, gstPercent: 5, stock: 5 });
    await askAdmin(
      shop,
      "createOffer --name GandhrajTenth --kind percentage --percent 10 --minimum 1000 --products gandhraj",
    );
    const asha = await buyers.buyer();
    await put(asha, id, 0, 1);
    await put(asha, id, 1, 2);
    await asha.add(soap, 1);
    const number = await delivered(asha);
    const before = await readOrder(asha, number);
    // 499 + 2 × 899 = 2297, less 229.70, and 100 for the soap.
    expect(before).toMatchObject({ totalPrice: 2167.3 });
    const position = before.items.find(
      ({ product }: { product: { size: string } }) => product.size === "12 ml",
    ).position;
    const lines = [{ position, quantity: 2 }];
    const shown = (await preview(asha, number, { lines, exchange: [one(small, position)] })).body.data;
    // Two of 499 are 998, below the minimum of 1000: the offer goes, and with the soap the order costs 1098. 2167.30 − 1098.
    expect(shown).toMatchObject({ amount: 1069.3, refund: 1069.3, kept: 1098, exchange: { due: 0 } });
    // A unit kept in its size instead: 499 + 899 + 499 = 1897 keeps the offer, 1707.30 with the soap 1807.30. 2167.30 − 1807.30.
    const single = [{ position, quantity: 1 }];
    const kept = (await preview(asha, number, { lines: single, exchange: [one(small, position)] })).body.data;
    expect(kept).toMatchObject({ amount: 360, refund: 360, kept: 1807.3, exchange: { due: 0 } });
    await returned(asha, number, single, { exchange: [one(small, position)], amount: 360 });
    const done = (await exchange(number, [small])).body.data;
    // GST of 1707.30 at 18 % is 260.44, and of 100 at 5 % 4.76. The offer took 229.70 off what was ordered, and takes 49.90 off what comes.
    expect(done).toMatchObject({
      effect: { refunded: 360 },
      exchange: { total: 1807.3, offers: [{ discount: 279.6 }] },
    });
    expect(done.exchange.gst).toBeCloseTo(265.2, 1);
    expect(await stockOf(medium)).toMatchObject({ left: 8 });
  });

  it("names the field of what cannot be exchanged, and stores nothing", async () => {
    const { id, small, medium, large } = await attar("Henna");
    const other = await attar("Chandan");
    const asha = await buyers.buyer({ [id]: 1 });
    await put(asha, id, 1, 1);
    const number = await delivered(asha);
    const before = await readOrder(asha, number);
    const at = (size: string) =>
      before.items.find(({ product }: { product: { size: string } }) => product.size === size).position;
    await setUnits(shop, (await variantsOf(shop, id))[2] ?? 0, 0);
    const [first] = [at("6 ml")];
    const lines = [{ position: first, quantity: 1 }];
    const wrong: [object, string, string][] = [
      [{ lines, exchange: [one(other.small, first)] }, "exchange.0.sku", "another size of the item"],
      [{ lines, exchange: [one("NOPE", first)] }, "exchange.0.sku", "another size of the item"],
      [{ lines, exchange: [one(small, first)] }, "exchange.0.sku", "returning this size, too"],
      [{ exchange: [one(medium, first)] }, "exchange.0.sku", "returning this size, too"],
      [{ lines, exchange: [one(large, first)] }, "exchange", "Henna, 50 ml is sold out."],
      [
        { lines, exchange: [{ ...one(medium, first), quantity: 2 }] },
        "exchange.0.quantity",
        "only items that you return",
      ],
      [{ lines, exchange: [one(small, at("12 ml"))] }, "exchange.0.quantity", "only items that you return"],
      [{ lines, exchange: [one("x".repeat(65), first)] }, "exchange.0.sku", "up to 64 characters"],
      [{ lines, exchange: [one(medium, first)], amount: -399 }, "amount", "now ₹400 would be to pay"],
    ];
    for (const [body, field, message] of wrong)
      expect(await asha.post(`order/${number}/return`, { reason: "Too small.", ...body }), message).toMatchObject({
        status: field === "amount" ? 409 : 422,
        body: { errors: [{ field, message: expect.stringContaining(message) }] },
      });
    expect(await readOrder(asha, number)).toMatchObject({ state: "delivered", returns: [] });
    const terms = sql`delete from order_terms where order_id = (select id from customer_order where number = ${number})`;
    await shop.db.execute(terms);
    expect((await asha.get(`order/${number}/exchange-sizes`)).body.data).toEqual([]);
    expect((await preview(asha, number, { lines, exchange: [one(medium, first)] })).status).toBe(409);
  });

  it("is requested once from two tabs at once, and the other says so", async () => {
    const { id, medium, large } = await attar("Punnag");
    const asha = await buyers.buyer({ [id]: 1 });
    const number = await delivered(asha);
    const ask = (sku: string) => asha.post(`order/${number}/return`, { reason: "Another size.", exchange: [one(sku)] });
    const answers = await Promise.all([ask(medium), ask(large)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409)?.body;
    expect(refused).toMatchObject({
      code: "wrong_order_state",
      message: "You’ve already requested a return of this order.",
    });
    const wanted = answers[0]?.status === 200 ? medium : large;
    const { returns } = await readOrder(asha, number);
    expect(returns).toMatchObject([{ requestedExchange: [{ sku: wanted }] }]);
    const mails = sql`select from mail where recipient = ${asha.email} and subject = ${`We’ve received your return request for order ${number}`}`;
    expect(await rowsOf(shop, mails)).toHaveLength(1);
  });

  it("is accepted whole or not at all if the database goes meanwhile, and then by the same request", async () => {
    const { id, small } = await attar("Kadamb");
    const vetiver = await attar("Kadamb Vetiver");
    const asha = await buyers.buyer({ [id]: 1 });
    const number = await delivered(asha);
    await returned(asha, number);
    const before = await readOrder(asha, number);
    const left = async () => [await stockOf(small), await stockOf(vetiver.small)];
    const stock = await left();
    const body = { restock: [{ position: 0, quantity: 1 }] };
    const cut = await cutWhileWriting(shop, "order_exchange", () => exchange(number, [vetiver.small], body));
    expect(cut.status).toBe(503);
    expect(await readOrder(asha, number)).toEqual(before);
    expect(await left()).toEqual(stock);
    expect((await exchange(number, [vetiver.small], body)).status).toBe(200);
    expect(await readOrder(asha, number)).toMatchObject({
      ...{ state: "delivered", creditNotes: [{ amount: 499 }], furtherInvoices: [{ position: 2, amount: 499 }] },
      returns: [{ exchange: [{ position: 1, quantity: 1 }] }],
    });
    expect(await left()).toMatchObject([{ left: 10 }, { left: 9 }]);
  });

  it("is refunded all the same if staff accepts without it", async () => {
    const { id, medium } = await attar("Nagkesar");
    const asha = await buyers.buyer({ [id]: 1 });
    const number = await delivered(asha);
    await returned(asha, number, [{ position: 0, quantity: 1 }], { exchange: [one(medium)] });
    await onOrder(number, "return-accept", { decisionReason: "changed_mind" });
    expect(await readOrder(asha, number)).toMatchObject({ state: "returned", refunds: [{ amount: 499 }] });
    const { text } = await buyers.people.mailAbout(asha.email, `Your return of order ${number} has been accepted`);
    expect(text).toContain("We’re sorry that we couldn’t send you 1 × Nagkesar, 12 ml in exchange, as you asked.");
  });
});

describe("a parcel with an exchange or a replacement that does not arrive", () => {
  const awbs = { made: 0 };
  /** Sends what is due; returns the parcel's AWB. */
  async function sent(number: string): Promise<string> {
    awbs.made += 1;
    const awb = `AGAIN-${awbs.made}`;
    expect((await onOrder(number, "ship-replacement", { courier: "Delhivery", awb })).status).toBe(200);
    return awb;
  }
  const end = (number: string, awb: string, state: "lost" | "came_back", body: object = {}) =>
    onOrder(number, `parcels/${awb}/credit`, { state, ...body });
  const month = () => askAdmin(shop, `readGstMonth ${isoDayInIndia(new Date()).slice(0, 7)}`);

  /** Two of 6 ml, of which one becomes 12 ml for 400 more, and is on its way. */
  async function exchanged(title: string) {
    const made = await attar(title);
    const asha = await buyers.buyer({ [made.id]: 2 });
    const number = await delivered(asha);
    await returned(asha, number);
    await exchange(number, [made.medium]);
    await pay(asha, number);
    return { ...made, asha, number, awb: await sent(number) };
  }

  it("refunds and credits what an exchange’s lost parcel held, and writes it off", async () => {
    const { medium, asha, number, awb } = await exchanged("Sevanti");
    expect((await end(number, awb, "lost", { preview: true })).body.data.effect).toMatchObject({
      credited: 899,
      refunded: 899,
      // 899 at 18 %: 761.86 and 2 × 68.57.
      creditLines: [{ quantity: 1, taxable: 761.86, cgst: 68.57, sgst: 68.57 }],
    });
    const done = (await end(number, awb, "lost")).body.data.order;
    expect(done.shipments.at(-1)).toMatchObject({ state: "lost", isExchange: true });
    expect(done.actions).not.toContain("ship-replacement");
    expect(done.actions).not.toContain("deliver-replacement");
    const after = await readOrder(asha, number);
    expect(after).toMatchObject({
      state: "delivered",
      creditNotes: [{ amount: 499 }, { amount: 899 }],
      remaining: [
        { position: 0, quantity: 1 },
        { position: 1, quantity: 0 },
      ],
    });
    expect(after.refunds.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(899);
    expect(after.timeline.at(-1).note).toBe("Your exchange was lost in transit. We’re refunding it.");
    expect(await stockOf(medium)).toMatchObject({ left: 9, reserved: 0 });
    expect((await end(number, awb, "lost")).status).toBe(409);
    expect(await month()).toMatchObject({ agrees: true });
  });

  it("sends what an exchange’s lost parcel held again, without any document, until it arrives", async () => {
    const { medium, asha, number, awb } = await exchanged("Kamini");
    const again = (await end(number, awb, "lost", { sendAgain: true })).body.data;
    expect(again).toMatchObject({
      effect: { credited: 0, refunded: 0 },
      order: { nouns: { due: "exchange", underway: null }, creditNotes: [{ amount: 499 }] },
    });
    expect(again.order.actions).toContain("ship-replacement");
    expect(await stockOf(medium)).toMatchObject({ left: 8, reserved: 0 });
    const { text } = await buyers.people.mailAbout(asha.email, `We’re sending your exchange for order ${number} again`);
    expect(text).toContain("the courier has lost your exchange");
    expect(text).toContain("We’re sending you 1 × Kamini, 12 ml again, free of charge");
    expect(await readOrder(asha, number)).toMatchObject({ canReturn: false });
    const second = await sent(number);
    const patch = async (state: string) =>
      owner.send("PATCH", `/orders/${number}/parcels/${second}`, { version: await versionOf(number), state });
    expect((await patch("out_for_delivery")).body.data.shipments.at(-1)).toMatchObject({ state: "out_for_delivery" });
    expect((await patch("delivered")).body.data).toMatchObject({
      state: "delivered",
      shipments: [{}, { state: "lost", isExchange: true }, { state: "delivered", isExchange: true }],
    });
    expect(await readOrder(asha, number)).toMatchObject({ canReturn: true, refunds: [] });
    expect(await month()).toMatchObject({ agrees: true });
  });

  it("changes nothing if what is to be sent again is sold out, of the order’s own parcel, and without the right to refund", async () => {
    const { id, number, awb } = await exchanged("Maulsari");
    await setUnits(shop, (await variantsOf(shop, id))[1] ?? 0, 0);
    expect(await end(number, awb, "lost", { sendAgain: true })).toMatchObject({
      status: 422,
      body: { code: "out_of_stock", errors: [{ field: "sendAgain" }] },
    });
    expect((await owner.send("GET", `/orders/${number}`)).body.data.shipments.at(-1)).toMatchObject({
      state: "in_transit",
    });
    const meera = await buyers.buyer({ [id]: 1 });
    const { orderNumber: own } = await meera.buy();
    await onOrder(own, "ship", { awb: "OWN-PARCEL", courier: "Delhivery" });
    expect(await end(own, "OWN-PARCEL", "lost", { sendAgain: true })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "sendAgain" }] },
    });
    const packer = await signInAs(shop, "Packer");
    const body = { version: await versionOf(number), state: "lost" };
    expect((await packer.send("POST", `/orders/${number}/parcels/${awb}/credit`, body)).status).toBe(403);
  });

  it("sends nothing again that was refunded while it was on its way, and says what it was", async () => {
    const { id, small } = await attar("Bakula");
    const soap = await buyers.sell({ title: "Bakula Soap", pricePaise: 10_000, stock: 5 });
    const asha = await buyers.buyer({ [id]: 2 });
    await asha.add(soap, 1);
    const number = await delivered(asha);
    const both = [{ position: 0, quantity: 2 }];
    await returned(asha, number, both);
    await onOrder(number, "return-accept", { decisionReason: "damaged", replace: both });
    const first = await sent(number);
    const refund = (quantity: number) => onOrder(number, "refund", { lines: [{ position: 0, quantity }] });
    expect((await refund(1)).status).toBe(200);
    await end(number, first, "lost", { sendAgain: true });
    // Of 10, two were sold, two sent for them, and one of these again.
    expect(await stockOf(small)).toMatchObject({ left: 5 });
    const slip = await readPackingSlip(shop.db, await findAnyOrder(shop.db, number), { EWAY_BILL_RUPEES: 50_000 });
    expect(slip).toMatchObject({ noun: "replacement", items: [{ sku: small, quantity: 1 }] });
    const second = await sent(number);
    expect((await refund(1)).status).toBe(200);
    const done = (await end(number, second, "lost")).body.data.order;
    expect(done.actions).not.toContain("ship-replacement");
    expect((await readOrder(asha, number)).timeline.at(-1).note).toBe(
      "Your replacement was lost in transit. We’re refunding it.",
    );
  });

  it("refunds and restocks a replacement that came back, and sends a lost one again with a challan", async () => {
    const { id, small } = await attar("Sheuli");
    const asha = await buyers.buyer({ [id]: 3 });
    const number = await delivered(asha);
    await returned(asha, number);
    const replace = [{ position: 0, quantity: 1 }];
    await onOrder(number, "return-accept", { decisionReason: "damaged", replace });
    // Three were sold, and one more was sent for the one that came back broken.
    expect(await stockOf(small)).toMatchObject({ left: 6 });
    const first = await sent(number);
    await end(number, first, "lost", { sendAgain: true });
    expect(await stockOf(small)).toMatchObject({ left: 5 });
    const second = await sent(number);
    const challans = await rowsOf(
      shop,
      sql`select from delivery_challan where order_id = (select id from customer_order where number = ${number})`,
    );
    expect(challans).toHaveLength(2);
    const back = (await end(number, second, "came_back")).body.data;
    expect(back).toMatchObject({ effect: { credited: 499, refunded: 499 }, order: { state: "delivered" } });
    expect(await stockOf(small)).toMatchObject({ left: 6 });
    expect((await readOrder(asha, number)).timeline.at(-1).note).toBe(
      "Your replacement couldn’t be delivered and came back to us. We’re refunding it.",
    );
    expect(await month()).toMatchObject({ agrees: true });
  });
});
