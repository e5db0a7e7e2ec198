/** The back office in the browser: signing in, orders from payment to delivery, staff and roles. */

import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { STORAGE_TROUBLE } from "../../contract/admin/storage-trouble.ts";
import { totpCode, totpStepAt } from "../../server/people/staff/totp.ts";
import { expectAccessible, expectFitsPhone } from "./accessible.ts";
import { enterAs, ofShop, openNavigation, signOut } from "./back-office.ts";
import { buy, products } from "./buying.ts";
import { logIn } from "./people.ts";
import { staff } from "./staff.ts";
import { expect, requirements, test } from "./test.ts";

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const history = (page: Page) => main(page).getByRole("region", { name: "History" }).getByRole("listitem");

/** A paid order of somebody. */
async function paidOrder(page: Page, name: string): Promise<string> {
  const session = await logIn(page, name);
  const [product] = await products(page);
  if (!product) throw new Error("the demo sells nothing");
  return buy(page, session, product, 2);
}

test("A packer finds an order, packs, ships and delivers it", {
  tag: "@phone",
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page, faults }) => {
  // Without a session the first request leads to the sign-in.
  faults.expect("401");
  const number = await paidOrder(page, "Lakshmi Menon");
  await page.goto(`/admin/orders?q=${number}`);
  await expect(page).toHaveURL(/\/admin\/sign-in\?to=/);
  await expect(page).toHaveTitle("Sign in to Kewra");
  await expectAccessible(page);
  await button(page, "Packer").click();

  // The link that needed the session.
  await expect(page).toHaveURL(new RegExp(`/admin/orders\\?q=${number}$`));
  await expect(page.getByRole("link", { name: "Staff and roles" })).toHaveCount(0);
  await main(page).getByRole("link", { name: number, exact: true }).click();
  await expect(main(page).getByRole("heading", { level: 1, name: number })).toBeVisible();
  await expect(main(page).getByRole("region", { name: "Lakshmi Menon" })).toContainText("12 Rose Lane");

  await button(page, "Mark as packed").click();
  await expect(history(page).first()).toContainText("Packed by Demo Packer");
  await button(page, "Ship").click();
  await button(page, "Ship").click();
  await expect(page.getByLabel("Courier", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  await page.getByLabel("Courier", { exact: true }).fill("Delhivery");
  await page.getByLabel("AWB", { exact: true }).fill(`pk ${number.slice(3)}`);
  await button(page, "Ship").click();
  await expect(main(page).getByRole("region", { name: "Parcels" })).toContainText(`PK${number.slice(3)}`);
  await button(page, "Mark as delivered").click();
  await expect(history(page).first()).toContainText("Delivered by Demo Packer");
  await expect(main(page).getByRole("region", { name: "Next steps" })).toHaveCount(0);

  // The parcel's number finds it, in the tab of all orders only.
  await page.goto(`/admin/orders?tab=to_pack&q=pk${number.slice(3)}`);
  await expect(main(page)).toContainText("No orders match");
  await page.getByRole("link", { name: "All", exact: true }).click();
  await expect(main(page).getByRole("link", { name: number, exact: true })).toBeVisible();
  await page.getByRole("link", { name: /^Remove the filter/ }).click();
  await expect(page.getByLabel("Search orders")).toHaveValue("");
  await page.getByLabel("Sort by").selectOption("oldest");
  await expect(page).toHaveURL(/sort=oldest/);
  await signOut(page);
  await expect(page).toHaveURL(/\/admin\/sign-in$/);
  await page.goto("/admin/orders");
  await expect(page).toHaveURL(/\/admin\/sign-in/);
  faults.expect("422");
});

test("A step on an order that a colleague has changed shows how it is now, and overwrites nothing", {
  tag: "@desktop",
}, async ({ page, faults }) => {
  faults.expect("401");
  faults.expect("409");
  const number = await paidOrder(page, "Priya Sharma");
  await enterAs(page, "Packer");
  await page.goto(`/admin/orders/${number}`);
  await staff("ship", number, "--awb", `CF${number.slice(3)}`, "--courier", "Delhivery");
  await button(page, "Mark as packed").click();
  await expect(page.getByRole("alert").filter({ hasText: "it is Shipped now" })).toBeVisible();
  await button(page, "Show the order as it is now").click();
  await expect(button(page, "Mark as delivered")).toBeVisible();
  await expect(history(page).first()).toContainText("Shipped by Command");
});

test("A role that a colleague has changed is asked about, and nothing is overwritten unasked", {
  tag: "@desktop",
}, async ({ page, faults }) => {
  faults.expect("409");
  await enterAs(page, "Owner");
  await page.goto("/admin/staff");
  const name = `Helper ${crypto.randomUUID().slice(0, 8)}`;
  await main(page).getByText("Add a role").click();
  const added = main(page).locator("form").last();
  await added.getByLabel("Name").fill(name);
  await added.getByLabel("see orders", { exact: true }).check();
  await button(page, `Add the role ${name}`).click();
  await main(page).locator("summary").filter({ hasText: name }).click();
  const role = main(page).getByRole("group").filter({ hasText: name }).last();
  await role.getByLabel("Refund limit in rupees").fill("100");

  const headers = ofShop();
  const { data } = await (await page.request.get("/admin/api/roles", { headers })).json();
  const { _id, version } = data.find((one: { name: string }) => one.name === name);
  const theirs = await page.request.patch(`/admin/api/roles/${_id}`, {
    headers,
    data: { version, refundLimit: 200, permissions: ["view_orders", "view_products"] },
  });
  expect(theirs.status(), await theirs.text()).toBe(200);
  await button(page, `Save the role ${name}`).click();
  const conflict = main(page).getByRole("region", { name: "Conflict" });
  await expect(conflict.getByRole("group")).toHaveText(/^Refund limit in rupees.*Theirs: 200.*Mine: 100$/);
  await button(page, "Continue with these").click();
  await button(page, `Save the role ${name}`).click();
  await expect(main(page).getByText(/^0 members, 2 of \d+ permissions$/)).toBeVisible();
});

test("What a role may not do is not offered, and a link to it says which permission is missing", {
  tag: "@phone",
}, async ({ page, faults }) => {
  faults.expect("401");
  const number = await paidOrder(page, "Kavya Iyer");
  await enterAs(page, "Accountant");
  await page.goto(`/admin/orders/${number}`);
  await expect(main(page).getByRole("region", { name: "Payment" })).toContainText("Received");
  await expect(button(page, "Mark as packed")).toHaveCount(0);
  await page.goto("/admin/staff");
  await expect(main(page)).toContainText("manage_staff");
  await expectAccessible(page);
  // The menu, by keyboard: Escape closes it, a link of it leads to the page's content.
  const menu = button(page, "Menu");
  const pages = page.getByRole("navigation", { name: "Pages" });
  await menu.focus();
  await page.keyboard.press("Enter");
  await expect(
    pages.getByRole("list", { name: "Sell" }).getByRole("link", { name: "Orders", exact: true }),
  ).toBeVisible();
  await pages.getByRole("link", { name: "Returns" }).focus();
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  await expect(pages).toBeHidden();
  await page.keyboard.press("Enter");
  await pages.getByRole("link", { name: "Orders", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(main(page).getByRole("heading", { level: 1, name: "Orders" })).toBeFocused();
  await expect(menu).toHaveAttribute("aria-expanded", "false");
  await page.goto("/admin/nothing/here");
  await expect(main(page)).toContainText("There is no such page");

  // Offline a link keeps the page, and its own opens once there is a connection.
  faults.expect("ERR_INTERNET_DISCONNECTED");
  await page.context().setOffline(true);
  await expect(main(page)).toContainText("You are offline");
  await (await openNavigation(page)).getByRole("link", { name: "Audit log" }).click();
  await expect(main(page).getByRole("status")).toContainText("The page opens once the connection is back");
  await expect(main(page)).toContainText("There is no such page");
  await page.context().setOffline(false);
  await expect(main(page).getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
  await expect(main(page)).not.toContainText("You are offline");

  // A page whose code is missing is loaded as a whole, and then says so: loading it again would not end.
  faults.expect("404");
  faults.expect("Failed to fetch dynamically imported module");
  await page.route("**/assets/returns-*.js", (route) => route.fulfill({ status: 404 }));
  await (await openNavigation(page)).getByRole("link", { name: "Returns" }).click();
  await expect(page.getByRole("heading", { name: "We couldn’t load this page" })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/returns$/);
  await page.unroute("**/assets/returns-*.js");
  await button(page, "Try again").click();
  await expect(main(page).getByRole("heading", { level: 1, name: "Returns" })).toBeVisible();
});

test("The owner invites a member, who joins with an authenticator app and signs in again", {
  tag: "@desktop",
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page, faults }) => {
  faults.expect("401");
  faults.expect("422");
  const email = `joins-${Date.now()}@kewra.example`;
  await enterAs(page, "Owner");
  await page.goto("/admin");
  const guess = { email: "stranger@kewra.example", password: "guessed" };
  const headers = ofShop();
  expect((await page.request.post("/admin/api/session", { data: guess, headers })).status()).toBe(422);
  await (await openNavigation(page)).getByRole("link", { name: "Staff and roles" }).click();
  await expect(main(page).getByText(/^With emails that are no member’s, \d+ sign-ins? ha(s|ve) failed/)).toBeVisible();
  await expectFitsPhone(page);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Role", { exact: true }).selectOption("Packer");
  await button(page, "Invite").click();
  await expect(page.getByRole("status").filter({ hasText: email })).toBeVisible();
  // As in a shop without a mail server, which shows the link instead.
  await page.route("**/staff/invitations/*/renew", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), data: { link: "https://shop/admin/#link" } } });
  });
  await button(page, `Renew the invitation of ${email}`).click();
  const shown = page.getByRole("dialog", { name: `The link for ${email}` });
  await expect(shown).toContainText("https://shop/admin/#link");
  await expectAccessible(page);
  await expectFitsPhone(page);
  await shown.getByRole("button", { name: "I have it" }).click();
  await main(page).locator("summary", { hasText: "Support" }).click();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Demo Owner", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await signOut(page);

  await expect(page).toHaveURL(/sign-in/);
  let link = "";
  await expect(async () => {
    const [mail, ...before] = await (await page.request.get(`/sandbox/mail.json?to=${email}`)).json();
    expect(before).toHaveLength(1);
    link = /\/admin\/invitation#[\w-]+/.exec(mail.text)?.[0] ?? "";
    expect(link).not.toBe("");
  }).toPass();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Join as Packer" })).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  const uri = await page.getByRole("link", { name: "add the account to your app" }).getAttribute("href");
  const key = new URL(uri ?? "").searchParams.get("secret") ?? "";
  await page.getByLabel("Your name").fill("Ravi Kumar");
  await page.getByLabel("New password").fill("short");
  await page.getByLabel("Code that the app shows now").fill(totpCode(key, totpStepAt(new Date())));
  await button(page, "Join").click();
  await expect(page.getByText("Password must be at least 12 characters.")).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.getByLabel("New password").fill("ruh khus and clay");
  // The first one may have expired. The current one is accepted for 30 seconds more, and the next one already.
  const joinedWith = totpStepAt(new Date());
  await page.getByLabel("Code that the app shows now").fill(totpCode(key, joinedWith));
  await button(page, "Join").click();
  await expect(page.getByRole("listitem")).toHaveCount(10);
  await expectAccessible(page);
  await expectFitsPhone(page);
  const download = page.waitForEvent("download");
  await button(page, "Download").click();
  const codes = await page.getByRole("listitem").allTextContents();
  expect(await readFile(await (await download).path(), "utf8")).toBe(`${codes.join("\n")}\n`);
  await button(page, "I’ve stored them").click();
  await expect(page.getByRole("heading", { name: "Hello, Ravi Kumar" })).toBeVisible();
  await signOut(page);

  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("ruh khus and clay");
  await button(page, "Continue").click();
  await expect(page.getByLabel("Code of your authenticator app")).toBeFocused();
  await page
    .getByLabel("Code of your authenticator app")
    .fill(totpCode(key, Math.max(joinedWith + 1, totpStepAt(new Date()))));
  await button(page, "Sign in").click();
  await expect(page.getByRole("link", { name: "Ravi Kumar" })).toBeVisible();

  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  });
  await page.getByRole("link", { name: "Ravi Kumar" }).click();
  await page.getByLabel("Name of a new passkey").fill("This computer");
  await button(page, "Add a passkey").click();
  await expect(button(page, "Remove the passkey This computer")).toBeVisible();
  await signOut(page);
  // The authenticator accepts what the field of the email suggests.
  await expect(page.getByRole("heading", { name: "Hello, Ravi Kumar" })).toBeVisible();
  await cdp.send("WebAuthn.disable");

  // The link works once.
  await page.goto(link);
  await page.reload();
  await expect(page.getByRole("heading", { name: "This link doesn’t work" })).toBeVisible();
});

