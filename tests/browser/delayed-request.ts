import { expect, type Locator, type Page, type Route } from "@playwright/test";

/**
 * Submits a form and delays its request: the button cannot be pressed meanwhile, and Enter in a field sends nothing more. Then the request
 * continues.
 */
export async function sendHeld(page: Page, path: string, button: Locator, field: Locator): Promise<void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let calls = 0;
  const hold = async (route: Route) => {
    calls += 1;
    await held;
    await route.fallback();
  };
  await page.route(path, hold);
  const answered = page.waitForResponse(path);
  await button.click();
  await expect(button).toBeDisabled();
  await field.press("Enter");
  letGo();
  await answered;
  expect(calls, `calls of ${path}`).toBe(1);
  await page.unroute(path, hold);
}
