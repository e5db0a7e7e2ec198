/** The newsletter, from sign-up to unsubscribing. */

import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { sendDelayed } from "./delayed-request.ts";
import { mailTo, newEmail } from "./people.ts";
import { expect, requirements, test } from "./test.ts";

const footerOf = (page: Page) => page.getByRole("contentinfo");

async function signUp(page: Page, email: string): Promise<void> {
  await footerOf(page).getByRole("textbox", { name: "Email address" }).fill(email);
  await footerOf(page).getByRole("button", { name: "Sign up" }).click();
}

/** The path of the link in the latest mail. */
async function linkTo(request: APIRequestContext, email: string, page: "confirm" | "unsubscribe", count = 1) {
  const { text } = await mailTo(request, email, count);
  return new URL(new RegExp(`http\\S+/newsletter/${page}/\\S+`).exec(text)?.[0] ?? "").pathname;
}

test("a reader signs up, confirms it from the mailbox, and unsubscribes", {
  tag: "@phone",
  annotation: requirements("S2.59, S2.60"),
}, async ({ page, request }) => {
  const email = newEmail();
  await page.goto("/faq");
  await signUp(page, email);
  const said = footerOf(page).getByRole("status");
  await expect(said).toContainText(`Almost there! We’ve emailed a confirmation link to ${email}.`);
  await expect(footerOf(page).getByRole("textbox", { name: "Email address" })).toHaveValue("");
  await expect(page).toHaveURL(/\/faq$/);
  await expectAccessible(page);

  await page.goto(await linkTo(request, email, "confirm"));
  await expect(page).toHaveTitle(/^Confirm your sign-up · /);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await expect(page.locator('meta[name="referrer"]')).toHaveAttribute("content", "no-referrer");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirm sign-up" }).click();
  const confirmed = page.getByRole("heading", { level: 1, name: "You’re on the list" });
  await expect(confirmed).toBeFocused();

  // A second confirmation is no error.
  await page.reload();
  await page.getByRole("button", { name: "Confirm sign-up" }).click();
  await expect(confirmed).toBeVisible();

  await page.goto(await linkTo(request, email, "unsubscribe", 2));
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "You’re unsubscribed" })).toBeFocused();
  await expect(page.getByRole("link", { name: "See all products" })).toBeVisible();
});

test("signing up twice is no error", { tag: "@phone", annotation: requirements("S2.61, S4.06") }, async ({ page }) => {
  const email = newEmail();
  await page.goto("/faq");
  const said = footerOf(page).getByRole("status");
  const box = footerOf(page).getByRole("textbox", { name: "Email address" });
  for (let times = 0; times < 2; times += 1) {
    await box.fill(email);
    await sendDelayed(page, "**/api/newsletter", footerOf(page).getByRole("button", { name: "Sign up" }), box);
    await expect(said).toContainText(`We’ve emailed a confirmation link to ${email}`);
  }
});

test("errors are shown below the field, and no input is lost", {
  tag: "@phone",
  annotation: requirements("S2.60"),
}, async ({ page, faults }) => {
  faults.expect("/api/newsletter");
  await page.goto("/faq");
  const box = footerOf(page).getByRole("textbox", { name: "Email address" });
  const said = footerOf(page).getByRole("status");
  for (const wrong of ["", "asha", "asha@example"]) {
    await signUp(page, wrong);
    await expect(box).toBeFocused();
    await expect(box).toHaveAccessibleDescription("Email is not valid.");
    await expect(box).toHaveValue(wrong);
  }
  await expectAccessible(page);
  await box.pressSequentially(".com");
  await expect(said).toBeEmpty();

  const email = newEmail();
  await page.route("**/api/newsletter", (route) => route.abort("internetdisconnected"));
  await signUp(page, email);
  await expect(said).toHaveText("We couldn’t reach the shop. Please check your connection and try again.");
  await page.unroute("**/api/newsletter");
  await page.route("**/api/newsletter", (route) =>
    route.fulfill({
      status: 429,
      json: { success: false, statusCode: 429, message: "Please try again in 9 minutes." },
    }),
  );
  await signUp(page, email);
  await expect(said).toHaveText("Please try again in 9 minutes.");
  await expect(box).toHaveValue(email);
});

test("an expired link says what to do", { tag: "@desktop" }, async ({ page, faults }) => {
  faults.expect("/api/newsletter/confirm");
  await page.goto(`/newsletter/confirm/${"A".repeat(43)}`);
  await page.getByRole("button", { name: "Confirm sign-up" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(
    "This link has expired. Please sign up again and we’ll email you a new one.",
  );
  await expect(page.getByRole("button", { name: "Confirm sign-up" })).toBeEnabled();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the mailed links work, and the box says what it needs", { tag: "@phone" }, async ({ page, request }) => {
    const email = newEmail();
    await page.goto("/faq");
    await expect(footerOf(page).getByText(/^Signing up needs JavaScript. Or email /)).toBeVisible();
    await expect(footerOf(page).getByRole("button", { name: "Sign up" })).toBeHidden();

    await request.post("/api/newsletter", { data: { email } });
    const leave = await linkTo(request, email, "unsubscribe");
    await page.goto(await linkTo(request, email, "confirm"));
    await page.getByRole("button", { name: "Confirm sign-up" }).click();
    await expect(page.getByText("You’re on the list. You’ll get our next newsletter.")).toBeVisible();
    await page.goto(leave);
    await page.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(page.getByText("You’re unsubscribed. You won’t get any more newsletters from us.")).toBeVisible();
  });
});
