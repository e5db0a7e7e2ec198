/** A customer's cart: its page, the buttons that change it, and the header's count. */

import type { Page } from "@playwright/test";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { expectAccessible } from "./accessible.ts";
import { FAILURE, failRequest, products, putIntoCart } from "./buying.ts";
import { expectFocusVisible } from "./covered.ts";
import { logIn, makeCustomer, PASSWORD } from "./people.ts";
import { expect, requirements, test } from "./test.ts";

const REDUCED = "kewra-bloom";

const main = (page: Page) => page.getByRole("main");
const row = (page: Page, title: string) => main(page).getByRole("row").filter({ hasText: title });
const quantityOf = (page: Page, title: string) => page.getByRole("textbox", { name: `Quantity of ${title}` });
const badge = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Cart/ });

/** Records the page's cart requests, such as `PATCH cart`. */
function watchRequests(page: Page): string[] {
  const seen: string[] = [];
  page.on("request", (request) => {
    const [, path] = /\/api\/(cart.*)$/.exec(request.url()) ?? [];
    if (path) seen.push(`${request.method()} ${path}`);
  });
  return seen;
}

test("buys with the stepper and finds it in the cart, line by line", {
  tag: "@desktop",
  annotation: requirements(
    "S0.06, S1.05, S1.06, S2.42, S2.154 to S2.159, S2.162 to S2.167, S3.35, S7.41, S7.74, S9.53, R33, R36, WCAG 2.2 AA",
  ),
}, async ({ page }) => {
  await logIn(page);
  const { data: product } = await (await page.request.get(`/api/product/${REDUCED}`)).json();
  await page.goto(`/product/${REDUCED}`);
  const button = main(page)
    .getByRole("button", { name: /^ADD TO CART.*Kewra Bloom/ })
    .first();
  await page.getByRole("textbox", { name: "Quantity", exact: true }).fill("3");
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/cart"));
  await button.click();
  expect((await sent).postDataJSON()).toEqual({ product_id: product._id, quantity: 3 });
  await expect(
    main(page)
      .getByRole("button", { name: /^REMOVE FROM CART/ })
      .first(),
  ).toBeVisible();
  await expect(badge(page)).toHaveText("1");
  // A panel says so, and is gone at Escape.
  const panel = page.getByRole("complementary", { name: "Added to your cart" });
  await expect(panel.getByRole("heading", { level: 2 })).toHaveText(/^Kewra Bloom, 50\sml is in your cart$/);
  await expect(panel.getByRole("listitem")).toHaveCount(3);
  await expectAccessible(page, "aside[popover]");
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  // The quantity in the cart replaces the stepper, also after a reload.
  const inCart = main(page).getByText("In your cart: 3 · View cart");
  await expect(inCart).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Quantity", exact: true })).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: /^Kewra Bloom, 50 ml was added/ })).toBeAttached();
  await page.reload();
  await expect(inCart.getByRole("link", { name: "View cart" })).toHaveAttribute("href", "/cart");

  const calls = watchRequests(page);
  await badge(page).click();
  await expect(page.getByRole("heading", { level: 1, name: "My Cart" })).toBeVisible();
  const columns = ["Product", "Price", "QTY", "Total", "Action"];
  await expect(main(page).getByRole("columnheader")).toHaveText(columns);
  // The visible text, capitals included (R36).
  expect(await main(page).getByRole("columnheader").allInnerTexts()).toEqual(columns);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: 769, height });
  for (const name of columns) {
    const box = await main(page).getByRole("columnheader", { name }).boundingBox();
    expect(box?.width, `${name} at 769 px (R46)`).toBeGreaterThan(20);
  }
  await page.setViewportSize({ width, height });
  const line = row(page, product.title);
  await expect(line.locator("img")).toHaveAttribute("src", `/media${product.images[0].path}`.replace("//", "/"));
  // The title stands beside the picture, in one line.
  const [image, title] = await Promise.all([
    line.locator("img").boundingBox(),
    line.getByRole("link", { name: product.title }).first().boundingBox(),
  ]);
  expect(title?.x).toBeGreaterThan((image?.x ?? 0) + (image?.width ?? 0));
  expect(title?.height).toBeLessThan(40);
  await expect(line.getByRole("cell").nth(0)).toContainText("$2,499");
  await expect(line.getByText("MRP $2,999", { exact: true })).toBeVisible();
  await expect(line.locator("s")).toHaveText("$2,999");
  await expect(line.getByRole("cell").nth(2)).toHaveText("$7,497.00");
  await expect(quantityOf(page, product.title)).toHaveValue("3");
  await expect(page.getByText("Prices are in Indian rupees (INR)")).toBeVisible();
  expect(await main(page).textContent()).not.toContain("₹");
  await expect(page.getByRole("link", { name: "Checkout" })).toHaveAttribute("href", "/checkout");
  await expect(page.getByRole("link", { name: "Checkout" })).toBeInViewport({ ratio: 1 });
  expect(calls).toEqual(["GET cart?page=1&perPage=50&forCount=false"]);

  await expectAccessible(page, "main");
  const removed = page.waitForResponse((response) => response.request().method() === "DELETE");
  await line.getByRole("button", { name: `Remove ${product.title}` }).click();
  await expect(main(page).getByText("No Product Found")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByRole("link", { name: "Checkout" })).toHaveCount(0);
  await expect(badge(page)).toHaveText("");
  await expectAccessible(page, "main");
  await removed;
  await page.reload();
  await expect(main(page).getByText("No Product Found")).toBeVisible();
});

