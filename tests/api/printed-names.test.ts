/** Names and addresses on paper: every script of India is printed; what cannot be is rejected where it is typed. */

import { sql } from "drizzle-orm";
import { getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Buyer, buyersOf, LUCKNOW } from "./buyers.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let soap: string;
let support: Awaited<ReturnType<typeof signInAs>>;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
  soap = await shoppers.sell({ title: "Neem Soap" });
  support = await signInAs(shop, "Owner");
});
afterAll(() => shop?.close());

const nameIs = (buyer: Buyer, name: string) =>
  shop.db.execute(sql`update customer set name = ${name} where id = ${buyer.id}`);

/** Saves the profile form with another name. */
async function rename(buyer: Buyer, name: string) {
  const form = new FormData();
  form.set("name", name);
  const sent = new Response(form);
  const headers = { "content-type": sent.headers.get("content-type") ?? "" };
  return shoppers.people.post("user/update", Buffer.from(await sent.arrayBuffer()), { token: buyer.token, headers });
}

/** The text of a printed document of an order, as Firefox reads it. */
async function printed(document: string, orderNumber: string): Promise<string> {
  const { rawPayload } = await shop.app.inject({
    url: `/admin/api/orders/print.pdf?document=${document}&numbers=${orderNumber}`,
    headers: { cookie: [...support.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
  });
  const pdf = await getDocumentProxy(new Uint8Array(rawPayload));
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, at) => (await pdf.getPage(at + 1)).getTextContent()),
  );
  return pages
    .flatMap(({ items }) => items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")))
    .join("");
}

it.each([
  ["عائشہ خان", "12 گلی قاسم جان"],
  ["রবীন্দ্রনাথ চন্দ্র", "চন্দ্র রোড, ইন্দ্রপুরী"],
  ["லக்ஷ்மி 🌸", "தெற்கு மாட வீதி"],
])("prints %s of %s on invoice, packing slip and address label", async (name, street) => {
  const buyer = await shoppers.buyer({ [soap]: 1 });
  await nameIs(buyer, name);
  const gift = { message: "সালগিরহ मुबारक 🎂" };
  const { orderNumber } = await buyer.buy({ address: { ...LUCKNOW, street }, gift });
  const documents = await Promise.all(["invoice", "slip", "label"].map((document) => printed(document, orderNumber)));
  const words = `${name.replace(" 🌸", "")} ${street}`.split(/[\s,0-9]+/).filter(Boolean);
  for (const text of documents) for (const word of words) expect(text).toContain(word);
  expect(documents[1]).toContain("সালগিরহ मुबारक");
});

describe("letters that cannot be printed", () => {
  const message = "We can’t print “Иван” on labels and invoices. Please use English letters or an Indian script.";
  const rejected = (field: string) => ({
    status: 422,
    body: { code: "letters_not_printable", message, errors: [{ field, message }] },
  });

  it.each([
    ["address.street", { address: { ...LUCKNOW, street: "1 Иван Road" } }],
    ["address.city", { address: { ...LUCKNOW, city: "Иван" } }],
    ["billing_address.street", { address: LUCKNOW, billing_address: { ...LUCKNOW, street: "Иван" } }],
    ["gift.message", { address: LUCKNOW, gift: { message: "Иван!" } }],
    ["gift.receiver.name", { address: LUCKNOW, gift: { receiver: { name: "Иван", mobile_no: "9845012345" } } }],
  ])("are rejected at checkout, in %s", async (field, body) => {
    const buyer = await shoppers.buyer({ [soap]: 1 });
    expect(await buyer.init(body)).toMatchObject(rejected(field));
    expect(await buyer.post("cash-order", body)).toMatchObject(rejected(field));
  });

  it("are rejected in a name that was stored before, or is Google's", async () => {
    const buyer = await shoppers.buyer({ [soap]: 1 });
    await nameIs(buyer, "Иван");
    expect(await buyer.init()).toMatchObject(rejected("name"));
    expect(await rename(buyer, "Ivan")).toMatchObject({ status: 200 });
    expect((await buyer.init()).status).toBe(200);
  });

  it("are rejected in an account and its addresses", async () => {
    const buyer = await shoppers.buyer();
    expect(await rename(buyer, "Иван")).toMatchObject(rejected("name"));
    expect(await buyer.post("user/address", { ...LUCKNOW, street: "Иван" })).toMatchObject(rejected("street"));
    const registration = { email: "new@example.com", otp: "123456", password: "sandalwood", name: "Иван" };
    expect(await shoppers.people.post("user/register", registration)).toMatchObject(rejected("name"));
  });

  it("are rejected when staff writes them", async () => {
    const buyer = await shoppers.buyer({ [soap]: 1 });
    const { orderNumber } = await buyer.buy();
    const { version } = (await support.send("GET", `/orders/${orderNumber}`)).body.data;
    const change = { version, street: "Иван" };
    expect(await support.send("PATCH", `/orders/${orderNumber}/address`, change)).toMatchObject(rejected("street"));
    const items = [{ sku: "thing-1", quantity: 1 }];
    const draft = { email: buyer.email, name: "Иван", mobile_no: "9845012345", address: LUCKNOW, items, message: "" };
    expect(await support.send("POST", "/draft-orders", draft)).toMatchObject(rejected("name"));
  });

  it("include a name of emoji alone", async () => {
    const buyer = await shoppers.buyer();
    expect((await rename(buyer, "🌸🌸")).body).toMatchObject({
      code: "letters_not_printable",
      message: "We can’t print “🌸🌸” on labels and invoices. Please use English letters or an Indian script.",
    });
  });
});
