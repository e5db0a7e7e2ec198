import { expect, test } from "./test.ts";

test("the shop opens with one heading of the first level", async ({ page }) => {
  const answer = await page.goto("/");
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
});

test("an address that leads nowhere is said to, with status 404", { tag: "@phone" }, async ({ page, faults }) => {
  faults.expect(/404.*\/no-such-page/);
  const answer = await page.goto("/no-such-page");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("a fault that nobody announced fails a test", { tag: "@phone" }, async ({ page, faults }) => {
  test.fail();
  faults.expect("something else");
  await page.goto("/no-such-page");
});
