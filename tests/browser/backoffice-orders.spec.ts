/** The back office in the browser: orders in bulk, returns, and two members at one order. */

import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectFitsPhone } from "./accessible.ts";
import { enterAs, ofShop } from "./back-office.ts";
import { buy, post, products } from "./buying.ts";
import { logIn } from "./people.ts";
import { staff } from "./staff.ts";
import { expect, requirements, test } from "./test.ts";

const main = (page: Page) => page.getByRole("main");
const button = (page: Page | Locator, name: string | RegExp) => page.getByRole("button", { name });
const dialog = (page: Page) => page.getByRole("dialog");

/** A name that nobody else in the shop has: packers find orders by it, not by emails. */
const ownName = (name: string) => `${name} ${randomUUID().replace(/[^a-f]/g, "")}`;

test("A packer takes orders to a courier’s panel as a file, and its AWBs back", { tag: "@desktop" }, async ({
  page,
}) => {
  const name = ownName("Asha Iyer");
  const session = await logIn(page, name);
  const [product] = await products(page);
  if (!product) throw new Error("the demo sells nothing");
  const numbers = [await buy(page, session, product), await buy(page, session, product)];

  await enterAs(page, "Packer");
  await page.goto(`/admin/orders?tab=to_pack&q=${encodeURIComponent(name)}`);
  await main(page).getByText("More filters").click();
  await main(page).getByLabel("Until", { exact: true }).fill("2020-01-31");
  await expect(main(page)).toContainText("No orders match");
  await expect(main(page).getByLabel("Until", { exact: true })).toBeFocused();
  await page.getByRole("link", { name: "Remove the filter Until 2020-01-31" }).click();
  await expect(main(page).getByLabel("Until", { exact: true })).toHaveValue("");
  await button(page, "Export…").click();
  await expect(dialog(page).getByRole("heading", { name: "For accounts" })).toHaveCount(0);
  await expectAccessible(page);
  await expectFitsPhone(page);
  const downloading = page.waitForEvent("download");
  await dialog(page).getByRole("link", { name: "Delhivery" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("parcels-delhivery.csv");
  const file = await readFile(await download.path(), "utf8");
  for (const number of numbers) expect(file).toContain(number);
  await button(dialog(page), "Close").click();

  // An AWB of a file has a digit, which a number need not have.
  const suffix = `1${(numbers[0] ?? "").slice(3).replace("-", "")}`;
  const upload = (lines: readonly string[]) =>
    dialog(page)
      .getByLabel("File")
      .setInputFiles({ name: "awbs.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\r\n")) });
  await button(page, "Upload AWBs…").click();
  await upload(["Order No,Waybill", `${numbers[0]},FILE${suffix}`, `${numbers[1]},FILE${suffix}`]);
  await dialog(page).getByLabel("Courier of rows that name none").fill("Delhivery");
  await button(dialog(page), "Check the file").click();
  await expect(dialog(page).getByRole("status")).toContainText("1 of 2 can be shipped");
  await expect(dialog(page).getByRole("status")).toContainText(
    `Row 3, ${numbers[1]}: The AWB FILE${suffix} is in row 2`,
  );
  await expectAccessible(page);
  await expectFitsPhone(page);
  await button(dialog(page), "Ship 1 order").click();
  await expect(main(page).getByRole("region", { name: "Result" })).toContainText("1 of 1 shipped");
  await expect(main(page)).not.toContainText(numbers[0] ?? "");
  await expect(main(page)).toContainText(numbers[1] ?? "");
});

test("A packer is refused what only an owner may, by a link and by a request", {
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page, faults }) => {
  await enterAs(page, "Packer");
  const { orders } = (await (await page.request.get("/admin/api/orders?state=delivered")).json()).data;
  const [{ number }] = orders;
  await page.goto(`/admin/orders/${number}`);
  await expect(main(page).getByRole("region", { name: "Parcels" })).toBeVisible();
  await expect(button(page, /^Refund/)).toHaveCount(0);
  const tried = await page.request.post(`/admin/api/orders/${number}/refund`, {
    headers: ofShop(),
    data: { version: 1, lines: [{ position: 0, quantity: 1 }] },
  });
  expect(tried.status()).toBe(403);
  expect((await tried.json()).message).toContain("(refund)");
  faults.expect("403");
  await page.goto("/admin/system");
  await expect(main(page).getByRole("heading", { name: "This page is not for your role" })).toBeVisible();
  await expect(main(page)).toContainText("edit_settings");
});

