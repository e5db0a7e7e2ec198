/** A shop from `npm start` in an empty folder to its first sale with test keys, by the browser alone. */

import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { totpCode, totpStepAt } from "../../server/people/staff/totp.ts";
import { expectAccessible } from "./accessible.ts";
import { payBy } from "./buying.ts";
import { sendSignUp } from "./people.ts";
import { expect, test, waitUntilReady } from "./test.ts";

const OWNER = "owner@attarbagh.in";
const KEYS = ["rzp_test_OfThisOwner", "d8Qp2mZx7LrT"] as const;
const SHOPPER = "asha.rao@customers.example";

interface LiveShop {
  origin: string;
  /** The link that npm start prints. */
  setup: string;
  smtpPort: number;
}
let folder: string;
let live: ChildProcess;
let shop: LiveShop;
const mails: { to: string[]; content: string }[] = [];

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "first-run-"));
  const certificate = join(folder, "certificate.pem");
  const made = spawnSync("openssl", [
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"],
    ...["-addext", "subjectAltName=DNS:localhost", "-keyout", join(folder, "key.pem"), "-out", certificate],
  ]);
  expect(made.status, String(made.stderr)).toBe(0);
  live = fork(join(import.meta.dirname, "serve-live.ts"), [...KEYS], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, TLS_FOLDER: folder, NODE_EXTRA_CA_CERTS: certificate },
  });
  shop = await new Promise<LiveShop>((resolve, reject) => {
    live.on("message", (message: { mail?: (typeof mails)[number] } & Partial<LiveShop>) => {
      if (message.mail) mails.push(message.mail);
      else if (message.setup) resolve(message as LiveShop);
    });
    live.once("exit", (code) => reject(new Error(`the shop ended with ${code}`)));
  });
});
test.afterAll(async () => {
  if (live.kill()) await once(live, "exit");
  rmSync(folder, { recursive: true, force: true });
});

async function mailTo(email: string, pattern: RegExp): Promise<string> {
  let found = "";
  await expect(async () => {
    found =
      mails.map(({ to, content }) => (to.includes(email) && pattern.exec(content)?.[0]) || "").find(Boolean) ?? "";
    expect(found).not.toBe("");
  }).toPass();
  return found;
}

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

async function fillSettings(page: Page, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await main(page).getByLabel(label, { exact: true }).fill(text);
  await button(page, "Save").click();
  await expect(page.getByText("Saved. The shop uses it already.")).toBeVisible();
}

async function goLive(page: Page): Promise<void> {
  await page.goto(`${shop.origin}/admin/go-live`);
  await expect(page.getByRole("heading", { level: 1, name: "Go live" })).toBeVisible();
}