test("a quantity and a removal are sent, and the cart is read again", {
  tag: "@phone",
  annotation: requirements("S2.160 to S2.163, S3.35, S4.35, S4.36, S7.44, S7.45, S7.71 to S7.73, S9.13"),
}, async ({ page }) => {
  const session = await logIn(page);
  const [first, second] = (await products(page)) as [ProductSummary, ProductSummary];
  await putIntoCart(page, session, first, 2);
  await putIntoCart(page, session, second);
  await page.goto("/cart");
  // Without a discount its original price is the specification's 0.
  await expect(row(page, first.title).locator("s")).toHaveText("$0");
  // It is no MRP: that is the price, and only that is read.
  const dollars = new Intl.NumberFormat("en-IN").format(first.price);
  await expect(row(page, first.title).getByRole("cell").nth(0)).toMatchAriaSnapshot(`- cell "MRP $${dollars}"`);
  const calls = watchRequests(page);
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await quantityOf(page, first.title).fill("3");
  expect((await sent).postDataJSON()).toEqual({ product_id: first._id, quantity: 3 });
  const total = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2 });
  await expect(row(page, first.title)).toContainText(`$${total.format(first.price * 3)}`);
  await expect(page.getByRole("main").getByText(`$${total.format(first.price * 3 + second.price)}`)).toBeVisible();
  expect(calls).toEqual(["PATCH cart", "GET cart?page=1&perPage=50&forCount=false"]);

  await page.getByRole("button", { name: `Remove ${first.title}` }).click();
  await expect(row(page, first.title)).toHaveCount(0);
  // Undo comes next; on the neighbour's button a second press would remove that.
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect.poll(() => calls.slice(2)).toEqual([`DELETE cart/${first._id}`, calls[1]]);
  await expect(badge(page)).toHaveText("1");
});