test("The back office is kept out of caches, search engines and frames, and loads from the shop alone", {
  tag: "@desktop",
}, async ({ page, faults }) => {
  faults.expect("401");
  const response = await page.goto("/admin/sign-in");
  const headers = response?.headers() ?? {};
  expect(headers["cache-control"]).toBe("no-store");
  expect(headers["x-robots-tag"]).toContain("noindex");
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self' 'sha256-/);
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  // Style attributes of an email's preview; they cannot run scripts.
  expect(headers["content-security-policy"]?.replace("style-src-attr 'unsafe-inline'", "")).not.toContain("unsafe");
  expect(await (await page.request.get("/sitemap.xml")).text()).not.toContain("/admin");
  expect((await page.request.get("/admin/missing.js")).status()).toBe(404);
  // The first load of a list, compressed.
  let bytes = 0;
  page.on("response", async (loaded) => {
    if (loaded.url().endsWith(".js")) bytes += (await loaded.request().sizes()).responseBodySize;
  });
  await button(page, "Owner").click();
  await expect(main(page).getByRole("heading", { name: "Hello, Demo Owner" })).toBeVisible();
  await page.reload();
  await page.waitForLoadState("networkidle");
  expect(bytes).toBeLessThan(250 * 1024);
});

test("Every page says that the database's disk is full, until responses no longer do", { tag: "@phone" }, async ({
  page,
  faults,
}) => {
  faults.expect("401");
  await enterAs(page, "Owner");
  // A disk of the tests is not filled; the server's side is in tests/api/admin-system.test.ts.
  // The stream of events does not end.
  const responses = /\/admin\/api\/(?!events)/;
  await page.route(responses, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), [STORAGE_TROUBLE]: "disk_full" } });
  });
  await page.goto("/admin/orders");
  const banner = main(page).getByText("The database’s disk is full.");
  await expect(banner).toBeVisible();
  await expectAccessible(page);
  await (await openNavigation(page)).getByRole("link", { name: "Audit log" }).click();
  await expect(main(page).getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
  await expect(banner).toBeVisible();
  // `unroute` continues a request whose response is being fetched, which its handler then may not fulfil.
  await page.unrouteAll({ behavior: "wait" });
  await (await openNavigation(page)).getByRole("link", { name: "Orders", exact: true }).click();
  await expect(main(page).getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
  await expect(banner).toBeHidden();
});
