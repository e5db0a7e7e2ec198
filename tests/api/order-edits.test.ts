/** Orders whose items staff replaces by others. Amounts are worked out by hand. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isoDayInIndia } from "../../contract/dates.ts";
import {
  simulateCapture,
  simulateFailure,
  simulateLateAuthorization,
  simulatePayment,
} from "../../sandbox/razorpay/simulate.ts";
import { pdfText } from "../pdf-text.ts";
import { BENGALURU, type Buyer, buyersOf, LUCKNOW, signedProof } from "./buyers.ts";
import { setUnits, variantsOf } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { askAdmin, performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { openBrowser, signInAs } from "./staff-people.ts";

let shop: TestShop;
let buyers: ReturnType<typeof buyersOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  shop = await openShop({ environment: { CASH_ON_DELIVERY: "true", CASH_FEE_RUPEES: "49" } });
  buyers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
});
afterAll(() => shop?.close());

async function confirmed(buyer: Buyer, address: object = LUCKNOW): Promise<string> {
  const { orderNumber } = (await buyer.post("cash-order", { address })).body.data;
  const { text } = await buyers.people.mailAbout(buyer.email, `Confirm your order ${orderNumber}`);
  const code = /^ {4}(\d{6})$/m.exec(text)?.[1];
  expect((await buyer.post(`cash-order/${orderNumber}/confirm`, { code })).status).toBe(200);
  return orderNumber;
}

const versionOf = async (number: string) =>
  (await rowsOf<{ version: number }>(shop, sql`select version from customer_order where number = ${number}`))[0]
    ?.version;

/** Asks staff's endpoint; by default in the present version, and to do it. */
async function edit(number: string, body: object) {
  const version = await versionOf(number);
  return owner.send("PATCH", `/orders/${number}/items`, { version, remove: [], reason: "", ...body });
}

/** Makes an attar in three sizes, 18 % GST; returns its SKUs and id. */
async function attar(title: string) {
  const slug = title.toLowerCase().replaceAll(" ", "-");
  const id = await buyers.sell({
    slug,
    title,
    pricePaise: 49_900,
    gstPercent: 18,
    stock: 10,
    sku: `${slug}-6`.toUpperCase(),
    label: "6 ml",
    sizes: [
      { sku: `${slug}-12`.toUpperCase(), label: "12 ml", pricePaise: 89_900, stock: 10 },
      { sku: `${slug}-50`.toUpperCase(), label: "50 ml", pricePaise: 299_900, stock: 10 },
    ],
  });
  return {
    id,
    skus: [`${slug}-6`, `${slug}-12`, `${slug}-50`].map((sku) => sku.toUpperCase()) as [string, string, string],
  };
}

const unitsLeft = async (sku: string) =>
  (
    await rowsOf<{ left: number }>(
      shop,
      sql`select on_hand - reserved as left from stock join variant on variant.id = variant_id where sku = ${sku}`,
    )
  )[0]?.left;
const readOrder = async (buyer: Buyer, number: string) => (await buyer.get(`order/${number}`)).body.data;
/** Reads this month's invoices and credit notes, in the sequence of their file. */
async function readGstDocuments(): Promise<string[]> {
  const { out } = await performCommand(shop, `admin exportGstFile ${isoDayInIndia(new Date()).slice(0, 7)} documents`);
  return out.trim().split("\r\n");
}
/** Draws a document. @returns the status */
const drawn = async ({ token }: Buyer, path: string) =>
  (await shop.app.inject({ method: "GET", url: `/api/${path}`, headers: { authorization: `Bearer ${token}` } }))
    .statusCode;
/** Adds a size to the cart, by its place among its product's sizes. */
async function put(buyer: Buyer, product: string, place: number, quantity: number) {
  const variant = (await variantsOf(shop, product))[place];
  const response = await buyer.post("cart", { product_id: product, variant_id: String(variant), quantity });
  expect(response.status).toBe(200);
}

