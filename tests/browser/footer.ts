import type { Page } from "@playwright/test";

/** Follows a link of the footer by its exact name. */
export async function followFooterLink(page: Page, name: string): Promise<void> {
  await unfoldFooter(page);
  await page.getByRole("contentinfo").getByRole("link", { name, exact: true }).click();
}

/** On a phone the footer's lists are folded. */
export async function unfoldFooter(page: Page): Promise<void> {
  const folded = page.getByRole("contentinfo").getByRole("button", { expanded: false });
  for (let left = await folded.count(); left > 0; left--) await folded.first().click();
}
