import { expect, type Frame, type Page } from "@playwright/test";
import axe from "axe-core";

/**
 * Expects no axe violations on the page, or in a part of it, and no horizontal scrolling.
 * @param within a selector; for a part in a frame, the frame's selector and its own
 */
export async function expectAccessible(page: Page, within: string | [frame: string, part: string] = "html") {
  // The bar of a navigation under way is in no landmark.
  await expect(page.getByRole("progressbar", { name: "Loading" })).toHaveCount(0);
  // A frame that runs no scripts cannot be checked.
  await Promise.all(page.frames().map((frame) => loadAxe(frame).catch(() => {})));
  const violations = await page.evaluate(
    async (selectors) => {
      // What fades in has less contrast until it is there.
      const isFading = (one: Animation) =>
        one.playState === "running" &&
        one.timeline instanceof DocumentTimeline &&
        Number.isFinite(one.effect?.getComputedTiming().endTime);
      while (document.getAnimations().some(isFading))
        await Promise.allSettled(
          document
            .getAnimations()
            .filter(isFading)
            .map(({ finished }) => finished),
        );
      const { violations } = await window.axe.run({ include: [selectors] }, { resultTypes: ["violations"] });
      return violations;
    },
    typeof within === "string" ? [within] : within,
  );
  expect(violations).toEqual([]);
  await expectNoSidewaysScroll(page);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Loads axe, which takes a tenth of a second, unless an earlier check of this document has. */
async function loadAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe.source);
}

/** Expects that the page fits a phone too. */
export async function expectFitsPhone(page: Page): Promise<void> {
  const window = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  if (window) await page.setViewportSize(window);
}

/** Expects that nothing is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}
