/** A shop that is set up under another name shows nothing of the demo's brand: in its mails and PDFs, and in what the back office reads. */

import { afterAll, beforeAll, expect, it } from "vitest";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { proposedSettings } from "../../server/operations/setup/proposals.ts";
import type { SettingName } from "../../server/platform/config/config.ts";
import { mail } from "../../server/platform/database/schema.ts";
import { storeSetting } from "../../server/selling/settings/settings.ts";
import { pdfText } from "../pdf-text.ts";
import { buyersOf } from "./buyers.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

const ATTAR_BAGH = {
  SHOP_NAME: "Attar Bagh",
  SHOP_EMAIL: "care@attarbagh.in",
  SHOP_PHONE: "+91 141 400 2200",
  SHOP_ADDRESS: "Attar Bagh|7 Johari Bazaar|Jaipur, Rajasthan 302003|India",
  SELLER_NAME: "Attar Bagh LLP",
  SELLER_GSTIN: "08AABCR1416F1ZS",
  GRIEVANCE_OFFICER: "Ms. Meera Rathore, Customer Care Manager",
  PRODUCT_BADGES: "Made In India",
  WHY_CHOOSE_US: "Gender neutral: Flowers belong to anyone who wears them. (gender-neutral)",
  FOOTER_PRODUCTS: "thing-1",
  BRAND_COLOR: "#5a1a3c",
  ACCENT_COLOR: "#a04a2a",
  FONT_PAIR: "EB Garamond and Figtree",
};
/** A program's header, which nobody reads. */
const INTERNAL = /kewra-storage-trouble/g;
const traces = (text: string) =>
  text.replace(INTERNAL, "").match(/.{0,60}(?:kewra|letters from the distillery|\bKW\b).{0,60}/gi) ?? [];

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;
/** Who cancelled an order, and its number. */
let cancelled: { token: string; number: string };
beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
  const product = await shoppers.sell();
  for (const [name, value] of Object.entries(ATTAR_BAGH)) await storeSetting(shop.db, name as SettingName, value);
  for (const { name, value } of await proposedSettings(shop.db, {})) await storeSetting(shop.db, name, value);

  const buyer = await shoppers.buyer({ [product]: 2 }, { email: "asha@example.com" });
  const { orderNumber } = await buyer.buy();
  const parcel = { courier: "Blue Dart", awb: "AB123456789" };
  await owner.send("POST", `/orders/${orderNumber}/pack`, {});
  await owner.send("POST", `/orders/${orderNumber}/ship`, parcel);
  await owner.send("POST", `/orders/${orderNumber}/deliver`, {});
  const other = await shoppers.buyer({ [product]: 1 });
  const { orderNumber: number } = await other.buy();
  await other.post(`order/${number}/cancel`);
  cancelled = { token: other.token, number };
  await shoppers.people.post("newsletter", { email: "letters@example.com", page: "/" });
  await shoppers.people.signUp("new@example.com");
});
afterAll(() => shop?.close());

it("every mail names the shop and no other", async () => {
  const mails = await shop.db.select().from(mail);
  const sent: { subject: string; html: string; text: string }[] = (await shop.get("/sandbox/mail.json")).body;
  expect(mails.length).toBeGreaterThan(5);
  expect(sent.length).toBeGreaterThan(0);
  for (const one of [...mails, ...sent]) expect(traces(JSON.stringify(one))).toEqual([]);
  expect(sent.filter(({ html }) => html.includes("Attar Bagh"))).toHaveLength(sent.length);
});