test("a product that was removed comes back with Undo, as many as there were", { tag: "@phone" }, async ({
  page,
  faults,
}) => {
  faults.expect("422");
  const session = await logIn(page);
  const [first, second] = (await products(page)) as [ProductSummary, ProductSummary];
  await putIntoCart(page, session, first, 3);
  await putIntoCart(page, session, second);
  await page.goto("/cart");
  const removed = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.getByRole("button", { name: `Remove ${first.title}` }).click();
  await expect(row(page, first.title)).toHaveCount(0);
  await expect(main(page).getByText(`${first.title} was removed from your cart.`)).toBeVisible();
  await removed;
  // The total is pale until the server's is there.
  await expect(main(page).getByRole("strong").last()).toHaveCSS("opacity", "1");
  await expectAccessible(page, "main");
  const undo = main(page).getByRole("button", { name: "Undo" });
  await undo.click();
  await expect(quantityOf(page, first.title)).toHaveValue("3");
  await expect(undo).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(badge(page)).toHaveText("2");

  // Also the last one, with the reason of the failure.
  const calls = watchRequests(page);
  for (const { title } of [first, second]) await page.getByRole("button", { name: `Remove ${title}` }).click();
  await expect(main(page).getByText("No Product Found")).toBeVisible();
  // A removal that is not sent yet is only taken back.
  await expect.poll(() => calls.filter((call) => call.startsWith("DELETE"))).toHaveLength(2);
  await page.route("**/api/cart", (route) => route.fulfill({ ...FAILURE, status: 422 }));
  await undo.click();
  await expect(main(page).getByRole("alert").filter({ hasText: FAILURE.json.message })).toBeVisible();
  await page.unroute("**/api/cart");
  await undo.click();
  await expect(row(page, second.title)).toBeVisible();
});

test("a change that waits for an earlier one is sent when the page is left", { tag: "@desktop" }, async ({ page }) => {
  const session = await logIn(page);
  const [first, second] = (await products(page)) as [ProductSummary, ProductSummary];
  for (const product of [first, second]) await putIntoCart(page, session, product);
  await page.goto("/cart");
  const isHeld = new Promise<void>((held) => {
    void page.route("**/api/cart", (route) => (route.request().method() === "PATCH" ? held() : route.fallback()));
  });
  await page.getByRole("button", { name: `Increase quantity of ${first.title}` }).click();
  await isHeld;
  await page.getByRole("button", { name: `Remove ${second.title}` }).click();
  await expect(row(page, second.title)).toHaveCount(0);
  await page.goto("about:blank");
  await expect
    .poll(async () => {
      const headers = { authorization: `Bearer ${session.token}` };
      const { productIds } = await (await page.request.get("/api/cart?page=1&perPage=9", { headers })).json();
      return productIds;
    })
    .toEqual([first._id]);
});

test("in a window of 320 pixels every part of a stepper can be pressed, and no word is broken", {
  tag: "@phone",
}, async ({ page }) => {
  const session = await logIn(page);
  const { data } = await (await page.request.get("/api/product/kumkumadi-face-oil")).json();
  await putIntoCart(page, session, data, 20);
  await page.setViewportSize({ width: 320, height: 640 });
  // Six digits and paise: the longest total.
  await page.route("**/api/cart?*forCount=false", async (route) => {
    const cart = await (await route.fetch()).json();
    cart.data[0].total = 99_999.5;
    cart.data[0].max = 99;
    await route.fulfill({ json: cart });
  });
  await page.goto("/cart");
  const plus = page.getByRole("button", { name: /^Increase quantity/ });
  await expect(plus).toBeVisible();
  expect(
    await plus.evaluate((button) => {
      button.scrollIntoView({ block: "center" });
      const { left, top, width, height } = button.getBoundingClientRect();
      return [0.05, 0.5, 0.95].map((share) =>
        button.contains(document.elementFromPoint(left + width * share, top + height / 2)),
      );
    }),
  ).toEqual([true, true, true]);
  // No word of the title is broken.
  expect(
    await row(page, data.title)
      .getByRole("link", { name: data.title })
      .evaluate((link) => {
        const text = link.firstChild as Text;
        return [...text.data.matchAll(/\S+/g)].map(({ index, 0: word }) => {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          return range.getClientRects().length;
        });
      }),
  ).toEqual([1, 1, 1]);
});