test("Support approves a return, and refunds one of three units", {
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page }) => {
  const session = await logIn(page, "Priya Sharma");
  const [product] = await products(page);
  if (!product) throw new Error("the demo sells nothing");
  const number = await buy(page, session, product, 3);
  await staff("ship", number, "--awb", `RT${number.slice(3)}`, "--courier", "Delhivery");
  await staff("deliver", number);
  await post(page.request, session, `/api/order/${number}/return`, { reason: "One of them leaks." });

  await enterAs(page, "Support");
  await page.goto("/admin/returns");
  await main(page).getByRole("link", { name: number }).click();
  const returned = main(page).getByRole("region", { name: "Return", exact: true });
  await expect(returned).toContainText("One of them leaks.");
  await button(returned, "Approve…").click();
  await expectAccessible(page);
  await dialog(page).getByLabel("Reason, for our reports").selectOption("leaked");
  await dialog(page).getByLabel("Courier").fill("Delhivery");
  await dialog(page).getByLabel("Pick-up on").fill("2026-12-01");
  await button(dialog(page), "Approve").click();
  await expect(returned).toContainText("Approved");

  await button(returned, "It has arrived…").click();
  await dialog(page)
    .getByLabel(/^Arrived: /)
    .selectOption("1");
  await button(dialog(page), "Record it").click();
  await expect(returned).toContainText("1 arrived");

  await button(returned, "Accept…").click();
  await button(dialog(page), "Preview").click();
  await expect(dialog(page).getByRole("table", { name: "Credit note" })).toContainText(`1 × ${product.title}`);
  await expectAccessible(page);
  await button(dialog(page), /^Accept the return, refund ₹/).click();
  await expect(returned).toContainText("Accepted");
  await expect(main(page).getByRole("region", { name: "Items" })).toContainText("1 cancelled, lost or returned");
  await expect(main(page).getByRole("region", { name: "Payment" })).toContainText("Credit note CN/");
});

test("Support exchanges a returned item for another by keyboard, and sends it", {
  tag: "@desktop",
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page }) => {
  const session = await logIn(page, "Priya Sharma");
  const [dear, cheap] = (await products(page)).sort((a, b) => b.price - a.price);
  if (!dear || !cheap) throw new Error("the demo sells too little");
  const number = await buy(page, session, dear);
  await staff("ship", number, "--awb", `EX${number.slice(3)}`, "--courier", "Delhivery");
  await staff("deliver", number);
  await post(page.request, session, `/api/order/${number}/return`, { reason: "Another scent, please." });

  await enterAs(page, "Owner");
  await page.goto(`/admin/orders/${number}`);
  const returned = main(page).getByRole("region", { name: "Return", exact: true });
  await button(returned, "Accept…").press("Enter");
  await dialog(page).getByLabel("Exchange for other items").press("Space");
  await dialog(page).getByLabel("Add a product").fill(cheap.title);
  const found = dialog(page).getByRole("list", { name: "Found sizes" });
  await found.getByRole("button").first().press("Enter");
  await expect(dialog(page).getByRole("list", { name: "Chosen" })).toContainText(cheap.title);
  await expectAccessible(page);
  await button(dialog(page), "Preview").press("Enter");
  await expect(dialog(page).getByRole("table", { name: "What the order costs" })).toContainText("Removed items");
  await expect(dialog(page).getByRole("table", { name: "Credit note" })).toContainText(`1 × ${dear.title}`);
  await expectAccessible(page);
  await button(dialog(page), /^Accept the return/).press("Enter");
  await expect(returned).toContainText(`In exchange: 1 × ${cheap.title}`);
  await button(returned, "Ship the exchange…").click();
  await dialog(page).getByLabel("Courier").fill("Delhivery");
  await dialog(page)
    .getByLabel("AWB")
    .fill(`EY${number.slice(3)}`);
  await button(dialog(page), "Ship").click();
  const parcels = main(page).getByRole("region", { name: "Parcels" });
  await expect(parcels).toContainText("Exchange");
  await button(parcels, /^Lost…/).click();
  await expect(dialog(page).getByLabel("Send the exchange again")).toBeChecked();
  await expectFitsPhone(page);
  await expectAccessible(page);
  await button(dialog(page), "Preview").click();
  await button(dialog(page), /^Mark as lost/).click();
  await expect(parcels).toContainText("Lost");
  await expect(button(returned, "Ship the exchange…")).toBeVisible();
});