it("pages, the installed app and emails have its colours, and the payment window by proposal", async () => {
  const { look } = (await shop.get("/api/shop")).body.data;
  // The footer’s is darker by 22 %: 0x5a × 0.78 = 70 = 0x46, 0x1a → 20 = 0x14, 0x3c → 47 = 0x2f.
  expect(look).toMatchObject({
    "--font-display": '"EB Garamond", Figtree, serif',
    "--color-leaf": "#5a1a3c",
    "--color-leaf-deep": "#46142f",
    "--color-brass": "#a04a2a",
  });
  expect((await shop.get("/manifest.webmanifest")).body.theme_color).toBe("#5a1a3c");
  const [confirmation] = await shoppers.people.mailsTo("asha@example.com");
  expect(confirmation?.html).toContain("#5a1a3c");
  expect(confirmation?.html).not.toMatch(/#2f4a36|#436a4e/);
  const { settings } = (await owner.send("GET", "/settings")).body.data;
  const payment = settings.find(({ name }: { name: string }) => name === "PAYMENT_THEME_COLOR");
  expect(payment.value).toBe("#5a1a3c");
});

it("a colour that cannot be read is refused with what was measured and what is needed", async () => {
  const { subjects } = (await owner.send("GET", "/settings")).body.data;
  const { version } = subjects.find(({ subject }: { subject: string }) => subject === "brand");
  const set = (values: object) => owner.send("PATCH", "/settings", { subject: "brand", version, values });
  const rejected = await set({ BRAND_COLOR: "#7FB08A", ACCENT_COLOR: "#d9b878" });
  expect(rejected.body.errors).toEqual([
    {
      field: "BRAND_COLOR",
      message:
        "The setting BRAND_COLOR must be darker: as text on the ground of panels its contrast is 2.0:1, and 4.5:1 is needed to read it (WCAG AA).",
    },
    { field: "ACCENT_COLOR", message: expect.stringContaining("its contrast is 1.5:1, and 3:1 is needed") },
  ]);
  for (const value of ["red", "#12345", "#5a1a3c;background:url(x)", "", "#".repeat(5000)])
    expect((await set({ BRAND_COLOR: value })).body.errors[0].message).toBe(
      "The setting BRAND_COLOR must be a colour such as #2f4a36.",
    );
});

it("every PDF names the shop and no other", async () => {
  const { orders } = (await owner.send("GET", "/orders?tab=all")).body.data;
  const numbers = orders.map(({ number }: { number: string }) => number);
  expect(numbers).toHaveLength(2);
  const asOwner = { cookie: `staff_session=${owner.browser.cookies.get("staff_session")}` };
  const requests = ["slip", "label", "invoice"].map((document) => ({
    url: `/admin/api/orders/print.pdf?document=${document}&numbers=${numbers}`,
    headers: asOwner as Record<string, string>,
  }));
  const asBuyer = { authorization: `Bearer ${cancelled.token}` };
  requests.push({ url: `/api/order/${cancelled.number}/credit-note`, headers: asBuyer });
  const texts: string[] = [];
  for (const request of requests) texts.push(pdfText((await shop.app.inject(request)).rawPayload));
  expect(texts).toEqual([
    expect.stringMatching(/Packing slip/),
    expect.stringMatching(/Attar Bagh/),
    expect.stringMatching(/Attar Bagh LLP[\s\S]*AB\/\d\d-\d\d\/00000[12]/),
    expect.stringMatching(/Attar Bagh LLP[\s\S]*CN\/\d\d-\d\d\/000001/),
  ]);
  for (const text of texts) expect(traces(text)).toEqual([]);
});

it("what the back office reads names no other", async () => {
  const read: string[] = [];
  for (const [name, { method, path, produces, isBackground }] of Object.entries(
    adminEndpoints as Record<string, { method: string; path: string; produces?: string; isBackground?: true }>,
  )) {
    if (method !== "GET" || path.includes(":") || (produces && produces !== "text/csv") || isBackground) continue;
    const { status, body } = await owner.send("GET", path);
    if (status === 200) read.push(name);
    expect({ name, traces: traces(JSON.stringify(body)) }).toEqual({ name, traces: [] });
  }
  expect(read).toEqual(expect.arrayContaining(["listSettings", "listAudit", "listAllOrders", "readGoLive"]));
  const { status, body } = await owner.send("GET", "/docs/json");
  expect(status).toBe(200);
  expect(traces(JSON.stringify(body))).toEqual([]);
  for (const name of Object.keys(ATTAR_BAGH)) {
    const history = await owner.send("GET", `/settings/${name}/changes`);
    expect(traces(JSON.stringify(history.body))).toEqual([]);
  }
});