test("with text of twice the size no page up to the payment is wider than 1280 pixels", {
  tag: "@desktop",
}, async ({ page }) => {
  const session = await logIn(page);
  const [first] = (await products(page)) as [ProductSummary];
  await putIntoCart(page, session, first);
  for (const [path, part] of [
    ["/cart", `Remove ${first.title}`],
    ["/checkout", "Proceed"],
    ["/product/kewra-bloom", "Increase quantity"],
  ] as const) {
    await page.goto(path);
    await expect(main(page).getByRole("button", { name: part })).toBeVisible();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    // What is below the window has no layout before.
    await page.evaluate(() => {
      for (const part of document.querySelectorAll(".later")) part.scrollIntoView();
    });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
      .toBeLessThanOrEqual(0);
  }
});

test("the buttons of cards follow the cart, after a reload too; a customer's cart is counted at the start", {
  tag: "@desktop",
  annotation: requirements("S2.43, S3.32, S3.33, S4.29 to S4.31, S4.34, S4.37, S7.39, S7.42"),
}, async ({ page }) => {
  const calls = watchRequests(page);
  await page.goto("/products");
  await expect(main(page).getByRole("article").first()).toBeVisible();
  expect(calls).toEqual([]);

  await logIn(page);
  await page.goto("/products");
  await expect.poll(() => calls).toEqual(["GET cart?page=1&perPage=50&forCount=true"]);
  const card = main(page).getByRole("article").filter({ hasNotText: "Out of stock" }).first();
  const toggle = card.getByRole("button", { name: /CART/ });
  await card.hover();
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await toggle.click();
  await expect(toggle).toHaveAccessibleName(/^REMOVE FROM CART/);
  await expect(badge(page)).toHaveText("1");
  expect((await sent).postDataJSON()).toMatchObject({ quantity: 1 });
  await expect.poll(() => calls.length).toBe(2);

  // The product page knows what the cart page has read.
  await page
    .getByRole("complementary", { name: "Added to your cart" })
    .getByRole("link", { name: "View cart" })
    .click();
  await main(page).getByRole("row").getByRole("link").first().click();
  await expect(
    main(page)
      .getByRole("button", { name: /^REMOVE FROM CART/ })
      .first(),
  ).toBeVisible();
  expect(calls).toHaveLength(3);
  await page.reload();
  await main(page)
    .getByRole("button", { name: /^REMOVE FROM CART/ })
    .first()
    .click();
  await expect(
    main(page)
      .getByRole("button", { name: /^ADD TO CART/ })
      .first(),
  ).toBeVisible();
  await expect(badge(page)).toHaveText("");
  await expect.poll(() => calls.at(-1)).toMatch(/^DELETE cart\/\d+$/);
});

test("two tabs agree", { tag: "@desktop" }, async ({ page, context }) => {
  const session = await logIn(page);
  const [first, second] = (await products(page)) as [ProductSummary, ProductSummary];
  await putIntoCart(page, session, first);
  await page.goto("/cart");
  await expect(row(page, first.title)).toBeVisible();
  const other = await context.newPage();
  await other.goto(`/product/${second.slug}`);
  await expect(badge(other)).toHaveText("1");
  await main(other)
    .getByRole("button", { name: /^ADD TO CART/ })
    .first()
    .click();
  await expect(row(page, second.title)).toBeVisible();
  await page.getByRole("button", { name: `Remove ${second.title}` }).click();
  await expect(
    main(other)
      .getByRole("button", { name: /^ADD TO CART/ })
      .first(),
  ).toBeVisible();
  await expect(badge(other)).toHaveText("1");
  // After logout in one tab the other shows nothing.
  await other.evaluate(() => localStorage.removeItem("data"));
  await expect(page).toHaveURL(/\/login$/);
  await expect(badge(page)).toHaveText("");
});

