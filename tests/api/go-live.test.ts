/** The go-live list and the first-run guide of an empty live shop, and tests of its outside services. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GoLive } from "../../contract/admin/go-live.ts";
import { declaredParties } from "../../contract/catalogue/declared-parties.ts";
import { storeSetting } from "../../server/selling/settings/settings.ts";
import { mailServer } from "./mail-server.ts";
import { makeCategory, makeProduct } from "./make-product.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof signInAs>>;
let mail: Awaited<ReturnType<typeof mailServer>>;
let provider: Server;
let answers = true;
beforeAll(async () => {
  mail = await mailServer();
  // What Razorpay answers to a list of orders; or nothing at all.
  provider = createServer((request, response) => {
    if (!answers) return;
    const isKnown = request.headers.authorization?.startsWith("Basic ");
    response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" });
    response.end(JSON.stringify({ entity: "collection", count: 0, items: [] }));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => provider.once("listening", resolve));
  shop = await openShop({
    environment: {
      DEMO: "false",
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      RAZORPAY_KEY_ID: "rzp_live_ofthetests",
      RAZORPAY_KEY_SECRET: "the secret of the tests",
      RAZORPAY_API: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
      PAYMENT_TIMEOUT_MS: "500",
      SHIPROCKET_EMAIL: "api@attarhouse.in",
      WHATSAPP_PHONE_NUMBER_ID: "106540352242922",
      WHATSAPP_TOKEN: "the token of the tests",
    },
  });
  owner = await signInAs(shop, "Owner");
});
afterAll(async () => {
  await shop?.close();
  await mail?.close();
  provider?.closeAllConnections();
  provider?.close();
});

const read = async (): Promise<GoLive> => (await owner.send("GET", "/go-live")).body.data;
const pointsOf = async (step: string) => (await read()).steps.find((one) => one.step === step)?.points ?? [];
const home = async (who = owner) => (await who.send("GET", "/home")).body.data;
const change = async (subject: string, values: Record<string, string>) => {
  const { subjects } = (await owner.send("GET", "/settings")).body.data;
  const { version } = subjects.find((one: { subject: string }) => one.subject === subject);
  expect((await owner.send("PATCH", "/settings", { subject, version, values })).status).toBe(200);
};

describe("the go-live list", () => {
  it("opens for the owner of a new live shop, and is counted on Home for nobody else", async () => {
    const { guide, work } = await home();
    expect(guide).toBe(true);
    expect(work.find(({ kind }: { kind: string }) => kind === "go_live").count).toBeGreaterThan(20);
    const packer = await home(await signInAs(shop, "Packer"));
    expect(packer).toMatchObject({ guide: false });
    expect(packer.work.some(({ kind }: { kind: string }) => kind === "go_live")).toBe(false);
  });

  it("names the place where each point is settled", async () => {
    const [shopName] = await pointsOf("details");
    expect(shopName).toMatchObject({ place: "setting", setting: { name: "SHOP_NAME", subject: "shop" } });
    expect((await pointsOf("catalogue")).map(({ place }) => place)).toContain("products");
    expect((await pointsOf("texts")).map(({ place }) => place)).toEqual(["pages"]);
  });

  it("says what is missing of couriers and messages that were begun, without counting it", async () => {
    const optional = async (part: string) => (await read()).optional.find((one) => one.part === part);
    expect(await optional("couriers")).toMatchObject({
      state: "begun",
      missing: ["An account under Couriers, with the pick-up place as the courier has it."],
    });
    expect(await optional("whatsapp")).toMatchObject({
      state: "begun",
      missing: [
        "Keys, under Connected services or in the file .env of the machine: WHATSAPP_APP_SECRET, WHATSAPP_VERIFY_TOKEN.",
        "A text: set one up, have Meta approve it, and switch it on.",
      ],
    });
    expect(await optional("sms")).toEqual({ part: "sms", state: "unused", missing: [] });
    const added = await owner.send("POST", "/courier-accounts", {
      ...{ provider: "shiprocket", label: "Shiprocket", pickupPlace: "Primary", pickupPincode: "209725" },
      ...{ surfaceOnly: true, labelSize: "thermal", isEnabled: true },
    });
    expect(added.status).toBe(200);
    expect((await optional("couriers"))?.missing).toEqual([
      "Keys, under Connected services or in the file .env of the machine: SHIPROCKET_PASSWORD.",
    ]);
    const points = (await read()).steps.flatMap((step) => step.points);
    expect(points.filter(({ text }) => /courier|WHATSAPP_/.test(text))).toEqual([]);
  });

  it("proposes what follows from the owner's details, stores it, and shrinks", async () => {
    await change("shop", { SHOP_NAME: "Attar House", SHOP_EMAIL: "care@attarhouse.in", SHOP_PHONE: "+91 98765 43210" });
    await change("shop", { SHOP_ADDRESS: "1 Rose Street|Kannauj 209725|India" });
    await change("seller", { SELLER_GSTIN: "09AAACH7409R1ZZ" });
    const { proposals } = await read();
    const proposed = Object.fromEntries(proposals.map(({ name, value }) => [name, value]));
    expect(proposed).toMatchObject({
      PAYMENT_BRAND: "Attar House",
      SELLER_STATE: "Uttar Pradesh",
      DEFAULT_RATING: "0",
      SESSION_SECRET: "a new random key",
      MANUFACTURER: "Attar House|1 Rose Street|Kannauj 209725|India",
    });
    const names = proposals.map(({ name }) => name);
    const { status, body } = await owner.send("POST", "/go-live/proposals", { names: [...names, "SHOP_NAME"] });
    expect(status).toBe(200);
    expect(body.data.proposals).toEqual([]);
    expect((await shop.get("/api/shop")).body.data).toMatchObject({ name: "Attar House", defaultRating: 0 });
    expect((await pointsOf("seller")).map(({ setting }) => setting?.name)).toEqual(["GRIEVANCE_OFFICER"]);
  });

  it("stores the templates once, and leaves what is there", async () => {
    expect((await owner.send("POST", "/go-live/starters")).status).toBe(200);
    const texts = (await pointsOf("texts")).map(({ text }) => text);
    expect(texts.every((text) => text.startsWith("Pages with something to fill in"))).toBe(true);
    expect((await pointsOf("catalogue")).map(({ place }) => place)).not.toContain("categories");
    expect((await owner.send("POST", "/go-live/starters")).status).toBe(200);
    const { entries } = (await owner.send("GET", "/audit?action=shop.starters_stored")).body.data;
    expect(entries.map(({ after }: { after: { texts: string[] } }) => after.texts.length > 0)).toEqual([false, true]);
  });

  it("no longer opens by itself once it was dismissed, and is still counted", async () => {
    expect((await owner.send("POST", "/go-live/dismissal")).body.data.isDismissed).toBe(true);
    const { guide, work } = await home();
    expect(guide).toBe(false);
    expect(work.some(({ kind }: { kind: string }) => kind === "go_live")).toBe(true);
  });

  it("names an announcement of free shipping while shipping costs money", async () => {
    const free = async () => (await pointsOf("details")).filter(({ setting }) => setting?.name === "SHOP_ANNOUNCEMENT");
    await change("shop", { SHOP_ANNOUNCEMENT: "Free shipping, always" });
    expect((await owner.send("POST", "/shipping/starter")).status).toBe(200);
    expect(await free()).toEqual([]);
    const { version, methods, zones } = (await owner.send("GET", "/shipping")).body.data;
    const [first, ...others] = zones;
    const rates = { standard: [{ fromGrams: 0, price: 49, days: [3, 5] }] };
    await owner.send("PATCH", "/shipping", { version, methods, zones: [{ ...first, rates }, ...others] });
    expect((await free()).map(({ text }) => text)).toEqual([
      `SHOP_ANNOUNCEMENT is “Free shipping, always”: shipping costs money in ${first.name}.`,
    ]);
    await change("shop", { SHOP_ANNOUNCEMENT: "Free shipping above ₹999" });
    expect(await free()).toEqual([]);
  });

  it("names what is on sale from abroad without an importer, until the setting names one, which every page then has", async () => {
    const categoryId = await makeCategory(shop, { slug: "imports", name: "Imports" });
    await makeProduct(shop, { slug: "lavande", categoryId, title: "Lavande", countryOfOrigin: "France" });
    await makeProduct(shop, {
      slug: "iris",
      categoryId,
      title: "Iris",
      countryOfOrigin: "France",
      importer: "Import House, Mumbai",
    });
    const importers = async () => (await pointsOf("seller")).filter(({ setting }) => setting?.name === "IMPORTER");
    expect(await importers()).toEqual([
      expect.objectContaining({
        text: "Products from abroad that are on sale without the importer that the law asks for: lavande.",
      }),
    ]);
    const importer = ["Kewra Imports", "5 Dock Road", "Mumbai 400001"];
    await change("seller", { IMPORTER: importer.join("|") });
    expect(await importers()).toEqual([]);
    await storeSetting(shop.db, "SHOP_OPEN", "true");
    const { data } = (await shop.get("/api/shop")).body;
    expect(data).toMatchObject({ importer, sellsImports: true });
    // What the product page shows of it, with the shop's settings and the product as the API gives them.
    const product = async (slug: string) => (await shop.get(`/api/product/${slug}`)).body.data;
    expect(declaredParties(await product("lavande"), data)).toEqual([
      ["Imported by", "Kewra Imports, 5 Dock Road, Mumbai 400001"],
    ]);
    expect(declaredParties(await product("iris"), data)).toEqual([["Imported by", "Import House, Mumbai"]]);
  });
});

describe("a test of a service", () => {
  const test = (service: string) => owner.send("POST", `/services/${service}/test`);

  it("says whether it works, and sends mail to the caller alone", async () => {
    for (const service of ["database", "payments", "mail", "media"]) {
      const { body } = await test(service);
      expect(body.data).toMatchObject({ service, succeededAt: expect.any(String), error: null });
    }
    expect(mail.received.map(({ to }) => to)).toEqual([["owner@staff.example"]]);
    expect((await test("cdn")).status).toBe(409);
    expect((await test("weather")).status).toBe(404);
  });

  it("ends with the service's error, also if it never answers", async () => {
    answers = false;
    const silent = (await test("payments")).body.data;
    expect(silent).toMatchObject({ succeededAt: expect.any(String), failedAt: expect.any(String) });
    expect(silent.error).not.toBe("");
    answers = true;
    await mail.close();
    expect((await test("mail")).body.data.error).toMatch(/ECONNREFUSED|closed/i);
    const listed = (await owner.send("GET", "/services")).body.data;
    expect(listed.find(({ service }: { service: string }) => service === "payments")).toEqual(silent);
    expect(JSON.stringify(listed)).not.toContain("the secret of the tests");
  });
});