test("Two members change one order at once, and neither loses anything", {
  tag: "@desktop",
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page, faults, browser, baseURL }) => {
  faults.expect("409");
  const session = await logIn(page, "Kavya Iyer");
  const [product] = await products(page);
  if (!product) throw new Error("the demo sells nothing");
  const number = await buy(page, session, product);
  await enterAs(page, "Support");
  await page.goto(`/admin/orders/${number}`);
  const customer = main(page).getByRole("region", { name: "Kavya Iyer" });
  await button(customer, "Change the address").click();
  await customer.getByLabel("Address").fill("4 My Road");
  await customer.getByLabel("Phone").fill("9812345678");
  await expect(main(page).getByRole("region", { name: "Items" })).toContainText(/KW-[A-Z]{3}-/);
  // What is typed outlives a reload.
  await page.reload();
  await expect(customer.getByLabel("Address")).toHaveValue("4 My Road");

  const colleague = await browser.newContext({ baseURL: baseURL ?? "" });
  const other = await colleague.newPage();
  await enterAs(other, "Owner");
  await other.goto(`/admin/orders/${number}`);
  await button(other, "Change the address").click();
  await other.getByLabel("Address").fill("9 Their Road");
  await other.getByLabel("City").fill("Pimpri");
  const address = main(other).getByRole("region", { name: "Kavya Iyer" });
  await button(address, "Save").click();
  await expect(address).toContainText("9 Their Road");
  await colleague.close();
  await expect(main(page)).toContainText("This order has changed.");

  await button(customer, "Save").click();
  const conflict = page.getByRole("region", { name: "Conflict" });
  await expect(conflict).toContainText("Demo Owner has changed this order since you began: Address changed");
  await expectAccessible(page);
  await expectFitsPhone(page);
  // Only the field that both have changed is asked about.
  await expect(conflict.getByRole("group")).toHaveCount(1);
  await conflict.getByLabel("Mine: 4 My Road").check();
  await button(conflict, "Continue with these").click();
  await expect(customer.getByLabel("City")).toHaveValue("Pimpri");
  await button(customer, "Save").click();
  await expect(customer).toContainText("4 My Road\nPimpri");
  await expect(customer).toContainText("9812345678");

  await main(page).getByLabel("For colleagues, or to the customer").fill("Called about the address.");
  await button(page, "Save for colleagues").click();
  await expect(main(page).getByRole("region", { name: "Notes" }).getByRole("listitem")).toContainText("Demo Support");
  await button(main(page).getByRole("region", { name: "Email again" }), "Confirmation").click();
  await expect(page.getByText("Confirmation: the email is on its way.")).toBeVisible();
  await expectAccessible(page);
  // The whole order, with what it refunds.
  await button(page, "Cancel…").click();
  await dialog(page).getByLabel("Why").fill("You asked us to.");
  // A text is not lost by a slip.
  await page.keyboard.press("Escape");
  await button(dialog(page), "Keep typing").click();
  await expect(dialog(page).getByLabel("Why")).toHaveValue("You asked us to.");
  await button(dialog(page), "Preview").click();
  await expectAccessible(page);
  await button(dialog(page), /^Cancel the order, refund ₹/).click();
  await expect(main(page).getByRole("status").filter({ hasText: "Cancelled" })).toBeVisible();
});
