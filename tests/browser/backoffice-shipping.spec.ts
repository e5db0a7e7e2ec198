/** Shipping in the back office. Alone, since the rules are the whole shop's; the journey ends with those that it found. */

import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { enterAs } from "./back-office.ts";
import { expect, test } from "./test.ts";

const main = (page: Page) => page.getByRole("main");
const PHONE = { width: 360, height: 780 };

test("The owner changes a rate, adds holidays and tries a pincode, and shoppers see it", {
  tag: "@desktop",
}, async ({ page, faults }) => {
  faults.expect("401");
  faults.expect("409");
  faults.expect("422");
  await enterAs(page, "Owner");
  await page.goto("/admin/shipping");
  const before = (await (await page.request.get("/admin/api/shipping")).json()).data;
  const headers = { origin: new URL(page.url()).origin };
  const stored = async () => (await (await page.request.get("/admin/api/shipping")).json()).data;
  try {
    const zone = main(page)
      .locator("details", { has: page.locator("summary", { hasText: "Uttar Pradesh" }) })
      .first();
    await zone.locator("summary").first().click();
    const price = zone.getByRole("group", { name: "Express" }).getByLabel("Price (₹)").first();
    await expect(price).toHaveValue("99");
    await price.fill("a lot");
    await expectAccessible(page);
    await main(page).getByRole("button", { name: "Save" }).click();
    await expect(zone.getByText("Please give an amount in rupees.")).toBeVisible();
    await price.fill("89.50");
    // What is typed survives a reload.
    await page.reload();
    await expect(main(page).getByText("Express ₹89.50", { exact: false })).toBeVisible();

    // Somebody else changes the holidays meanwhile.
    const { version, holidays } = await stored();
    await page.request.patch("/admin/api/shipping", {
      data: { version, holidays: [...holidays, { day: "2031-01-26", name: "Republic Day" }] },
      headers,
    });
    await main(page).getByRole("button", { name: "Save" }).click();
    await main(page).getByRole("button", { name: "Continue with these" }).click();
    await main(page).getByRole("button", { name: "Save" }).click();
    await expect(main(page).getByRole("button", { name: "Discard changes" })).toBeHidden();
    await expect
      .poll(async () => (await (await page.request.get("/api/delivery/226001")).json()).data.methods[1].price)
      .toBe(89.5);

    await page.setViewportSize(PHONE);
    await page.goto("/admin/shipping");
    await page.getByLabel("Pincode", { exact: true }).fill("226001");
    await page.getByRole("button", { name: "Try it" }).click();
    const result = main(page).getByRole("status").filter({ hasText: "Lucknow" });
    await expect(result).toContainText("Zone Uttar Pradesh");
    await expect(result).toContainText("Express, ₹89.50");
    await expect(result).toContainText(/Delivery by [A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} to 226001, Lucknow/);
    await main(page).locator("details").first().locator("summary").first().click();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);

    await main(page).getByRole("link", { name: "Holidays" }).click();
    await main(page).getByText("Paste the list of a year").click();
    const list = main(page).getByLabel("A day and a name on each line", { exact: false });
    await list.fill("2031-08-15, Independence Day\nnonsense");
    await main(page).getByRole("button", { name: "Add the list" }).click();
    await expect(main(page).getByText("Line 2 is not a day and a name")).toBeVisible();
    await list.fill("2031-08-15, Independence Day\n2031-10-02;Gandhi Jayanti");
    await main(page).getByRole("button", { name: "Add the list" }).click();
    await main(page)
      .getByRole("button", { name: /^Remove.*Republic Day$/ })
      .last()
      .click();
    await expectAccessible(page);
    await main(page).getByRole("button", { name: "Save" }).click();
    await expect(main(page).getByRole("button", { name: "Discard changes" })).toBeHidden();
    const days = (await stored()).holidays.map(({ day }: { day: string }) => day);
    expect(days.slice(-2)).toEqual(["2031-08-15", "2031-10-02"]);
    expect(days).not.toContain("2031-01-26");
  } finally {
    const { methods, zones, holidays } = before;
    const { version } = await stored();
    await page.request.patch("/admin/api/shipping", { data: { version, methods, zones, holidays }, headers });
  }
});