describe("editing an order for cash", () => {
  it("replaces a size by another, shows both amounts before, and changes what is due, its tax and the stock", async () => {
    const { id, skus } = await attar("Mogra");
    const asha = await buyers.buyer({ [id]: 2 });
    const number = await confirmed(asha);
    // 2 × 499 + 49.
    expect(await readOrder(asha, number)).toMatchObject({ totalPrice: 1047, balance: 1047 });

    const request = {
      remove: [{ position: 0, quantity: 1 }],
      add: [{ sku: skus[1], quantity: 1 }],
      reason: "As you asked.",
    };
    const { body } = await edit(number, { ...request, preview: true });
    // 499 + 899 + 49. Half of what was paid goes; the fee of 49 is divided as 17.49 and 31.51, so GST is 2 × (39.39 + 70.97).
    const amounts = { before: 1047, less: 523.5, more: 923.5, total: 1447, gst: 220.72, balance: 1447 };
    expect(body.data.edit).toEqual({
      ...amounts,
      due: 0,
      added: [{ name: "Mogra, 12 ml", quantity: 1, price: 899, today: 899 }],
      offers: [],
    });
    expect(await readOrder(asha, number)).toMatchObject({ totalPrice: 1047 });
    expect(await unitsLeft(skus[1])).toBe(10);

    const done = await edit(number, request);
    expect(done.body.data).toMatchObject({ edit: amounts, effect: { creditLines: [], refunded: 0 } });
    expect(await readOrder(asha, number)).toMatchObject({
      state: "processing",
      totalPrice: 1447,
      tax: 220.72,
      balance: 1447,
      items: [
        { quantity: 1, product: { size: "6 ml" } },
        { quantity: 1, product: { size: "12 ml", price: 899 } },
      ],
    });
    expect(await unitsLeft(skus[0])).toBe(9);
    expect(await unitsLeft(skus[1])).toBe(9);
    const { text } = await buyers.people.mailAbout(asha.email, `Your order ${number} has changed`);
    expect(text).toContain("Removed: 1 × Mogra, 6 ml. Added: 1 × Mogra, 12 ml. As you asked.");
    expect(text).toContain("You’ll pay ₹1,447 to the courier.");
    const { history } = (await owner.send("GET", `/orders/${number}`)).body.data;
    expect(JSON.stringify(history)).toContain("The total is now ₹1,447.");

    expect((await actOnOrder(shop, `ship ${number} --awb EDIT1 --courier Delhivery`)).code).toBe(0);
    expect(
      await rowsOf(
        shop,
        sql`select sum(taxable_paise)::int as taxable, sum(cgst_paise)::int as central, sum(igst_paise)::int as integrated
          from order_item join customer_order on id = order_id where number = ${number}`,
      ),
    ).toEqual([{ taxable: 122_628, central: 11_036, integrated: 0 }]);
    // Its parcel has left.
    expect(await edit(number, request)).toMatchObject({ status: 409, body: { code: "wrong_order_state" } });
  });

  it("loses an offer with its items, to another state and in whole rupees", async () => {
    const { id, skus } = await attar("Khus");
    await askAdmin(shop, "createOffer --name Tenth --kind percentage --percent 10 --minimum 2000 --codes KHUSTENTH");
    const asha = await buyers.buyer({ [id]: 1 });
    await put(asha, id, 2, 1);
    await asha.post("cart/code", { code: "KHUSTENTH" });
    const number = await confirmed(asha, BENGALURU);
    // 499 + 2999 − 349.80 + 49 = 3197.20.
    expect(await readOrder(asha, number)).toMatchObject({ totalPrice: 3197, rounding: 0.2 });
    const { items } = await readOrder(asha, number);
    const large = items.find(({ product }: { product: { size: string } }) => product.size === "50 ml");
    const { body } = await edit(number, {
      remove: [{ position: large.position, quantity: 1 }],
      add: [{ sku: skus[1], quantity: 1 }],
    });
    // 499 + 899 + 49: below the minimum. Its IGST is 78.79 + 141.94.
    expect(body.data.edit).toMatchObject({ before: 3197, total: 1447, balance: 1447, gst: 220.73, offers: [] });
    expect(await readOrder(asha, number)).toMatchObject({
      totalPrice: 1447,
      totalDiscount: 0,
      offers: [],
      rounding: 0,
    });
  });

  it("takes an offer by units along, which then has one more", async () => {
    const { id, skus } = await attar("Rose");
    await askAdmin(shop, "createOffer --name Three --kind buy_x_get_y --buy 2 --free 1 --products rose");
    const asha = await buyers.buyer({ [id]: 2 });
    const number = await confirmed(asha);
    // What becomes of the offer later does not matter.
    await buyers.sell({ slug: "other-thing" });
    const [{ id: offerId } = { id: 0 }] = await rowsOf<{ id: number }>(
      shop,
      sql`select id from offer where name = 'Three'`,
    );
    await askAdmin(shop, `changeOffer ${offerId} --products other-thing`);
    const { body } = await edit(number, { add: [{ sku: skus[1], quantity: 1 }] });
    // Of 899, 499 and 499 the cheapest is free: 1398 + 49, 400 more.
    expect(body.data.edit).toMatchObject({
      before: 1047,
      less: 0,
      more: 400,
      total: 1447,
      offers: [{ name: "Three", discount: 499 }],
    });
  });

  it("moves the credit for a set to what comes", async () => {
    const set = await buyers.sell({ slug: "vials", title: "Vials", pricePaise: 30_000, stock: 10 });
    const { id, skus } = await attar("Vetiver");
    await askAdmin(shop, "createOffer --name Credit --kind set_credit --days 60 --sets vials");
    const asha = await buyers.buyer({ [set]: 1 });
    const { orderNumber } = await asha.buy();
    await actOnOrder(shop, `ship ${orderNumber} --awb EDITSET1 --courier Delhivery`);
    await actOnOrder(shop, `deliver ${orderNumber}`);
    await put(asha, id, 0, 1);
    const number = await confirmed(asha);
    // 499 − 300 + 49.
    expect(await readOrder(asha, number)).toMatchObject({ totalPrice: 248 });
    const { body } = await edit(number, {
      remove: [{ position: 0, quantity: 1 }],
      add: [{ sku: skus[2], quantity: 1 }],
    });
    // 2999 − 300 + 49.
    expect(body.data.edit).toMatchObject({ total: 2748, offers: [{ name: "Credit", discount: 300 }] });
    expect(await readOrder(asha, number)).toMatchObject({ totalPrice: 2748, items: [{ product: { size: "50 ml" } }] });
  });

  it("adds units of a size that the order has at the order's price, to the same item", async () => {
    const { id, skus } = await attar("Oud");
    const asha = await buyers.buyer({ [id]: 1 });
    const number = await confirmed(asha);
    await shop.db.execute(sql`update variant set price_paise = 59900 where sku = ${skus[0]}`);
    const { body } = await edit(number, {
      add: [
        { sku: skus[0].toLowerCase(), quantity: 1 },
        { sku: skus[0], quantity: 1 },
      ],
    });
    expect(body.data.edit).toMatchObject({
      total: 1546,
      added: [{ name: "Oud, 6 ml", quantity: 2, price: 499, today: 599 }],
    });
    expect(await readOrder(asha, number)).toMatchObject({ items: [{ position: 0, quantity: 3 }], totalPrice: 1546 });
    // And later cancellations find it so: 2 × 499 + 49.
    expect(
      (await asha.post(`order/${number}/cancel`, { lines: [{ position: 0, quantity: 1 }] })).body.data,
    ).toMatchObject({
      totalPrice: 1047,
    });
  });

  it("lets a packed order be prepared again", async () => {
    const { id, skus } = await attar("Champa");
    const asha = await buyers.buyer({ [id]: 1 });
    const number = await confirmed(asha);
    expect((await actOnOrder(shop, `pack ${number}`)).code).toBe(0);
    expect((await edit(number, { add: [{ sku: skus[1], quantity: 1 }] })).status).toBe(200);
    expect(await buyers.stateOf(number)).toBe("processing");
  });
});

