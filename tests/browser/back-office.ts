import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Enters the back office of the demo as one of its staff. */
export async function enterAs(page: Page, role: string): Promise<void> {
  await page.goto("/admin");
  await page.getByRole("button", { name: role }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Hello, Demo ${role}` })).toBeVisible();
}
