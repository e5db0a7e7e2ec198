/** Parcels are packed by scanner and keyboard, and a failed delivery is answered by its customer. */

import type { Page } from "@playwright/test";
import { expectAccessible, expectFitsPhone } from "./accessible.ts";
import { enterAs, ofShop } from "./back-office.ts";
import { buy, products } from "./buying.ts";
import { logIn, mailTo } from "./people.ts";
import { expect, requirements, test } from "./test.ts";

const ORDERS = 6;
const main = (page: Page) => page.getByRole("main");

/** Types as a scanner does: where the focus is, and Enter at the end. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");
}

test("An order is packed by three scans and one key, and a wrong item sounds and shows at once", {
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page, faults }) => {
  const session = await logIn(page);
  const [first] = await products(page);
  if (!first) throw new Error("the demo sells nothing");
  const numbers: string[] = [];
  for (let at = 0; at < ORDERS; at++) numbers.push(await buy(page, session, first, 2));
  await enterAs(page, "Packer");
  const slip = numbers[0] ?? "";
  const { items } = (await (await page.request.get(`/admin/api/packing?code=${slip}`)).json()).data;
  const [{ sku }] = items;

  await page.goto("/admin/packing");
  const field = main(page).getByLabel("Packing slip: order number or AWB");
  await expect(field).toBeFocused();
  faults.expect("packing?code=KW-0000-0000");
  await scan(page, "KW-0000-0000");
  await expect(main(page).getByRole("alert").first()).toContainText("No order or parcel has the number");
  await expect(field).toBeFocused();
  await scan(page, slip);
  await expect(main(page).getByRole("heading", { name: slip })).toBeVisible();
  await scan(page, "NOT-IN-IT");
  await expect(main(page).getByRole("alert").first()).toContainText("NOT-IN-IT does not belong into this parcel.");
  await scan(page, sku);
  await expect(main(page)).toContainText("1 of 2");
  await expectAccessible(page);
  await expectFitsPhone(page);
  await scan(page, sku);
  // The same content was never packed: it is weighed once.
  const weight = main(page).getByLabel("Weight (g)");
  const measures = [weight, ...["Length (cm)", "Width (cm)", "Height (cm)"].map((name) => main(page).getByLabel(name))];
  for (const [at, value] of ["410", "18", "12.5", "6"].entries()) await measures[at]?.fill(value);
  await main(page).getByLabel("Then").selectOption("Only mark as packed");
  await main(page).getByRole("button", { name: "Pack", exact: true }).press("Enter");
  await expect(main(page)).toContainText("Packed here: 1");

  let steps = 0;
  for (const [at, number] of numbers.slice(1).entries()) {
    await expect(field).toBeFocused();
    for (const code of [number, sku, sku]) {
      await scan(page, code);
      steps += 1;
      if (code === number) await expect(main(page).getByRole("heading", { name: number })).toBeVisible();
    }
    await expect(weight).toHaveValue("410");
    await expect(main(page).getByRole("button", { name: "Pack", exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    steps += 1;
    await expect(main(page)).toContainText(`Packed here: ${at + 2}`);
  }
  expect(steps / (ORDERS - 1)).toBe(4);
  process.stdout.write(`100 orders of two units: ${(steps / (ORDERS - 1)) * 100} scans and keys, no click\n`);
  const { data } = await (await page.request.get(`/admin/api/orders/${numbers[3]}`)).json();
  expect(data.state).toBe("packed");
});

test("The link of a failed delivery opens without a login, and its answer can be changed", {
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page, browser }) => {
  const session = await logIn(page);
  const [product] = await products(page);
  if (!product) throw new Error("the demo sells nothing");
  const number = await buy(page, session, product);
  await enterAs(page, "Owner");
  for (const [action, body] of [
    ["ship", { courier: "Delhivery", awb: `F${number.replaceAll("-", "")}` }],
    ["out-for-delivery", {}],
    ["delivery-failed", { again: "2026-12-24", reason: "not_at_home" }],
  ] as const) {
    const { version } = (await (await page.request.get(`/admin/api/orders/${number}`)).json()).data;
    const response = await page.request.post(`/admin/api/orders/${number}/${action}`, {
      headers: ofShop(),
      data: { version, ...body },
    });
    expect(response.ok(), await response.text()).toBe(true);
  }
  let link = "";
  await expect(async () => {
    const { text } = await mailTo(page.request, session.email);
    link = /\/redelivery\/\S+/.exec(text)?.[0] ?? "";
    expect(link).not.toBe("");
  }).toPass();

  const guest = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const visit = await guest.newPage();
  await visit.goto(link);
  await expect(visit.getByRole("heading", { level: 1 })).toHaveText("We couldn’t deliver your order");
  await expect(visit.getByRole("main")).toContainText("Nobody was there to take it.");
  await expectAccessible(visit);
  await expectFitsPhone(visit);
  await visit.getByLabel("Another mobile number (optional)").fill("12345");
  await visit.getByRole("button", { name: "Deliver it again" }).click();
  await expect(visit.getByLabel("Another mobile number (optional)")).toBeFocused();
  await visit.getByLabel("Another mobile number (optional)").fill("+91 98450 12345");
  await visit.getByRole("radio").nth(3).check();
  await visit.getByLabel("Note for the rider (optional)").fill("Gate 2, please ring");
  await visit.getByRole("button", { name: "Deliver it again" }).press("Enter");
  await expect(main(visit).getByRole("heading", { level: 2 })).toContainText("Again on");
  await expect(main(visit).getByRole("heading", { level: 2 })).toBeFocused();
  await expect(visit.getByRole("main")).toContainText("The rider will call 9845012345.");
  await visit.getByRole("button", { name: "Change this" }).click();
  await visit.getByRole("radio", { name: "Send it back" }).check();
  await visit.getByRole("button", { name: "Send it back" }).click();
  await expect(main(visit).getByRole("heading", { level: 2 })).toHaveText("We’ll have it sent back");
  await guest.close();

  await page.goto("/admin/failed-deliveries");
  const row = main(page).getByRole("listitem").filter({ hasText: number });
  await expect(row).toContainText("The customer: send it back");
  await expectAccessible(page);
  await row.getByRole("button", { name: "I’ve told Delhivery" }).click();
  await expect(row).toHaveCount(0);
});