test("notices show changes, and Checkout leads to them until they are resolved", {
  tag: "@phone",
}, async ({ page }) => {
  const session = await logIn(page);
  const [risen, limited] = (await products(page)) as [ProductSummary, ProductSummary];
  await putIntoCart(page, session, risen);
  await putIntoCart(page, session, limited, 5);
  // The server's response when the price was 100 less and only two are left.
  let settled = false;
  page.on("request", (request) => {
    if (request.url().endsWith("/price")) settled = true;
  });
  await page.route("**/api/cart?*forCount=false", async (route) => {
    const cart = await (await route.fetch()).json();
    const [first, second] = cart.data;
    if (!settled) Object.assign(first, { notices: ["price_rose"], agreedPrice: risen.price - 100 });
    Object.assign(second, { max: 2, notices: second.quantity > 2 ? ["too_many"] : [] });
    await route.fulfill({ json: { ...cart, payable: settled && second.quantity <= 2 } });
  });
  await page.goto("/cart");
  await expect(row(page, limited.title)).toContainText("Only 2 left.");
  await expect(row(page, risen.title)).toContainText(/The price has gone up from \$[\d,]+ to \$[\d,]+\./);
  await page.getByRole("link", { name: "Checkout" }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.locator("[data-blocks-payment]").first()).toBeFocused();

  await page.getByRole("button", { name: /^Change to 2/ }).click();
  await expect(quantityOf(page, limited.title)).toHaveValue("2");
  await expect(row(page, limited.title)).toContainText("Only 2 left");
  const accepted = page.waitForRequest(`**/api/cart/${risen._id}/price`);
  await page.getByRole("button", { name: /^Buy at/ }).click();
  expect((await accepted).postDataJSON()).toEqual({ price: risen.price });
  await expect(page.locator("[data-blocks-payment]")).toHaveCount(0);
  await expect(page.getByText("Please review the items marked")).toHaveCount(0);
});

test("an error says what to do, and the cart stays correct", {
  tag: "@desktop",
  annotation: requirements("S2.63, S8.06, S9.45, S9.49, S9.50"),
}, async ({ page, faults }) => {
  faults.expect("500");
  const session = await logIn(page);
  const [product] = (await products(page)) as [ProductSummary];
  const fails = async (method: string, path: string) => {
    await page.unrouteAll();
    await page.route(path, (route) =>
      route.request().method() === method ? route.fulfill(FAILURE) : route.continue(),
    );
  };
  await fails("POST", "**/api/cart");
  await page.goto(`/product/${product.slug}`);
  const button = main(page).getByRole("button", { name: /CART/ }).first();
  await button.click();
  const toast = page.getByRole("alert").filter({ hasText: "couldn’t be added to your cart" });
  await expect(toast).toContainText("Please try again in a moment.");
  await expect(button).toHaveAccessibleName(/^ADD TO CART/);
  await expect(badge(page)).toHaveText("");
  const box = await toast.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1200);
  // Below the header, also in a phone's window.
  const below = async () => {
    const [header, shown] = await Promise.all([page.getByRole("banner").boundingBox(), toast.boundingBox()]);
    return (shown?.y ?? 0) - ((header?.y ?? 0) + (header?.height ?? 0));
  };
  for (const window of [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(window);
    await expect.poll(below).toBeGreaterThanOrEqual(0);
    await expect.poll(below).toBeLessThan(40);
  }
  await page.keyboard.press("Alt+t");
  await expect(toast).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(toast).toHaveCount(0);

  // Without the code of toasts the page continues.
  faults.expect("toast-area");
  await page.route("**/assets/toast-area-*", (route) => route.abort());
  await page.goto(`/product/${product.slug}`);
  const rejection = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.status() === 500,
  );
  await button.click();
  await rejection;
  await expect(button).toHaveAccessibleName(/^ADD TO CART/);
  await expect(main(page).getByRole("heading", { level: 1 })).toHaveText(product.title);

  await putIntoCart(page, session, product);
  await fails("GET", "**/api/cart?*");
  await page.goto("/cart");
  await expect(main(page).getByRole("alert")).toContainText(
    /We couldn’t load your cart\..*Please try again in a moment\./s,
  );
  await fails("PATCH", "**/api/cart");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(quantityOf(page, product.title)).toHaveValue("1");
  await page.getByRole("button", { name: `Increase quantity of ${product.title}` }).click();
  await expect(row(page, product.title).getByRole("alert")).toContainText("Please try again in a moment.");
  await expect(quantityOf(page, product.title)).toHaveValue("1");
});

