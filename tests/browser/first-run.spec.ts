/** A live shop from its first start on an empty database to its first sale, by the browser alone. */

import { type ChildProcess, execFile, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { totpCode, totpStepAt } from "../../server/people/staff/totp.ts";
import { expectAccessible } from "./accessible.ts";
import { payBy } from "./buying.ts";
import { sendSignUp } from "./people.ts";
import { expect, test, waitUntilReady } from "./test.ts";

const ROOT = join(import.meta.dirname, "../..");
const OWNER = "owner@prakriti.example";
const SHOPPER = "asha.rao@customers.example";

interface LiveShop {
  origin: string;
  database: string;
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
  live = fork(join(import.meta.dirname, "serve-live.ts"), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...process.env, TLS_FOLDER: folder, NODE_EXTRA_CA_CERTS: certificate },
  });
  shop = await new Promise<LiveShop>((resolve, reject) => {
    live.on("message", (message: { mail?: (typeof mails)[number] } & Partial<LiveShop>) => {
      if (message.mail) mails.push(message.mail);
      else if (message.origin) resolve(message as LiveShop);
    });
    live.once("exit", (code) => reject(new Error(`the shop ended with ${code}`)));
  });
});
test.afterAll(async () => {
  if (live.kill()) await once(live, "exit");
  rmSync(folder, { recursive: true, force: true });
});

/** The command that lets the first owner in. @returns the link of the invitation */
async function inviteOwner(): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "server/commands.ts", "staff", "invite", OWNER, "--role", "owner"],
    {
      cwd: ROOT,
      env: { ...process.env, DEMO: "false", SHOP_ORIGIN: shop.origin, DATABASE_URL: shop.database, DATA_DIR: folder },
    },
  );
  return /https:\S+/.exec(stdout)?.[0] ?? "";
}

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
    if (response.status() >= 400 && response.status() !== 401) seen.push(`${response.status()} ${response.url()}`);
  });

  await page.goto(await inviteOwner());
  const uri = await page.getByRole("link", { name: "add the account to your app" }).getAttribute("href");
  const key = new URL(uri ?? "").searchParams.get("secret") ?? "";
  await page.getByLabel("Your name").fill("Meera Nair");
  await page.getByLabel("New password").fill("ruh khus and clay");
  await page.getByLabel("Code that the app shows now").fill(totpCode(key, totpStepAt(new Date())));
  await button(page, "Join").click();
  await button(page, "I’ve stored them").click();

  // The go-live list is the guide.
  await expect(page).toHaveURL(/\/admin\/go-live$/);
  await button(page, /^Use these/).click();
  await expect(button(page, /^Use these/)).toBeHidden();
  await button(page, "Begin with our templates").first().click();
  await expect(button(page, "Begin with our templates")).toHaveCount(0);
  await button(page, `Send a test email to ${OWNER}`).click();
  await mailTo(OWNER, /This is the test email/);
  await button(page, "Test the payment provider").click();
  await expect(main(page).getByText(/Last success/)).toHaveCount(2);
  await main(page).getByRole("link", { name: "Name of the shop" }).click();
  await fillSettings(page, {
    "Name of the shop": "Prakriti",
    Email: "care@prakriti.in",
    Phone: "+91 80 4112 2334",
    WhatsApp: "+91 98450 11223",
    "Office address": "Prakriti Naturals LLP\n4 Church Street\nBengaluru, Karnataka 560001\nIndia",
  });
  await goLive(page);
  await main(page).getByRole("link", { name: "GSTIN", exact: true }).click();
  await fillSettings(page, {
    "Legal name": "Prakriti Naturals LLP",
    GSTIN: "29AAGCP4455K1ZX",
    "Grievance officer": "Anil Kamath, Grievance Officer",
  });
  await goLive(page);
  // The name in the payment window, the state by the GSTIN, and others follow.
  await button(page, /^Use these/).click();
  await expect(button(page, /^Use these/)).toBeHidden();

  await main(page).getByRole("link", { name: "Products", exact: true }).click();
  await page.getByRole("link", { name: "New product" }).click();
  for (const [label, text] of Object.entries({
    Title: "Vetiver Rain",
    "Net quantity": "50",
    "Price (₹)": "1450",
    "MRP (₹)": "1600",
    "HSN code": "33030040",
  }))
    await page.getByLabel(label).fill(text);
  await button(page, "Add the draft").click();
  await main(page).getByRole("link", { name: "The country of origin." }).click();
  await page.getByLabel("Country of origin").fill("India");
  await page.getByLabel("Shelf life in months").fill("36");
  await button(page, "Save").click();
  await expect(button(page, "Publish")).toBeEnabled();
  await main(page).getByRole("link", { name: "Pictures" }).click();
  const picture = await sharp({ create: { width: 600, height: 750, channels: 3, background: "#6f7f5a" } })
    .png()
    .toBuffer();
  await page
    .getByLabel("Add pictures")
    .setInputFiles([{ name: "vetiver.png", mimeType: "image/png", buffer: picture }]);
  await page.getByLabel("Description of picture 1").fill("A bottle of Vetiver Rain");
  await button(page, "Save pictures").click();
  await expect(button(page, "Discard changes")).toBeHidden();
  await button(page, "Publish").click();
  await expect(main(page).getByRole("status").filter({ hasText: "Published" })).toBeVisible();
  await goLive(page);
  await expect(main(page)).toContainText("so there is nothing to buy");
  await main(page).getByRole("link", { name: "Products", exact: true }).click();
  const stock = page.getByLabel("Stock of Vetiver Rain, 50 ml");
  await stock.fill("20");
  await stock.press("Enter");
  await expect(button(page, "Undo Stock of Vetiver Rain, 50 ml")).toBeVisible();

  await goLive(page);
  await main(page).getByRole("link", { name: "Products in the footer" }).first().click();
  await fillSettings(page, {
    "Products in the footer": "vetiver-rain",
    "Claims on product pages": "Made In India",
    "Why choose us": "Gender neutral: Flowers belong to anyone who wears them. (gender-neutral)",
  });
  await goLive(page);
  await expect(main(page)).toContainText("Nothing is left to do: the shop can go live.");
  expect(seen).toEqual([]);

  const shopper = await (await browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: "reduce" })).newPage();
  for (const path of ["/", "/product/vetiver-rain", "/signup"]) {
    await shopper.goto(`${shop.origin}${path}`);
    await expect(shopper).toHaveURL(`${shop.origin}/opening-soon`);
  }
  await expect(main(shopper).getByRole("heading", { level: 1 })).toHaveText("Prakriti: We open soon");
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
  await expect(main(page).getByRole("row").filter({ hasText: "Asha Rao" })).toContainText("1,450");
  await Promise.all([context.close(), shopper.context().close()]);
});