describe("editing a paid order", () => {
  const paid = async (buyer: Buyer, address: object = LUCKNOW) => (await buyer.buy({ address })).orderNumber;

  it("credits what goes, invoices what comes, and refunds the difference", async () => {
    const { id, skus } = await attar("Kewda");
    const asha = await buyers.buyer({ [id]: 1 });
    await put(asha, id, 1, 1);
    const number = await paid(asha);
    // 499 + 899.
    const before = await readOrder(asha, number);
    expect(before).toMatchObject({ totalPrice: 1398, furtherInvoices: [] });
    const large = before.items.find(({ product }: { product: { size: string } }) => product.size === "12 ml");
    const change = { remove: [{ position: large.position, quantity: 1 }], add: [{ sku: skus[0], quantity: 1 }] };

    const preview = (await edit(number, { ...change, preview: true })).body.data;
    // 899 less, 499 more. The credited GST is 2 × 68.57; 998 includes 2 × 38.06 of each 499.
    expect(preview).toMatchObject({
      effect: {
        credited: 899,
        refunded: 400,
        creditLines: [{ quantity: 1, taxable: 761.86, cgst: 68.57, sgst: 68.57 }],
      },
      edit: { before: 1398, less: 899, more: 499, total: 998, gst: 152.24, balance: 0 },
    });
    expect((await readOrder(asha, number)).creditNotes).toEqual([]);

    expect((await edit(number, change)).status).toBe(200);
    const after = await readOrder(asha, number);
    expect(after).toMatchObject({
      state: "paid",
      totalPrice: 1897,
      creditNotes: [{ amount: 899 }],
      furtherInvoices: [{ position: 2, amount: 499 }],
      refunds: [{ amount: 400 }],
    });
    const [{ number: furtherNumber }] = after.furtherInvoices;
    expect(furtherNumber).not.toBe(after.invoiceNumber);
    expect(after.remaining.filter(({ quantity }: { quantity: number }) => quantity > 0)).toHaveLength(2);
    const { text } = await buyers.people.mailAbout(asha.email, `Your order ${number} has changed`);
    expect(text).toContain("We’re refunding ₹400 to ");
    expect(await drawn(asha, `order/${number}/invoice?position=1`)).toBe(200);
    expect(await drawn(asha, `order/${number}/invoice?position=2`)).toBe(200);
    expect(await drawn(asha, `order/${number}/invoice?position=3`)).toBe(404);

    // Cancelling it credits both invoices by one note, and refunds the rest.
    await asha.post(`order/${number}/cancel`, {});
    expect(await readOrder(asha, number)).toMatchObject({
      state: "cancelled",
      creditNotes: [{ amount: 899 }, { amount: 998 }],
      refunds: [{ amount: 400 }, { amount: 998 }],
    });
    expect(await drawn(asha, `order/${number}/credit-note?position=2`)).toBe(200);
    expect(await unitsLeft(skus[0])).toBe(10);
    expect(await unitsLeft(skus[1])).toBe(10);
    const documents = await askAdmin(shop, `readGstMonth ${isoDayInIndia(new Date()).slice(0, 7)}`);
    expect(documents).toMatchObject({ agrees: true });
    const rows = (await readGstDocuments()).filter((row) => row.includes(number));
    expect(rows.map((row) => row.split(",").slice(0, 1).concat(row.split(",").slice(-1)))).toEqual([
      ["invoice", "1398.00"],
      ["invoice", "499.00"],
      ["credit note", "-899.00"],
      ["credit note", "-499.00"],
      ["credit note", "-499.00"],
    ]);
  });

  it("keeps what an offer by units takes off, in another state", async () => {
    const { id, skus } = await attar("Sandal");
    await askAdmin(shop, "createOffer --name Third --kind buy_x_get_y --buy 2 --free 1 --products sandal");
    const asha = await buyers.buyer({ [id]: 2 });
    await put(asha, id, 1, 1);
    const number = await paid(asha, BENGALURU);
    // Of 899, 499 and 499 one of 499 is free. Another 499 instead of 899 costs 400 less: 998.
    const { items } = await readOrder(asha, number);
    const large = items.find(({ product }: { product: { size: string } }) => product.size === "12 ml");
    const { body } = await edit(number, {
      remove: [{ position: large.position, quantity: 1 }],
      add: [{ sku: skus[0], quantity: 1 }],
    });
    expect(body.data).toMatchObject({ effect: { refunded: 400 }, edit: { before: 1398, total: 998 } });
    // IGST of 998 at 18 %.
    expect(body.data.edit.gst).toBeCloseTo(152.24, 1);
  });
});