test("an owner sets up a live shop, adds a product, somebody buys it, and once it is imported it is found by its country", {
  tag: "@desktop",
}, async ({ browser }) => {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    reducedMotion: "reduce",
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  const seen: string[] = [];
  page.on("response", (response) => {
    // The mistyped secret, and what is asked while the shop starts again.
    if (response.status() >= 400 && ![401, 422, 502, 503].includes(response.status()))
      seen.push(`${response.status()} ${response.url()}`);
  });

  const startedAt = Date.now();
  let steps = 0;
  const type = async (label: string, text: string, within: Page | Locator = page) => {
    steps += 1;
    await within.getByLabel(label, { exact: true }).fill(text);
  };
  const press = async (name: string | RegExp) => {
    steps += 1;
    await button(page, name).click();
  };
  await page.goto(shop.setup);
  for (const [label, text] of Object.entries({
    "Name of the shop": "Attar Bagh",
    Email: "care@attarbagh.in",
    Phone: "+91 141 400 2200",
    "Office address": "Attar Bagh\n7 Johari Bazaar\nJaipur, Rajasthan 302003\nIndia",
    GSTIN: "08AABCR1416F1ZS",
    "Your email, for signing in": OWNER,
    "Mail server": "127.0.0.1",
    Port: String(shop.smtpPort),
    "Key id": KEYS[0],
    "Key secret": "mistyped",
  }))
    await type(label, text);
  await expectAccessible(page);
  await press("Send a test email to me");
  await mailTo(OWNER, /This is the test email/);
  await press("Set up my shop");
  await expect(page.getByText(/^Razorpay doesn’t accept these keys/)).toBeVisible();
  await type("Key secret", KEYS[1]);
  await press("Set up my shop");
  const webhook = page.getByRole("region", { name: "Enter this webhook at Razorpay now" });
  await expect(webhook).toContainText(`${shop.origin}/api/webhooks/razorpay`);
  live.send({ webhookSecret: await webhook.getByRole("definition").nth(1).textContent() });
  steps += 1;
  await page.getByRole("link", { name: "Make my account" }).click();
  const uri = await page.getByRole("link", { name: "add the account to your app" }).getAttribute("href");
  const key = new URL(uri ?? "").searchParams.get("secret") ?? "";
  await type("Your name", "Meera Nair");
  await type("New password", "ruh khus and clay");
  await type("Code that the app shows now", totpCode(key, totpStepAt(new Date())));
  await press("Join");
  await press("I’ve stored them");
  const readyAfter = Date.now() - startedAt;

  // The go-live list is the guide.
  await expect(page).toHaveURL(/\/admin\/go-live$/);
  await button(page, /^Use these/).click();
  await expect(button(page, /^Use these/)).toBeHidden();
  await main(page).getByRole("link", { name: "Grievance officer", exact: true }).click();
  await fillSettings(page, { "Grievance officer": "Anil Kamath, Grievance Officer" });
  await goLive(page);

  await main(page).getByRole("link", { name: "Products", exact: true }).click();
  await page.getByRole("link", { name: "New product" }).click();
  const productAt = Date.now();
  const stepsBefore = steps;
  await type("Title", "Vetiver Rain");
  const first = page.getByRole("group", { name: "Its first size" });
  for (const [label, text] of Object.entries({
    "Net quantity": "50",
    "Price (₹)": "1450",
    "MRP (₹)": "1600",
    "HSN code": "33030040",
    "Units in stock": "20",
    Lot: "VR-1",
    Month: "2031-03",
  }))
    await type(label, text, first);
  await press("Add another size");
  const second = page.getByRole("group", { name: "Size 2" });
  await expect(second.getByLabel("HSN code")).toHaveValue("33030040");
  await type("Net quantity", "100", second);
  await type("Price (₹)", "2600", second);
  await type("Country of origin", "India");
  await type("Shelf life in months", "36");
  const picture = await sharp({ create: { width: 600, height: 750, channels: 3, background: "#6f7f5a" } })
    .png()
    .toBuffer();
  await page
    .getByLabel("Add pictures")
    .setInputFiles([{ name: "vetiver.png", mimeType: "image/png", buffer: picture }]);
  await type("Description of picture 1", "A bottle of Vetiver Rain");
  await expectAccessible(page);
  await press("Add the draft");
  await press("Publish");
  await expect(main(page).getByRole("status").filter({ hasText: "Published" })).toBeVisible();
  test.info().annotations.push({
    type: "first run",
    description: `an account ${readyAfter / 1000} s after the link; a product on sale by ${steps - stepsBefore} steps in ${(Date.now() - productAt) / 1000} s; ${steps} steps in all`,
  });
  await goLive(page);
  await main(page).getByRole("link", { name: "Products in the footer" }).first().click();
  await fillSettings(page, {
    "Products in the footer": "vetiver-rain",
    "Claims on product pages": "Made In India",
    "Why choose us": "Gender neutral: Flowers belong to anyone who wears them. (gender-neutral)",
  });
  await goLive(page);
  // Test keys take no money.
  await expect(main(page)).toContainText("1 point is open");
  await expect(main(page)).toContainText("a test key takes no money");
  expect(seen).toEqual([]);

  const shopper = await (await browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: "reduce" })).newPage();
  for (const path of ["/", "/product/vetiver-rain", "/signup"]) {
    await shopper.goto(`${shop.origin}${path}`);
    await expect(shopper).toHaveURL(`${shop.origin}/opening-soon`);
  }
  await expect(main(shopper).getByRole("heading", { level: 1 })).toHaveText("Attar Bagh: We open soon");
  await expectAccessible(shopper);
  await waitUntilReady(shopper);
  await shopper.getByLabel("Email address").fill("early@customers.example");
  await shopper.keyboard.press("Enter");
  await mailTo("early@customers.example", /newsletter\/confirm/);
  const [preview] = await Promise.all([
    context.waitForEvent("page"),
    main(page).getByRole("link", { name: "See the shop" }).click(),
  ]);
  await expect(preview).toHaveURL(`${shop.origin}/`);
  await expect(preview.getByRole("link", { name: "Vetiver Rain" }).first()).toBeVisible();
  await preview.close();
  await button(page, "Open the shop").click();
  await expect(main(page)).toContainText("Your shop is open to everybody.");

  await shopper.goto(`${shop.origin}/signup`);
  await sendSignUp(shopper, SHOPPER);
  await expect(shopper.getByRole("group", { name: "Six-digit code" })).toBeVisible();
  await shopper.keyboard.type(/\d{6}/.exec(await mailTo(SHOPPER, /^ {4}\d{6}\r?$/m))?.[0] ?? "");
  await button(shopper, "Verify").click();
  await expect(shopper).toHaveURL(`${shop.origin}/`);
  await shopper.getByRole("link", { name: "Vetiver Rain" }).first().click();
  const added = shopper.waitForResponse("**/api/cart");
  await main(shopper)
    .getByRole("button", { name: /^ADD TO CART/ })
    .first()
    .click();
  expect((await added).status()).toBe(200);
  await shopper.goto(`${shop.origin}/checkout`);
  await button(shopper, "Add New Address").click();
  const address = shopper.getByRole("dialog", { name: "Shipping Address" });
  await address.getByLabel("Pincode").fill("560001");
  await expect(address.getByLabel("City")).not.toHaveValue("");
  await address.getByLabel("Address", { exact: true }).fill("12 Rose Lane");
  await address.getByLabel("Mobile number").fill("98290 12345");
  await address.getByRole("button", { name: "Save & Continue" }).click();
  await payBy(shopper, "card");
  await expect(main(shopper).getByRole("region", { name: "Thank you, Asha." })).toBeVisible();
  await mailTo(SHOPPER, /filename=.*invoice.*\.pdf/i);

  expect((await shopper.request.get(`${shop.origin}/sandbox/style`)).status()).toBe(404);

  // As long as all comes from India, the order by country clears the sort, like any other that the specification does not name.
  const sorts = shopper.getByLabel("Sort By").getByRole("option");
  const chip = shopper.getByRole("link", { name: "Remove Country of origin" });
  await shopper.goto(`${shop.origin}/products?sort=origin`);
  await expect(sorts).toHaveCount(6);
  await expect(chip).toHaveCount(0);
  await page.goto(`${shop.origin}/admin/products`);
  await main(page).getByRole("link", { name: "Vetiver Rain" }).click();
  await main(page).getByRole("link", { name: "Legal" }).click();
  await page.getByLabel("Country of origin").fill("FRANCE");
  await page.getByLabel("Maker").fill("Maison Fleur, Grasse, France");
  await page.getByLabel("Importer").fill("Import House, 5 Dock Road, Mumbai 400001");
  await button(page, "Save").click();
  await expect(button(page, "Discard changes")).toBeHidden();
  // As it is stored.
  await expect(page.getByLabel("Country of origin")).toHaveValue("France");
  // A page that is sent before its products are counted lacks the order, and is not cached.
  await expect(async () => {
    await shopper.goto(`${shop.origin}/products`);
    await expect(sorts).toHaveCount(7, { timeout: 2000 });
  }).toPass();
  await waitUntilReady(shopper);
  await shopper.getByLabel("Sort By").selectOption("Country of origin");
  await expect(shopper).toHaveURL(/\?sort=origin$/);
  await expect(chip).toBeVisible();
  await button(shopper, /^Filter/).click();
  await shopper.getByRole("dialog").getByLabel("France (1)").check();
  // Once it is counted, nothing moves any more.
  await shopper.getByRole("dialog").getByRole("button", { name: "Apply · 1 product" }).click();
  await expect(shopper).toHaveURL(/\?sort=origin&countries=France$/);
  await expect(main(shopper).getByText("1 product", { exact: true })).toBeVisible();
  await main(shopper).getByRole("link", { name: "Vetiver Rain" }).click();
  const facts = shopper.getByRole("region", { name: "Ingredients and facts" });
  await expect(facts).toContainText("Country of originFrance");
  await expect(facts).toContainText("Manufactured byMaison Fleur, Grasse, France");
  await expect(facts).toContainText("Imported byImport House, 5 Dock Road, Mumbai 400001");
  await expect(main(shopper).getByText("Made In India")).toHaveCount(0);

  await page.goto(`${shop.origin}/admin/orders`);
  const sold = main(page).getByRole("row").filter({ hasText: "Asha Rao" });
  await expect(sold).toContainText("1,450");
  await sold.getByRole("link").first().click();
  await expect(main(page)).toContainText(/98290 ?12345/);
  await Promise.all([context.close(), shopper.context().close()]);
});