test("an error that repeats while its toast closes is shown again", { tag: "@desktop" }, async ({ page, faults }) => {
  faults.expect("500");
  await logIn(page);
  const [product] = (await products(page)) as [ProductSummary];
  await failRequest(page, "POST", "**/api/cart");
  const toast = page.locator(".Toastify__toast").filter({ hasText: "couldn’t be added to your cart" });
  await page.goto(`/product/${product.slug}`);
  const button = main(page).getByRole("button", { name: "ADD TO CART" }).first();
  const press = async () => {
    const response = page.waitForResponse("**/api/cart");
    await button.click();
    await response;
    await expect(button).toBeEnabled();
  };
  await press();
  await expect(toast).toBeVisible();
  await press();
  await expect(toast).toHaveCount(1);
  await expect(toast).not.toHaveClass(/Toastify--animate/);
  // Makes the closing animation long enough to test.
  await toast.evaluate((element) => element.style.setProperty("animation-duration", "20s", "important"));
  await toast.getByRole("button", { name: "close" }).click();
  await press();
  await expect(page.getByRole("alert").filter({ hasText: "couldn’t be added to your cart" })).toBeVisible();
});

test("a toast stays for the setting's time, pauses under the pointer, and can be closed or dragged away", {
  tag: "@desktop",
  annotation: requirements("S9.46 to S9.48, S9.50, R19"),
}, async ({ page, faults }) => {
  faults.expect("500");
  await logIn(page);
  const [product] = (await products(page)) as [ProductSummary];
  await failRequest(page, "POST", "**/api/cart");
  // By its class, since a closing toast has no role.
  const toast = page.locator(".Toastify__toast").filter({ hasText: "couldn’t be added to your cart" });
  // Its timer is an animation, which a fake clock does not control.
  const timer = toast.locator(".Toastify__progress-bar");
  const duration = () => timer.evaluate((bar) => bar.getAnimations()[0]?.effect?.getTiming().duration);
  const passTo = (time: number) =>
    timer.evaluate(async (bar, ms) => {
      const [animation] = bar.getAnimations();
      if (animation) animation.currentTime = ms;
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    }, time);
  const raise = async () => {
    await main(page).getByRole("button", { name: /CART/ }).first().click();
    await expect(toast).toBeVisible();
    await expect(toast, "still on its way in").not.toHaveClass(/Toastify--animate/);
  };

  await page.goto(`/product/${product.slug}`);
  await raise();
  expect(await duration()).toBe(5_000_000);
  await passTo(60_000);
  await expect(toast).toBeVisible();
  // The false event that Chromium sometimes fires when a paused animation resumes.
  await timer.evaluate((bar) =>
    bar.dispatchEvent(new AnimationEvent("animationend", { bubbles: true, elapsedTime: 0 })),
  );
  await expect(toast).toHaveAttribute("data-in", "true");
  await toast.hover();
  await expect(timer).toHaveCSS("animation-play-state", "paused");
  await page.mouse.move(100, 400);
  await expect(timer).toHaveCSS("animation-play-state", "running");
  await toast.getByRole("button", { name: "close" }).click();
  await expect(toast).toHaveCount(0);

  await raise();
  const { x, y, width } = (await toast.boundingBox()) as { x: number; y: number; width: number };
  const drag = async (share: number) => {
    await page.mouse.move(x + width / 2, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + width * (0.5 - share), y + 20, { steps: 4 });
    await page.mouse.up();
  };
  await drag(0.79);
  await expect(toast).toHaveCSS("transform", "none");
  await expect(toast).toHaveCSS("opacity", "1");
  await drag(0.82);
  await expect(toast).toHaveCount(0);

  // The setting at the specification's default.
  await page.route(`**/product/${product.slug}`, async (route) => {
    const body = await (await route.fetch()).text();
    const changed = body.replace(/(toastAutoCloseMs\W+)5000000/, (_, name: string) => `${name}5000`);
    await route.fulfill({ contentType: "text/html", body: changed });
  });
  await page.goto(`/product/${product.slug}`);
  await page.addStyleTag({ content: ".Toastify__progress-bar { animation-play-state: paused !important }" });
  await raise();
  expect(await duration()).toBe(5000);
  await passTo(4900);
  await expect(toast).toBeVisible();
  await timer.evaluate((bar) => bar.getAnimations()[0]?.finish());
  await expect(toast).toHaveCount(0);
});

