import type { Locator, Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Returns the navigation, on a phone after opening its menu. */
export async function openNavigation(page: Page): Promise<Locator> {
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  if ((await menu.isVisible()) && (await menu.getAttribute("aria-expanded")) === "false") await menu.click();
  return page.getByRole("navigation", { name: "Pages" });
}

/** Enters the back office of the demo as one of its staff. */
export async function enterAs(page: Page, role: string): Promise<void> {
  await page.goto("/admin");
  await page.getByRole("button", { name: role }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Hello, Demo ${role}` })).toBeVisible();
}
