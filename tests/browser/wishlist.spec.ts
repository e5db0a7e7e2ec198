/** Hearts on cards and the product page, in this browser and in the account, and the wishlist's tab. */

import type { Page } from "@playwright/test";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { expectAccessible } from "./accessible.ts";
import { FAILURE, failRequest, products } from "./buying.ts";
import { logIn, makeCustomer, PASSWORD, type TestSession } from "./people.ts";
import { storeSession } from "./stored-session.ts";
import { expect, requirements, test } from "./test.ts";

const main = (page: Page) => page.getByRole("main");
const heart = (page: Page, { title }: ProductSummary) =>
  main(page)
    .getByRole("button", { name: `Save ${title} to your wishlist`, exact: true })
    .first();
const grid = (page: Page) => main(page).getByRole("list", { name: "All Products" });
const save = (page: Page) => main(page).getByRole("button", { name: "Save", exact: true });
const storedWishlist = (page: Page) => page.evaluate(() => localStorage.getItem("wishlist"));
const pressed = (page: Page, product: ProductSummary) =>
  expect(heart(page, product)).toHaveAttribute("aria-pressed", "true");
const empty = (page: Page, product: ProductSummary) =>
  expect(heart(page, product)).toHaveAttribute("aria-pressed", "false");

/** Changes the wishlist as the customer, from another device. */
async function change(
  page: Page,
  { token }: TestSession,
  changes: { add?: string[]; remove?: string[] },
): Promise<void> {
  const response = await page.request.patch("/api/user/wishlist", {
    headers: { authorization: `Bearer ${token}` },
    data: changes,
  });
  expect(response.ok()).toBe(true);
}
async function wishlistOf(page: Page, { token }: TestSession): Promise<string[]> {
  const response = await page.request.get("/api/user/wishlist", { headers: { authorization: `Bearer ${token}` } });
  return (await response.json()).productIds;
}

