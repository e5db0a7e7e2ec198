import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * Expects that axe finds nothing on the page, or within a part of it, and that the page is no wider than its window.
 * @param within a selector; of a part in a frame, the frame's and its own
 */
export async function expectAccessible(page: Page, within?: string | string[]): Promise<void> {
  const axe = new AxeBuilder({ page })
    // In the page itself and without the lists of what is well: a third of the time. The other mode is for frames of strangers.
    .setLegacyMode()
    .options({ resultTypes: ["violations"] });
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  expect(violations).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}