test("a guest is led to the login and back to the cart; a session that ended leads there too", {
  tag: "@phone",
  annotation: requirements("S1.12, S2.22, S2.23, S2.25, S4.11, S6.06, R1"),
}, async ({ page, faults }) => {
  faults.expect("401");
  const { email } = await makeCustomer();
  await page.goto("/checkout");
  await expect(page).toHaveURL(/\/login$/);
  await page.goto("/cart");
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => window.history.state.usr)).toEqual({ from: "/cart" });
  await main(page).getByLabel("Email Address").fill(email);
  await main(page).getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(main(page).getByText("No Product Found")).toBeVisible();
  await page.route("**/api/cart?*", (route) =>
    route.fulfill({ status: 401, json: { success: false, statusCode: 401, message: "Please log in to continue." } }),
  );
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
});

test.describe("cart and checkout", { tag: "@phone" }, () => {
  const SCREENS = [
    ["/cart", "My Cart"],
    ["/checkout", "Checkout"],
  ] as const;

  test("render before any script; a guest is then redirected to the login", {
    annotation: requirements("S2.25"),
  }, async ({ page }) => {
    let continueRequest = () => {};
    const mayContinue = new Promise<void>((resolve) => {
      continueRequest = resolve;
    });
    await page.route("**/assets/*.js", async (route) => {
      await mayContinue;
      await route.fallback();
    });
    await page.goto("/cart", { waitUntil: "commit" });
    await expect(main(page).getByRole("heading", { name: "My Cart" })).toBeVisible();
    await expect(main(page).getByText("Prices are in Indian rupees (INR)")).toBeVisible();
    continueRequest();
    await page.waitForURL("/login");
    for (const [path, title] of SCREENS)
      expect(await (await page.request.get(path)).text()).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test("say that they need it, and wait for nothing", async ({ page }) => {
      for (const [path, title] of SCREENS) {
        await page.goto(path);
        await expect(main(page).getByText("This page needs JavaScript. Please switch it on and reload.")).toBeVisible();
        await expect(main(page).getByText(title, { exact: true })).toBeHidden();
      }
    });
  });
});

test("the keyboard’s focus is never under a bar at the bottom, and in a low window bars and header scroll away", {
  tag: "@desktop",
  annotation: requirements("WCAG 2.2 AA"),
}, async ({ page }) => {
  const customer = await logIn(page);
  for (const product of (await products(page)).slice(0, 4)) await putIntoCart(page, customer, product);
  for (const [path, width, height] of [
    ["/cart", 360, 640],
    ["/checkout", 360, 640],
    ["/products", 360, 640],
    [`/product/${REDUCED}`, 360, 640],
    ["/cart", 320, 256],
    ["/checkout", 320, 256],
  ] as const)
    await test.step(`${path} at ${width} × ${height}`, async () => {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      await expectFocusVisible(page, 40);
    });
});
