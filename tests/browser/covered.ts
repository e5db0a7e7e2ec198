import { expect, type Page } from "@playwright/test";

/** Expects that what takes the focus is not covered, for as many presses of Tab. */
export async function expectFocusVisible(page: Page, tabs: number): Promise<void> {
  const covered: string[] = [];
  for (let pressed = 0; pressed < tabs; pressed++) {
    await page.keyboard.press("Tab");
    let name = await page.evaluate(nameIfCovered);
    // A busy browser scrolls to it later.
    for (let tries = 0; name && tries < 20; tries++) {
      await page.waitForTimeout(100);
      if (tries === 10) await page.evaluate(takeFocusAgain);
      name = await page.evaluate(nameIfCovered);
    }
    if (name) covered.push(name);
  }
  expect(covered).toEqual([]);
}

/** What has appeared above since, such as another test's change, may have moved it. Runs in the page. */
function takeFocusAgain(): void {
  const element = document.activeElement as HTMLElement | null;
  element?.blur();
  element?.focus();
}

/** The element with the focus if none of some points of it is on top. Runs in the page. */
async function nameIfCovered(): Promise<string | null> {
  // The header comes back by a transition.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const element = document.activeElement;
  // The header has its own place, above.
  if (!element?.closest("main, footer") || element.id === "main") return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  // Of a long text its first line in the window, where the caret is.
  const middle = Math.max(top, 0) + Math.min((height + Math.min(top, 0)) / 2, 24);
  const isVisible = [0.2, 0.5, 0.8].some((part) => {
    const at = document.elementFromPoint(left + width * part, middle);
    return at !== null && (element.contains(at) || at.contains(element) || at.closest("label")?.contains(element));
  });
  return isVisible
    ? null
    : `${element.localName} ${element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 40)}`;
}
