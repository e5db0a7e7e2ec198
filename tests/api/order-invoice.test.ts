/** Downloading the invoice. server/orders/orders/invoice/ has tests of the document. */

import { getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clearSetting, storeSetting } from "../../server/selling/settings/settings.ts";
import { BENGALURU, buyersOf, LUCKNOW } from "./buyers.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
});
afterAll(() => shop?.close());

const download = async (number: string, token: string) => {
  const response = await shop.app.inject({
    url: `/api/order/${number}/invoice`,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.statusCode, headers: response.headers, pdf: response.rawPayload, body: response.body };
};

/** The header cells that a screen reader reads in the first row of each table of the first page. */
async function headersOf(pdf: Buffer): Promise<string[][]> {
  const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1);
  const texts = new Map<string, string>();
  let open = "";
  for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
    if ("str" in item) texts.set(open, (texts.get(open) ?? "") + item.str);
    else if (item.type !== "endMarkedContent") open = item.id ?? "";
  }
  type Node = { role?: string; id?: string; children?: Node[] };
  const within = ({ children = [] }: Node, role: string): Node[] =>
    children.flatMap((child) => (child.role === role ? [child] : within(child, role)));
  const textOf = ({ id, children = [] }: Node): string =>
    id === undefined ? children.map(textOf).join(" ") : (texts.get(id) ?? "");
  return within((await page.getStructTree()) as Node, "Table").map((table) => {
    const [first = {}] = within(table, "TR");
    return within(first, "TH").map((cell) => textOf(cell).replace(/\s+/g, " ").trim());
  });
}

describe("the invoice of a paid order", () => {
  it("is a PDF named after its number, and not cached", async () => {
    const asha = await shoppers.buyer({ [await shoppers.sell({ pricePaise: 249_900 })]: 2 });
    const { orderNumber } = await asha.buy();
    const { body } = await asha.get(`order/${orderNumber}`);
    const { status, headers, pdf } = await download(orderNumber.toLowerCase(), asha.token);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="invoice-${body.data.invoiceNumber.replaceAll("/", "-")}.pdf"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(pdf.subarray(-6).toString()).toContain("%%EOF");
  });

  it("is read as a table, with the names of its columns as headers", async () => {
    const asha = await shoppers.buyer({ [await shoppers.sell({ title: "Rose Attar", pricePaise: 249_900 })]: 2 });
    const { orderNumber } = await asha.buy();
    const { pdf } = await download(orderNumber, asha.token);
    const columns = ["Item", "HSN", "Qty PCS", "Unit price incl. GST", "Discount", "Taxable value", "GST"];
    expect(await headersOf(pdf)).toContainEqual([...columns, "CGST", "SGST", "Total (₹)"]);
  });

  it("is drawn for any name and address, in any script", async () => {
    const asha = await shoppers.buyer({ [await shoppers.sell({ title: "गुलाब अत्तर — Ruh Gulab 🌹" })]: 1 });
    const streets = [
      "फ्लैट ३०२, गुलमोहर रेजीडेंसी",
      "ਸ੍ਰੀ ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ ਮਾਰਗ",
      "శ్రీ వెంకటేశ్వర వీధి",
      "৪২ চট্টোপাধ্যায় সরণি",
      "தெற்கு மாட வீதி",
      "شارع 🏠 \u202Eabc\u0000 ق",
      "Unbreakable".repeat(15),
    ];
    for (const street of streets) {
      const address = { ...LUCKNOW, street };
      await asha.add(await shoppers.sell());
      const { orderNumber } = await asha.buy({ address, billing_address: BENGALURU });
      const { status, pdf } = await download(orderNumber, asha.token);
      expect(status, street).toBe(200);
      expect(pdf.length, street).toBeGreaterThan(5000);
    }
  });

  it("does not change when the order is cancelled and the seller's name changes", async () => {
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    const { orderNumber } = await asha.buy();
    await asha.post(`order/${orderNumber}/cancel`);
    const given = await download(orderNumber, asha.token);
    await storeSetting(shop.db, "SELLER_NAME", "Other Organics");
    const { status, pdf } = await download(orderNumber, asha.token);
    expect(status).toBe(200);
    expect(pdf.equals(given.pdf)).toBe(true);

    await asha.add(await shoppers.sell());
    const { orderNumber: later } = await asha.buy();
    expect((await download(later, asha.token)).pdf.toString("latin1")).toContain("(Other Organics)");
    await clearSetting(shop.db, "SELLER_NAME");
  });
});

describe("an invoice is rejected", () => {
  it("before the order is paid, with the reason", async () => {
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    const { orderNumber } = await asha.order();
    const { status, body, headers } = await download(orderNumber, asha.token);
    expect(status).toBe(409);
    expect(JSON.parse(body)).toMatchObject({ message: "Your invoice will be ready once the order is paid." });
    expect(headers["cache-control"]).toBe("no-store");
  });

  it("to everybody else: 404 to another customer, 401 without a session", {
    meta: { requirements: "S6.13" },
  }, async () => {
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    const { orderNumber } = await asha.buy();
    const meera = await shoppers.buyer();
    expect((await download(orderNumber, meera.token)).status).toBe(404);
    expect((await download("KW-0000-0000", asha.token)).status).toBe(404);
    expect((await download("none", asha.token)).status).toBe(404);
    expect((await shop.get(`/api/order/${orderNumber}/invoice`)).status).toBe(401);
  });
});
