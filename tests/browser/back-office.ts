import type { Locator, Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Returns the navigation, on a phone after opening its menu. */
export async function openNavigation(page: Page): Promise<Locator> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  const navigation = page.getByRole("navigation", { name: "Pages" });
  await expect(async () => {
    if (!(await navigation.isVisible())) await menu.click({ timeout: 1000 });
    await expect(navigation).toBeVisible({ timeout: 1000 });
  }).toPass();
  return navigation;
}

/** The header without which the back office accepts no write. */
export const ofShop = () => ({ origin: new URL(process.env.SHOP_URL ?? "").origin });

/** Signs in as one of the demo's staff, by a request: the sign-in page has tests of its own. */
export async function enterAs(page: Page, role: string): Promise<void> {
  const response = await page.request.post("/admin/api/demo-session", { headers: ofShop(), data: { role } });
  expect(response.ok(), await response.text()).toBe(true);
}
