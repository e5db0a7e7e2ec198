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

/** From a phone to a desktop. */
const WIDTHS = [360, 640, 1280];

/**
 * Expects that with text of twice the size nothing is wider than the window, at three widths, but what scrolls by itself; and that texts and
 * controls are not cut at its edge.
 */
export async function expectFitsLargeText(page: Page): Promise<void> {
  const window = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 740 });
    expect.soft(await page.evaluate(findBeyondWindow), `${page.url()}: beyond a window of ${width} px`).toEqual([]);
  }
  if (window) await page.setViewportSize(window);
}

/** The texts and controls beyond the window with text of twice the size, and by how many pixels. Runs in the page. */
async function findBeyondWindow(): Promise<string[]> {
  const root = document.documentElement;
  root.style.fontSize = "200%";
  // What is below the window is laid out, too.
  delete root.dataset.arriving;
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  // Carousels follow the text a moment later.
  for (let tries = 0; tries < 40 && root.scrollWidth - innerWidth > 1; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const pageBeyond = root.scrollWidth - innerWidth;
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    element !== document.body &&
    (["auto", "scroll"].includes(getComputedStyle(element).overflowX) ||
      element.matches("[aria-roledescription=carousel]") ||
      scrolls(element.parentElement));
  const beyond = [...document.querySelectorAll("body *")].flatMap((element) => {
    const { right, width, height } = element.getBoundingClientRect();
    const isShown =
      pageBeyond > 1 ||
      element.matches("input, select, textarea, button") ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    if (right <= innerWidth + 1 || width < 2 || height < 2 || !isShown) return [];
    if (element.closest("[aria-hidden=true], [inert], .sr-only, .max-md\\:sr-only, script, style, noscript")) return [];
    if (!element.checkVisibility({ visibilityProperty: true }) || scrolls(element.parentElement)) return [];
    return [`${element.outerHTML.slice(0, 120)}: ${right - innerWidth}`];
  });
  root.style.fontSize = "";
  return pageBeyond > 1 ? [`the page: ${pageBeyond}`, ...beyond] : beyond;
}
