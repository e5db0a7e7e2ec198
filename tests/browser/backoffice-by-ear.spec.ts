/** Journeys through the back office by keyboard, as a screen reader speaks them. */

import type { Locator } from "@playwright/test";
import { enterAs, openNavigation } from "./back-office.ts";
import { buy, products } from "./buying.ts";
import { listen } from "./heard.ts";
import { logIn } from "./people.ts";
import { expect, requirements, test } from "./test.ts";

test("The owner hears which page it is, what was done and what is wrong, and never loses the focus", {
  tag: "@desktop",
}, async ({ page, faults }) => {
  faults.expect("422");
  const session = await logIn(page, "Leela Menon");
  const [product] = await products(page);
  if (!product) throw new Error("the demo sells nothing");
  const first = await buy(page, session, product);
  const second = await buy(page, session, product);
  const main = page.getByRole("main");
  const press = async (role: "button" | "link", name: string | RegExp) => {
    await main.getByRole(role, { name }).first().focus();
    await page.keyboard.press("Enter");
  };
  const open = async (name: string) => {
    await (await openNavigation(page)).getByRole("link", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
    await ear.expects(`title: ${name}`, `heading: ${name}`);
  };

  const ear = await listen(page);
  await enterAs(page, "Owner");
  await page.goto("/admin/orders");
  await press("link", first);
  await ear.expects(`title: Order ${first}`, `heading: ${first}`);
  await press("button", "Mark as packed");
  await ear.expects("region: Next steps");
  await press("button", "Ship");
  await ear.expects("textbox: Courier");
  await press("button", "Ship");
  await ear.expects("alert: The courier’s name", "textbox: Courier, invalid");

  await page.goBack();
  await ear.expects("title: Orders", "heading: Orders");
  for (const number of [first, second]) await main.getByRole("checkbox", { name: `Select ${number}` }).press("Space");
  await ear.expects("polite: 2 orders selected");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await ear.expects("button: To what can be done with all 2", "region: Selected orders");
  await press("button", "Mark as packed");
  await ear.expects(`polite: 1 of 2 packed. ${first}: `);

  await open("Products");
  await press("link", product.title);
  await ear.expects(`heading: ${product.title}`);
  await main.getByRole("link", { name: "Texts" }).click();
  // The server trims it, so that the product stays as other tests need it.
  await main.getByLabel("Subtitle").press("End");
  await page.keyboard.press("Space");
  await press("button", "Save");
  await ear.expects("button: Save", "polite: Saved. The shop shows it now.");
  await expect(main.getByRole("button", { name: "Save" })).toBeFocused();
  await ear.expectsNo("focus lost");

  await open("Content");
  await press("link", "Testimonials");
  await ear.expects("heading: Testimonials");
  const entries = main.locator("form > div > ol > li");
  const name = (at: number) => entries.nth(at).locator("summary");
  await expect(name(2)).toBeVisible();
  const last = (await entries.count()) - 1;
  await entries
    .nth(last - 1)
    .getByRole("button", { name: /^Down/ })
    .press("Enter");
  await ear.expects(/^button: Up: /, /^polite: .* is at place/);
  const next = (await name(1).textContent()) ?? "";
  await entries
    .first()
    .getByRole("button", { name: /^Remove/ })
    .press("Enter");
  await ear.expects(/^polite: .* removed, not saved yet\.$/);
  await expect(name(0)).toBeFocused();
  await expect(name(0)).toHaveText(next);
  await ear.expectsNo("focus lost");

  await page.keyboard.press("Control+k");
  await ear.expects("combobox: ");
  await page.keyboard.type("gst");
  await ear.expects("polite: 1 result");
});

test("Every number of a table is read with its row, and small targets can be hit", {
  tag: "@desktop",
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page }) => {
  const main = page.getByRole("main");
  const expectLargeEnough = async (target: Locator) => {
    const box = await target.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), String(target)).toBeGreaterThanOrEqual(24);
  };
  await enterAs(page, "Owner");
  await page.goto("/admin");
  const ranking = main.getByRole("table", { name: /^Best sellers of the last/ });
  await expect(ranking.getByRole("row").nth(1).getByRole("rowheader")).toHaveCount(1);
  await expect(main.getByRole("table", { name: "Where the orders go" })).toBeVisible();
  const header = page.getByRole("banner");
  await expectLargeEnough(header.getByRole("link", { name: "Demo Owner" }));
  await expectLargeEnough(header.getByRole("button", { name: "Keyboard shortcuts" }));
  await expectLargeEnough(header.getByRole("button", { name: "Sign out" }));

  await page.goto("/admin/orders");
  const first = main.getByRole("table", { name: "Orders" }).getByRole("row").nth(1);
  await expect(first.getByRole("rowheader", { name: /^KW-/ })).toHaveCount(1);
  await page.goto("/admin/reports/gst");
  await expect(main.getByRole("table").first().getByRole("row").nth(1).getByRole("rowheader")).toHaveCount(1);
  await page.goto("/admin/returns");
  await expectLargeEnough(main.getByRole("link", { name: /^KW-/ }).first());
});
