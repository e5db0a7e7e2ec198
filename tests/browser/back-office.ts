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
  const folded = navigation.getByRole("button", { expanded: false });
  for (let groups = await folded.count(); groups > 0; groups--) await folded.first().click();
  return navigation;
}

/** Signs out; on a phone by the menu. */
export async function signOut(page: Page): Promise<void> {
  await openNavigation(page);
  await page.getByRole("banner").getByRole("button", { name: "Sign out" }).click();
}

/** The header without which the back office accepts no write. */
export const ofShop = () => ({ origin: new URL(process.env.SHOP_URL ?? "").origin });

/** Signs in as one of the demo's staff, by a request: the sign-in page has tests of its own. */
export async function enterAs(page: Page, role: string): Promise<void> {
  const response = await page.request.post("/admin/api/demo-session", { headers: ofShop(), data: { role } });
  expect(response.ok(), await response.text()).toBe(true);
}
