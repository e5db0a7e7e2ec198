/** What a shop in use has in its back office, and the demo has not. */

import { expect, type Page } from "@playwright/test";
import { buy, HOME, mailedCode, post, products, putIntoCart } from "./buying.ts";
import { mailTo, newEmail, signUp } from "./people.ts";

/** The number of a lot that has arrived. */
export const LOT = "KW2611A";

/** Fills the lists that the demo leaves empty. The page's session in the back office is the owner's. */
export async function fillBackOffice(page: Page, shop: string): Promise<void> {
  const send = async (path: string, data: unknown, { method = "post", type = "application/json" } = {}) => {
    const response = await page.request.fetch(`/admin/api${path}`, {
      method,
      headers: { origin: shop, "content-type": type },
      data,
    });
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
    return (await response.json()).data;
  };
  const read = async (path: string) => (await (await page.request.get(`/admin/api${path}`)).json()).data;
  const change = (path: string, data: object) => send(path, data, { method: "patch" });
  /** Stores a file: what was compared is stored by its digest. */
  const storeFile = async (path: string, lines: string[]) => {
    const compared = await send(path, lines.join("\n"), { type: "text/csv" });
    await send(`${path}${path.includes("?") ? "&" : "?"}digest=${compared.digest}`, lines.join("\n"), {
      type: "text/csv",
    });
  };

  // Filled by an earlier round.
  if ((await read("/webhooks")).length > 0) return;

  const customer = await signUp(page.request, "Meera Nair");
  const [product] = await products(page);
  if (!product) throw new Error("the demo sells nothing");
  const [{ sku }] = await read(`/draft-orders/sizes?q=${encodeURIComponent(product.title)}`);
  const { payments } = await read(`/orders/${await buy(page, customer, product)}`);
  await page.request.post(`/sandbox/razorpay/payments/${payments[0].reference}/dispute`, { form: {} });
  await storeFile("/reports/settlements/file", [
    "type,entity_id,amount,fee,tax,debit,credit,settlement_id,settled_at,settlement_utr",
    "payment,pay_KewraUnknown01,100,2.36,0.36,0,97.64,setl_Kewra2611,20/11/2026 10:00:00,UTR26112001",
  ]);

  const { subjects } = await read("/settings");
  const { version } = subjects.find(({ subject }: { subject: string }) => subject === "cash");
  await change("/settings", { subject: "cash", version, values: { CASH_ON_DELIVERY: "true" } });
  const orderInCash = async () => {
    await putIntoCart(page, customer, product);
    const order = { address: HOME, mobile_no: "9800098001", total_price: product.price };
    return (await post<{ orderNumber: string }>(page.request, customer, "/api/cash-order", order)).orderNumber;
  };
  const sent = await orderInCash();
  const code = await mailedCode(page, customer.email, sent);
  await post(page.request, customer, `/api/cash-order/${sent}/confirm`, { code });
  const step = async (name: string, data: object) =>
    send(`/orders/${sent}/${name}`, { version: (await read(`/orders/${sent}`)).version, ...data });
  await step("ship", { courier: "Delhivery", awb: "DL4410932276" });
  await step("deliver", {});
  await storeFile("/cash/remittances?reference=CRF-2611-07&receivedOn=2026-11-20", [
    "AWB Number,COD Amount",
    `DL4410932276,${product.price - 100}`,
  ]);
  await orderInCash();
  await send("/cash/lists", { subject: "380015", list: "blocked", reason: "Three parcels refused in a row" });

  await send("/draft-orders", {
    email: newEmail(),
    name: "Ravi Iyer",
    mobile_no: "9800098000",
    address: HOME,
    items: [{ sku, quantity: 2 }],
    message: "As agreed by phone.",
    days: 3,
  });
  const letter = {
    name: "Farida Khan",
    email: newEmail(),
    phone: "+91 98765 43210",
    address: "14 Residency Road, Bengaluru 560025",
    message:
      "The bottle of Kewra Bloom arrived with a leaking pump.\n\nCould you send another, please? I need it by Diwali.",
  };
  const { _id: message } = await send("/grievances", letter);
  await send(`/messages/${message}/answers`, {
    version: 1,
    text: "We are sorry. Another bottle leaves today.",
    close: false,
  });
  await send("/grievances", { ...letter, name: "Ishaan Bose", message: "My refund of ₹1,499 has not arrived." });

  const [{ _id: id }] = (await read("/customers")).customers;
  await send("/privacy-requests", { customer: id, kind: "export", message: "By phone: a copy of all data, please." });
  await send("/privacy-requests", { customer: id, kind: "erasure" });
  await send(`/customers/${id}/notes`, { text: "Prefers to be called after 6 PM." });
  await send("/incidents", {
    title: "Packing slip in the wrong parcel",
    description: "A packing slip with a name, address and phone number went to another customer.",
    affected: "One customer",
    remedy: "The slip was collected; packers scan the slip with the parcel now.",
    noticedAt: new Date(Date.now() - 86_400_000).toISOString(),
  });

  const reader = newEmail();
  await page.request.post("/api/newsletter", { data: { email: reader, page: "/faq" } });
  const token = /\/newsletter\/confirm\/([\w-]{43})/.exec((await mailTo(page.request, reader)).text)?.[1];
  await page.request.post("/api/newsletter/confirm", { data: { token } });
  const campaign = await send("/campaigns", {});
  await change(`/campaigns/${campaign._id}`, {
    version: campaign.version,
    subject: "The first mitti of the year",
    body: "The rains are here.\n\n## New in the still room\n\n- Mitti\n- Vetiver",
    products: [product.slug],
  });

  await send("/purchases", {
    supplier: "Kannauj Attar Works",
    documentNumber: "KAW/26-27/118",
    documentDate: "2026-11-20",
    freight: 180,
    note: "",
    lines: [{ sku, units: 24, unitCost: 212.5, gst: 918 }],
  });
  await send(`/stock/${sku}/receive`, {
    units: 40,
    lot: LOT,
    manufacturedOn: "2026-11-02",
    lifeKind: "use_before",
    lifeMonth: "2028-11",
    reason: "From the still in Kannauj",
  });
  await send(
    "/moves?name=products_export.csv",
    "Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Gift Card\nmitti,Mitti,Attar,Size,6 ml,M-6,649,false\ncard,Card,,,,C-1,500,true",
    { type: "text/csv" },
  );
  await send("/imports?name=prices-diwali.csv", `slug,sku,size,price\n${product.slug},${sku},50 ml,2399`, {
    type: "text/csv",
  });
  await send("/webhooks", { url: "https://books.example.com/kewra/events", events: ["order.paid", "order.shipped"] });
}
