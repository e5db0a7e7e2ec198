import { expect, type Locator, type Page, type Route } from "@playwright/test";

/**
 * Submits a form and delays its request: the button cannot be pressed meanwhile, and Enter in a field sends nothing more. Then the request
 * continues.
 */
export async function sendDelayed(page: Page, path: string, button: Locator, field: Locator): Promise<void> {
  let continueRequest = () => {};
  const released = new Promise<void>((resolve) => {
    continueRequest = resolve;
  });
  let calls = 0;
  const delay = async (route: Route) => {
    calls += 1;
    await released;
    await route.fallback();
  };
  await page.route(path, delay);
  const response = page.waitForResponse(path);
  await button.click();
  await expect(button).toBeDisabled();
  await field.press("Enter");
  continueRequest();
  await response;
  expect(calls, `calls of ${path}`).toBe(1);
  await page.unroute(path, delay);
}