describe("editing a paid order that becomes dearer", () => {
  /** Two attars of 6 ml, one of which is to become 12 ml: 499 + 899 instead of 998. */
  async function waiting(title: string) {
    const { id, skus } = await attar(title);
    const asha = await buyers.buyer({ [id]: 2 });
    const { orderNumber: number, proof } = await asha.buy({ address: LUCKNOW });
    const change = { remove: [{ position: 0, quantity: 1 }], add: [{ sku: skus[1], quantity: 1 }], reason: "Gladly." };
    const asked = await edit(number, change);
    expect(asked.status).toBe(200);
    const { path } = (await asha.get(`cash-order/${number}/pay-link`)).body.data;
    const link = path.replace("/pay/", "draft-orders/");
    const open = async () => (await asha.post(`${link}/pay`, { total_price: 400 })).body.data;
    const verify = (signed: unknown) => asha.post(`${link}/verify`, signed);
    return { asha, number, skus, asked, change, path, link, open, verify, proof };
  }
  const onOrder = async (number: string, path: string) =>
    owner.send("POST", `/orders/${number}/${path}`, { version: await versionOf(number) });
  const reservedOf = async (sku: string) =>
    (
      await rowsOf<{ reserved: number }>(
        shop,
        sql`select reserved from stock join variant on id = variant_id where sku = ${sku}`,
      )
    )[0]?.reserved;

  it("waits for the difference, with what comes reserved, and is applied once that is paid", async () => {
    const { asha, number, skus, asked, change, path, link, open, verify } = await waiting("Bela");
    // 998 − 499 + 899. Its GST is 2 × (38.06 + 68.57).
    expect(asked.body.data).toMatchObject({
      effect: { credited: 0, refunded: 0 },
      edit: { before: 998, less: 499, more: 899, total: 1398, gst: 213.26, due: 400 },
      order: { state: "paid", pendingEdit: { amount: 400 } },
    });
    expect(asked.body.data.order.actions).toContain("withdraw-edit");
    expect(await edit(number, change)).toMatchObject({ status: 409, body: { code: "wrong_order_state" } });
    const { orders } = (await owner.send("GET", "/orders?tab=to_pack")).body.data;
    expect(orders.find((one: { number: string }) => one.number === number)).toMatchObject({ dueForEdit: 400 });
    expect(await readOrder(asha, number)).toMatchObject({
      totalPrice: 998,
      items: [{ quantity: 2 }],
      creditNotes: [],
      pendingEdit: { amount: 400, summary: "Removed: 1 × Bela, 6 ml. Added: 1 × Bela, 12 ml. Gladly." },
    });
    expect(await reservedOf(skus[1])).toBe(1);
    expect((await owner.send("GET", `/stock/${skus[1]}/reservations`)).body.data).toMatchObject([
      { order: number, units: 1 },
    ]);
    const cookie = [...owner.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const url = `/admin/api/orders/print.pdf?document=slip&numbers=${number}`;
    const { rawPayload } = await shop.app.inject({ url, headers: { cookie } });
    expect(pdfText(rawPayload)).toContain("A change of the items awaits payment");
    const { text } = await buyers.people.mailAbout(asha.email, `Pay ₹400 to change your order ${number}`);
    expect(text).toContain(path);
    expect((await asha.get(link)).body.data).toMatchObject({
      state: "open",
      totalPrice: 400,
      edit: expect.any(String),
    });

    // A price that changes meanwhile does not matter.
    await shop.db.execute(sql`update variant set price_paise = 99900, on_sale = false where sku = ${skus[1]}`);
    const opened = await open();
    expect(opened).toMatchObject({ amount: 40_000, orderNumber: number });
    expect((await open()).id).toBe(opened.id);
    const signed = await asha.pay(opened);
    const verified = await Promise.all([verify(signed), verify(signed)]);
    expect(verified.map(({ body }) => body.data.outcome)).toEqual(["paid", "paid"]);
    expect(await readOrder(asha, number)).toMatchObject({
      state: "paid",
      totalPrice: 1897,
      pendingEdit: null,
      paid: [{ amount: 998 }, { amount: 400 }],
      creditNotes: [{ amount: 499 }],
      furtherInvoices: [{ position: 2, amount: 899 }],
      refunds: [],
    });
    expect([await unitsLeft(skus[0]), await unitsLeft(skus[1]), await reservedOf(skus[1])]).toEqual([9, 9, 0]);
    const { text: changed } = await buyers.people.mailAbout(asha.email, `Your order ${number} has changed`);
    expect(changed).toContain("We’ve received your payment of ₹400.");
    expect((await asha.get(link)).body.data).toMatchObject({ state: "paid" });
    expect((await asha.post(`${link}/pay`, {})).body).toMatchObject({ code: "already_paid" });

    // Cancelling it refunds both payments.
    await asha.post(`order/${number}/cancel`, {});
    expect(await readOrder(asha, number)).toMatchObject({
      state: "cancelled",
      creditNotes: [{ amount: 499 }, { amount: 1398 }],
      refunds: [{ amount: 998 }, { amount: 400 }],
    });
    expect([await unitsLeft(skus[0]), await unitsLeft(skus[1])]).toEqual([10, 10]);
  });

  it("is withdrawn by staff, and what is paid afterwards is refunded", async () => {
    const { asha, number, skus, open, verify, link } = await waiting("Gulab");
    const opened = await open();
    expect((await onOrder(number, "withdraw-edit")).body.data).toMatchObject({ pendingEdit: null });
    expect(await reservedOf(skus[1])).toBe(0);
    await buyers.people.mailAbout(asha.email, `Your order ${number} stays as it is`);
    expect((await asha.get(link)).body.data).toMatchObject({ state: "cancelled", customer: { name: "" } });
    expect((await asha.post(`${link}/pay`, {})).status).toBe(409);
    expect((await verify(await asha.pay(opened))).body.data.outcome).toBe("refunded");
    expect(await readOrder(asha, number)).toMatchObject({
      state: "paid",
      totalPrice: 998,
      creditNotes: [],
      refunds: [{ amount: 400 }],
      vouchers: [
        { kind: "receipt", amount: 400 },
        { kind: "refund", amount: 400 },
      ],
    });
    const { text } = await buyers.people.mailAbout(asha.email, `We’re refunding your payment for order ${number}`);
    expect(text).toContain("after the change of order");
    expect((await onOrder(number, "withdraw-edit")).status).toBe(409);
    // Another change can be made then.
    const more = (await edit(number, { add: [{ sku: skus[1], quantity: 1 }] })).body.data;
    expect(more).toMatchObject({ edit: { due: 899 }, order: { pendingEdit: { summary: "Added: 1 × Gulab, 12 ml." } } });
  });

  it("lapses unpaid after a day, and releases what it reserved", async () => {
    const { asha, number, skus, link } = await waiting("Raat Rani");
    await shop.db.execute(sql`
      with due as (update order_edit set pay_until = now() - interval '1 minute' where state = 'pending'
        and order_id = (select id from customer_order where number = ${number}) returning id)
      update job set run_at = now() from due where (payload ->> 'editId')::int = due.id`);
    await buyers.people.mailAbout(asha.email, `Your order ${number} stays as it is`);
    expect(await readOrder(asha, number)).toMatchObject({ pendingEdit: null, totalPrice: 998 });
    expect(await reservedOf(skus[1])).toBe(0);
    expect((await asha.get(link)).body.data).toMatchObject({ state: "expired" });
  });

  it.each([
    [
      "Kadam",
      "ships",
      async (number: string) => void (await actOnOrder(shop, `ship ${number} --awb PEND1 --courier Delhivery`)),
    ],
    [
      "Ketaki",
      "loses units",
      async (number: string) => {
        const body = { version: await versionOf(number), reason: "", lines: [{ position: 0, quantity: 1 }] };
        expect((await owner.send("POST", `/orders/${number}/cancel`, body)).status).toBe(200);
      },
    ],
  ])("ends when the order of %s %s first, and its payment is refunded", async (title, _, act) => {
    const { asha, number, skus, open, verify } = await waiting(title);
    const opened = await open();
    await act(number);
    expect(await readOrder(asha, number)).toMatchObject({ pendingEdit: null });
    expect(await reservedOf(skus[1])).toBe(0);
    expect((await verify(await asha.pay(opened))).body.data.outcome).toBe("refunded");
    expect(await readOrder(asha, number)).toMatchObject({ furtherInvoices: [] });
  });

  it("refunds a payment of another amount", async () => {
    const { asha, number, open, verify } = await waiting("Kewda Ras");
    const { id } = await open();
    const less = await simulatePayment(shop.db, id, { amount: 30_000, quiet: true });
    expect((await verify(signedProof(id, less.id))).status).toBe(400);
    const { text } = await buyers.people.mailAbout(asha.email, `We’re refunding your payment for order ${number}`);
    expect(text).toContain(`we received ₹300 for the change of order ${number}, which costs ₹400.`);
    expect(await readOrder(asha, number)).toMatchObject({ totalPrice: 998, pendingEdit: { amount: 400 } });
  });

  it("is applied when the browser closes after the payment, and refunds a second payment", async () => {
    const { asha, number, open, link } = await waiting("Chandan");
    const opened = await open();
    const failed = await simulateFailure(shop.db, opened.id, { quiet: true });
    await asha.pay(opened);
    expect((await asha.post(`${link}/check`, { razorpay_order_id: opened.id })).body.data.outcome).toBe("paid");
    await simulateLateAuthorization(shop.db, failed.id);
    await simulateCapture(shop.db, failed.id).catch(() => {});
    await buyers.people.mailAbout(asha.email, `We’re refunding your extra payment for order ${number}`);
    expect(await readOrder(asha, number)).toMatchObject({
      totalPrice: 1897,
      paid: [{ amount: 998 }, { amount: 400 }],
      refunds: [{ amount: 400, extra: true }],
    });
  });
});

describe("an edit", () => {
  it("by two members at once is done once, and the other sees a conflict", async () => {
    const { id, skus } = await attar("Kesar");
    const asha = await buyers.buyer({ [id]: 1 });
    const number = await confirmed(asha);
    const version = await versionOf(number);
    const other = await signInAs(shop, "Owner", "second@staff.example");
    const body = { version, preview: false, remove: [], add: [{ sku: skus[1], quantity: 1 }], reason: "" };
    const answers = await Promise.all([owner, other].map(({ send }) => send("PATCH", `/orders/${number}/items`, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await readOrder(asha, number)).toMatchObject({ totalPrice: 1447, items: [{}, { quantity: 1 }] });
    expect(await unitsLeft(skus[1])).toBe(9);
  });

  it("that is sent twice changes the order once", async () => {
    const { id, skus } = await attar("Nargis");
    const asha = await buyers.buyer({ [id]: 1 });
    const number = await confirmed(asha);
    const browser = openBrowser(shop, { headers: { "idempotency-key": "edit-twice-1" } });
    for (const [name, value] of owner.browser.cookies) browser.cookies.set(name, value);
    const body = { version: await versionOf(number), remove: [], add: [{ sku: skus[1], quantity: 1 }], reason: "" };
    const answers = [1, 2].map(() => browser.send("PATCH", `/orders/${number}/items`, body));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await readOrder(asha, number)).toMatchObject({ totalPrice: 1447 });
    expect(await unitsLeft(skus[1])).toBe(9);
  });

  it("names the field of what cannot be", async () => {
    const { id, skus } = await attar("Bakul");
    const asha = await buyers.buyer({ [id]: 1 });
    const number = await confirmed(asha);
    await setUnits(shop, (await variantsOf(shop, id))[1] ?? 0, 1);
    await shop.db.execute(sql`update variant set on_sale = false where sku = ${skus[2]}`);
    const one = [{ position: 0, quantity: 1 }];
    const wrong: [object, number, string, string][] = [
      [{ add: [] }, 422, "add", "Please choose what to add."],
      [{ add: [{ sku: "NOPE", quantity: 1 }] }, 422, "add.0.sku", "No size has the SKU NOPE."],
      [{ add: [{ sku: "x".repeat(65_536), quantity: 1 }] }, 422, "add.0.sku", "A SKU has up to 64 characters."],
      [{ add: [{ sku: skus[2], quantity: 1 }] }, 422, "add.0.sku", "Bakul, 50 ml is not for sale."],
      [{ add: [{ sku: skus[1], quantity: 2 }] }, 422, "add", "Not enough is in stock of 2 × Bakul, 12 ml."],
      [{ add: [{ sku: skus[1], quantity: 1000 }] }, 422, "add.0.quantity", "An order can have up to"],
      [{ remove: one, add: [{ sku: skus[0], quantity: 1 }] }, 422, "add.0.sku", "both removed and added"],
      [
        { remove: [{ position: 7, quantity: 1 }], add: [{ sku: skus[1], quantity: 1 }] },
        422,
        "remove.0.position",
        "isn’t part of the order",
      ],
      [
        { remove: [{ position: 0, quantity: 2 }], add: [{ sku: skus[1], quantity: 1 }] },
        422,
        "remove.0.quantity",
        "Please choose 1 to 1",
      ],
      [{ add: [{ sku: skus[1], quantity: 1 }], reason: "x".repeat(65_536) }, 422, "reason", "at most"],
    ];
    for (const [body, status, field, message] of wrong)
      expect(await edit(number, body), message).toMatchObject({
        status,
        body: { errors: [{ field, message: expect.stringContaining(message) }] },
      });
    expect(await readOrder(asha, number)).toMatchObject({ totalPrice: 548, items: [{ quantity: 1 }] });
    expect(await unitsLeft(skus[1])).toBe(1);
  });

  it("needs the right to change orders, and an order", async () => {
    const { id, skus } = await attar("Juhi");
    const number = await confirmed(await buyers.buyer({ [id]: 1 }));
    const packer = await signInAs(shop, "Packer");
    const body = { version: await versionOf(number), add: [{ sku: skus[1], quantity: 1 }], reason: "" };
    expect((await packer.send("PATCH", `/orders/${number}/items`, body)).status).toBe(403);
    expect((await owner.send("PATCH", "/orders/KW-0000-0000/items", body)).status).toBe(404);
  });
});