test("a guest's wishlist is merged with the account's at login", {
  tag: "@phone",
  annotation: requirements("S2.127, S2.128, S2.129, S2.200, S2.216"),
}, async ({ page }) => {
  const session = await makeCustomer();
  const { data } = await (await page.request.get("/api/product?perPage=12")).json();
  const inSizes = data.filter(({ sizes }: ProductSummary) => sizes.length > 1);
  const [a, b, c] = inSizes as [ProductSummary, ProductSummary, ProductSummary];
  await change(page, session, { add: [b._id] });

  await page.goto("/products");
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  for (const product of [a, c]) {
    const box = await heart(page, product).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await heart(page, product).click();
    await pressed(page, product);
  }
  await page.goto(`/product/${a.slug}`);
  await pressed(page, a);
  // Added again, in the size that the product page shows.
  const [size] = (await (await page.request.get(`/api/product/${a.slug}`)).json()).data.variants;
  await heart(page, a).click();
  await heart(page, a).click();
  expect(JSON.parse((await storedWishlist(page)) ?? "")).toEqual([
    { productId: c._id },
    { productId: a._id, variantId: size._id },
  ]);
  await page.goto("/products");
  await heart(page, c).click();
  await heart(page, c).click();

  // A guest sees them, the latest first; one that is removed stays visible.
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Wishlist (2)" }).click();
  await expect(page).toHaveURL(/\/wishlist$/);
  const saved = main(page).getByRole("list", { name: "Your wishlist" });
  await expect(saved.getByRole("heading", { level: 2 })).toHaveText([c.title, a.title]);
  await heart(page, c).click();
  await empty(page, c);
  await expect(page.getByRole("banner").getByRole("link", { name: "Wishlist, 1 product" })).toBeVisible();
  await heart(page, c).click();
  await expect(saved.getByRole("link", { name: `Saved in ${size.label}` })).toHaveCount(1);
  await expectAccessible(page);
  await page.reload();
  await expect(saved.getByRole("heading", { level: 2 })).toHaveText([c.title, a.title]);
  // The login link stores them.
  await main(page).getByRole("link", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await main(page).getByLabel("Email Address").fill(session.email);
  await main(page).getByLabel("Password", { exact: true }).fill(PASSWORD);
  await main(page).getByRole("button", { name: "Login", exact: true }).click();

  await expect(page).toHaveURL(/\/profile\?tab=4$/);
  await expect(main(page).getByRole("tabpanel", { name: "Wishlist" })).toHaveAttribute("data-pane", "4");
  await expect(main(page).getByRole("heading", { level: 1, name: "Wishlist" })).toBeVisible();
  await expect(grid(page).getByRole("heading", { level: 2 })).toHaveText([c.title, a.title, b.title]);
  for (const product of [a, b, c]) await pressed(page, product);
  await expect(grid(page).getByRole("link", { name: `Saved in ${size.label}` })).toHaveCount(1);
  expect(await storedWishlist(page)).toBeNull();
  expect(await wishlistOf(page, session)).toEqual([c._id, a._id, b._id]);

  // After logout this browser has none of them.
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto("/products");
  for (const product of [a, b, c]) await empty(page, product);
});

test("a guest's wishlist is empty, or shows its error; a customer is redirected to the profile", {
  tag: "@phone",
}, async ({ page, faults }) => {
  faults.expect("500");
  await page.goto("/wishlist");
  await expect(main(page).getByText("There’s nothing on your wishlist yet.")).toBeVisible();
  const [a] = (await products(page)) as [ProductSummary];
  // A product that is no longer available is skipped. The release before stored ids.
  await page.evaluate((ids) => localStorage.setItem("hearts", JSON.stringify(ids)), [a._id, "999999999"]);
  const mend = await failRequest(page, "GET", "**/api/wishlist?*");
  await page.reload();
  await expect(main(page).getByRole("alert")).toContainText(`We couldn’t load your wishlist. ${FAILURE.json.message}`);
  await mend();
  await main(page).getByRole("button", { name: "Try again" }).click();
  await expect(main(page).getByRole("heading", { level: 2 })).toHaveText([a.title]);
  await storeSession(page, await makeCustomer());
  await page.reload();
  await expect(page).toHaveURL(/\/profile\?tab=4$/);
});

test("Save stores the removals of the tab", {
  tag: "@desktop",
  annotation: requirements("S2.216 to S2.218, WCAG 2.2 AA"),
}, async ({ page }) => {
  const session = await logIn(page);
  const [a, b, c] = (await products(page)) as [ProductSummary, ProductSummary, ProductSummary];
  await page.goto("/profile?tab=4");
  await expect(main(page).getByText("There’s nothing on your wishlist yet.")).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await expectAccessible(page, "main");

  await change(page, session, { add: [a._id, b._id, c._id] });
  await page.reload();
  await expect(grid(page).getByRole("article")).toHaveCount(3);
  await heart(page, a).click();
  await empty(page, a);
  await expect(save(page)).toBeInViewport({ ratio: 1 });
  await heart(page, b).click();
  await expect(main(page).getByText("2 to remove")).toBeVisible();
  await heart(page, b).click();
  await pressed(page, b);
  await main(page).getByRole("button", { name: "Undo" }).click();
  await pressed(page, a);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await heart(page, a).click();
  await empty(page, a);
  await expectAccessible(page, "main");
  // Nothing is stored before Save, and a reload discards it.
  expect(await wishlistOf(page, session)).toEqual([c._id, b._id, a._id]);
  await page.reload();
  await pressed(page, a);

  await heart(page, a).click();
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await save(page).click();
  expect((await sent).postDataJSON()).toEqual({ add: [], remove: [a._id] });
  await expect(main(page).getByRole("status").filter({ hasText: "Your wishlist has been saved." })).toBeVisible();
  await expect(grid(page).getByRole("heading", { level: 2 })).toHaveText([c.title, b.title]);
  await page.reload();
  await expect(grid(page).getByRole("heading", { level: 2 })).toHaveText([c.title, b.title]);

  for (const product of [b, c]) await heart(page, product).click();
  await save(page).click();
  await expect(main(page).getByText("There’s nothing on your wishlist yet.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("a customer's heart fills before the response, and is correct in every tab and browser", {
  tag: "@desktop",
  annotation: requirements("S2.126, S2.128"),
}, async ({ page, context }) => {
  const session = await logIn(page);
  const [a, b] = (await products(page)) as [ProductSummary, ProductSummary];
  await page.goto(`/product/${a.slug}`);
  const other = await context.newPage();
  await other.goto(`/product/${a.slug}`);
  await empty(other, a);

  let continueRequest = () => {};
  const mayContinue = new Promise<void>((resolve) => {
    continueRequest = resolve;
  });
  await page.route("**/api/user/wishlist", async (route) => {
    await mayContinue;
    await route.fallback();
  });
  await heart(page, a).click();
  await pressed(page, a);
  await empty(other, a);
  expect(await wishlistOf(page, session)).toEqual([]);
  continueRequest();
  await pressed(other, a);
  await expect(other.getByRole("banner").getByRole("link", { name: "Wishlist, 1 product" })).toBeVisible();
  await heart(other, a).click();
  await empty(page, a);

  // Another device.
  await change(page, session, { add: [b._id] });
  await page.goto(`/product/${b.slug}`);
  await pressed(page, b);
  // After logout in one tab the other shows nothing.
  await page.evaluate(() => localStorage.removeItem("data"));
  await expect(other.getByRole("banner").getByRole("link", { name: "Wishlist", exact: true })).toBeVisible();
});

test("errors say what to do, and hearts stay correct", { tag: "@phone" }, async ({ page, faults }) => {
  faults.expect("500");
  const session = await makeCustomer();
  const [a, b] = (await products(page)) as [ProductSummary, ProductSummary];
  // A guest's wishlist whose account is unreachable at login: it stays for the next time.
  await page.goto(`/product/${a.slug}`);
  await heart(page, a).click();
  await failRequest(page, "PATCH", "**/api/user/wishlist");
  await storeSession(page, session);
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("Some products you saved before logging in");
  expect(await storedWishlist(page)).not.toBeNull();
  await page.unrouteAll();
  await page.reload();
  await expect.poll(() => storedWishlist(page)).toBeNull();
  await pressed(page, a);

  const mend = await failRequest(page, "PATCH", "**/api/user/wishlist");
  await page.goto(`/product/${b.slug}`);
  await heart(page, b).click();
  await expect(page.getByRole("alert")).toContainText(
    `${b.title} couldn’t be added to your wishlist. ${FAILURE.json.message}`,
  );
  await empty(page, b);

  await page.goto("/profile?tab=4");
  await heart(page, a).click();
  await save(page).click();
  await expect(main(page).getByRole("alert").filter({ hasText: "We couldn’t save your wishlist" })).toContainText(
    FAILURE.json.message,
  );
  await empty(page, a);
  await mend();
  await save(page).click();
  await expect(main(page).getByText("Your wishlist has been saved.")).toBeVisible();
  expect(await wishlistOf(page, session)).toEqual([]);

  await failRequest(page, "GET", "**/api/user/wishlist?*");
  await page.reload();
  await expect(main(page).getByRole("alert")).toContainText("We couldn’t load your wishlist.");
  await page.unrouteAll();
  await main(page).getByRole("button", { name: "Try again" }).click();
  await expect(main(page).getByText("There’s nothing on your wishlist yet.")).toBeVisible();
});
