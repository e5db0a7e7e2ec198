import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * Expects no axe violations on the page, or in a part of it, and no horizontal scrolling.
 * @param within a selector; for a part in a frame, the frame's selector and its own
 */
export async function expectAccessible(page: Page, within?: string | string[]): Promise<void> {
  const axe = new AxeBuilder({ page })
    // Without foreign frames and lists of passed rules, it takes a third of the time.
    .setLegacyMode()
    .options({ resultTypes: ["violations"] });
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  expect(violations).toEqual([]);
  await expectNoSidewaysScroll(page);
}

/** Expects that nothing is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}
