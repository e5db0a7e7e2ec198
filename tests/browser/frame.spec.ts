/** Header, drawer and footer. */

import type { Page } from "@playwright/test";
import { demoCategories } from "../../demo/categories.ts";
import type { DemoCategory } from "../../demo/shapes.ts";
import { expectAccessible } from "./accessible.ts";
import { followFooterLink, unfoldFooter } from "./footer.ts";
import { logIn, makeCustomer, PASSWORD } from "./people.ts";
import { expect, requirements, test } from "./test.ts";

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 375, height: 740 };

test("with text of twice the size the header is no wider than a phone", { tag: "@phone" }, async ({ page }) => {
  await logIn(page);
  await page.goto("/about-us");
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  for (const name of ["Open menu", "Search"])
    await expect(page.getByRole("banner").getByRole("button", { name })).toBeInViewport({ ratio: 1 });
  for (const name of ["Profile", "Cart"])
    await expect(page.getByRole("banner").getByRole("link", { name })).toBeInViewport({ ratio: 1 });
  expect(await page.getByRole("banner").evaluate((header) => header.scrollWidth - header.clientWidth)).toBe(0);
});

test("an error in a part around the page takes that part away, and the page goes on", { tag: "@phone" }, async ({
  page,
  faults,
}) => {
  faults.expect("no popovers today");
  await page.addInitScript(() => {
    HTMLElement.prototype.showPopover = () => {
      throw new Error("no popovers today");
    };
  });
  const main = page.getByRole("main");
  const addToCart = (title: string) =>
    main
      .getByRole("button", { name: new RegExp(`^ADD TO CART.*${title}`) })
      .first()
      .click();
  const cart = (products: string) => page.getByRole("banner").getByRole("link", { name: `Cart, ${products}` });

  await logIn(page);
  await page.goto("/product/rose-of-kannauj");
  const failed = page.waitForEvent("console", (message) => message.text().includes("no popovers today"));
  await addToCart("Rose of Kannauj");
  await failed;
  await expect(cart("1 product")).toBeVisible();
  await expect(page.getByRole("dialog", { name: /added/i })).toHaveCount(0);
  await cart("1 product").click();
  await expect(main.getByRole("heading", { level: 1, name: "My Cart" })).toBeVisible();
});

test.describe("header on a desktop", () => {
  test.beforeEach(async ({ page }) => {
    await page.setViewportSize(DESKTOP);
    await page.goto("/about-us");
  });

  test("links to home, products, profile and cart, and has an entry per category, which drops its subcategories down", {
    tag: "@desktop",
    annotation: requirements("S0.05, S2.28 to S2.37, S2.43, S7.33"),
  }, async ({ page }) => {
    const header = page.getByRole("banner");
    const links = [
      [/, home$/, "/"],
      ["Shop All", "/products"],
      ["Bestsellers", "/bestsellers"],
      ["New Arrivals", "/products"],
      ["Crazy Deals", "/crazy-deals"],
      ["Profile", "/profile"],
      ["Cart", "/cart"],
    ] as const;
    for (const [name, href] of links) {
      await expect(header.getByRole("link", { name, exact: true })).toHaveAttribute("href", href);
    }
    // No number for a guest.
    await expect(header.getByRole("link", { name: "Cart", exact: true })).toHaveText("");

    const menu = page.getByRole("banner").getByRole("navigation", { name: "Categories" });
    for (const { name, slug, subcategories = [] } of demoCategories) {
      const entry = menu.getByRole("link", { name, exact: true });
      await expect(entry).toHaveAttribute("href", `/category/${slug}`);
      await entry.focus();
      for (const sub of subcategories)
        await expect(menu.getByRole("link", { name: sub.name, exact: true })).toBeVisible();
      await page.keyboard.press("Escape");
      for (const sub of subcategories)
        await expect(menu.getByRole("link", { name: sub.name, exact: true })).toBeHidden();
    }
  });

  test("marks the page that one is on, of two links to it the first", { tag: "@desktop" }, async ({ page }) => {
    const menu = page.getByRole("banner").getByRole("navigation", { name: "Categories" });
    const current = menu.locator('[aria-current="page"]');
    await expect(current).toHaveCount(0);
    for (const name of ["Shop All", "Bestsellers", "Crazy Deals", "Perfumes"]) {
      await menu.getByRole("link", { name, exact: true }).click();
      await expect(current).toHaveText([name]);
    }
  });

  test("closes a drop-down by a click and by Escape under the pointer; a quick Tab reaches all of it", {
    tag: "@desktop",
    annotation: requirements("WCAG 1.4.13"),
  }, async ({ page }) => {
    const [
      {
        name,
        subcategories: [sub],
      },
    ] = demoCategories as [DemoCategory & { subcategories: [DemoCategory] }];
    const menu = page.getByRole("banner").getByRole("navigation", { name: "Categories" });
    const dropped = menu.getByRole("link", { name: sub.name, exact: true });
    await menu.getByRole("link", { name, exact: true }).hover();
    await expect(dropped).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dropped).toBeHidden();
    await page.getByRole("heading", { level: 1 }).hover();
    await menu.getByRole("link", { name, exact: true }).hover();
    await dropped.click();
    await expect(page).toHaveURL(new RegExp(`/category/${sub.slug}$`));
    // The pointer has not moved.
    await expect(dropped).toBeHidden();

    // The new page has taken the focus.
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await menu.getByRole("link", { name: "Crazy Deals" }).focus();
    // Another test may have added a category to the shop.
    const links = await menu.getByRole("link", { includeHidden: true }).allTextContents();
    const names = links.slice(links.indexOf("Crazy Deals") + 1);
    expect(names.length).toBeGreaterThan(demoCategories.length);
    const reached: (string | null | undefined)[] = [];
    for (const _ of names) {
      await page.keyboard.press("Tab");
      reached.push(await page.evaluate(() => document.activeElement?.textContent));
    }
    expect(reached).toEqual(names);
  });

  test("navigates to the products on a typed letter", {
    tag: "@desktop",
    annotation: requirements("S2.38, S2.39"),
  }, async ({ page }) => {
    const box = page.getByRole("banner").getByRole("searchbox");
    await box.pressSequentially("r");
    await expect(page).toHaveURL(/\/products\?search=r$/);
    await expect(box).toBeFocused();
    await expect(box).toHaveValue("r");
    const request = page.waitForRequest(/\/api\/product\?.*search=rose/);
    await box.pressSequentially("ose");
    await request;
  });

  test("hides on scrolling down and returns on scrolling up", { tag: "@desktop" }, async ({ page }) => {
    const header = page.getByRole("banner");
    await expect(async () => {
      await page.mouse.wheel(0, 300);
      await expect(header.getByRole("link", { name: "Shop All" })).not.toBeInViewport({ timeout: 1000 });
    }).toPass();
    await page.mouse.wheel(0, -200);
    await expect(header.getByRole("link", { name: "Shop All" })).toBeInViewport();
  });
});

test.describe("drawer on a phone", () => {
  test.beforeEach(async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto("/about-us");
  });

  test("repeats menu and search, shows the customer's pages, and returns the focus", {
    tag: "@phone",
    annotation: requirements("S2.44, S2.45"),
  }, async ({ page }) => {
    const opener = page.getByRole("button", { name: "Open menu" });
    await opener.click();
    const drawer = page.getByRole("dialog", { name: "Menu" });
    for (const name of [
      "Shop All",
      "Bestsellers",
      "New Arrivals",
      "Crazy Deals",
      ...demoCategories.map(({ name }) => name),
    ]) {
      await expect(drawer.getByRole("link", { name, exact: true })).toBeVisible();
    }
    for (const name of ["Login", "Wishlist", "Track order"])
      await expect(drawer.getByRole("link", { name, exact: true })).toBeInViewport({ ratio: 1 });
    for (const { name, subcategories = [] } of demoCategories) {
      const parts = subcategories.map((sub) => drawer.getByRole("link", { name: sub.name, exact: true }));
      for (const part of parts) await expect(part).toBeHidden();
      await drawer.getByRole("button", { name: `${name} by type` }).click();
      for (const part of parts) await expect(part).toBeVisible();
    }
    await expect(drawer.getByRole("searchbox")).toBeVisible();
    await expectAccessible(page);
    // The page behind it does not scroll.
    await page.evaluate(() => window.scrollTo(0, 100));
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe("hidden");
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe("visible");
    await expect(opener).toBeFocused();
  });

  test("typing in its search goes to the products", {
    tag: "@phone",
    annotation: requirements("S2.40, S2.41"),
  }, async ({ page }) => {
    await page.getByRole("button", { name: "Open menu" }).click();
    const box = page.getByRole("dialog", { name: "Menu" }).getByRole("searchbox");
    const request = page.waitForRequest(/\/api\/product\?.*search=rose/);
    await box.pressSequentially("rose");
    await expect(page).toHaveURL(/\/products\?search=rose$/);
    await request;
  });

  test("the magnifier opens a search that suggests products and leads to all of them", { tag: "@phone" }, async ({
    page,
    request,
  }) => {
    const found = await (await request.get("/api/product?search=sandal&perPage=6")).json();
    const opener = page.getByRole("banner").getByRole("button", { name: "Search" });
    await opener.click();
    const sheet = page.getByRole("dialog", { name: "Search" });
    const box = sheet.getByRole("searchbox");
    // After it comes the dialog's region for announcements.
    const count = sheet.getByRole("status").first();
    await expect(box).toBeFocused();
    await sheet.getByRole("button", { name: "Oud" }).click();
    await expect(sheet.getByRole("link", { name: /Saffron Oud/ })).toBeVisible();
    await box.fill("attar");
    await expect(sheet.getByRole("link", { name: "Floral Attars" })).toBeVisible();
    await box.fill("sandal");
    await expect(count).toHaveText(`${found.totalData} products`);
    await expectAccessible(page);
    await sheet.getByRole("button", { name: "Close search" }).click();
    await expect(sheet).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.click();
    await box.fill("zzzz");
    await expect(count).toHaveText("No Product Found");
    await box.fill("sandal");
    await sheet.getByRole("link", { name: `See all ${found.totalData} products` }).click();
    await expect(page).toHaveURL(/\/products\?search=sandal$/);
    await expect(sheet).toBeHidden();

    await opener.click();
    await box.fill("oud");
    await box.press("Enter");
    await expect(page).toHaveURL(/\/products\?search=oud$/);
    // At the results, not back at the magnifier.
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });

  test("closes when one of its links is followed", { tag: "@phone" }, async ({ page }) => {
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Bestsellers" }).click();
    await expect(page).toHaveURL(/\/bestsellers$/);
    await expect(page.getByRole("dialog")).toBeHidden();
  });
});

test("a page whose code does not arrive times out after two minutes, and others can be opened", {
  tag: "@desktop",
  annotation: requirements("S9.34"),
}, async ({ page, faults }) => {
  faults.expect("did not arrive in time");
  await page.clock.install();
  await page.goto("/about-us");
  let continueRequest = () => {};
  const mayContinue = new Promise<void>((resolve) => {
    continueRequest = resolve;
  });
  await page.route(/\/assets\/contact-.*\.js$/, async (route) => {
    await mayContinue;
    await route.continue().catch(() => {});
  });
  const heading = page.getByRole("heading", { level: 1 });
  const request = page.waitForRequest(/\/assets\/contact-/);
  await followFooterLink(page, "Contact");
  await request;
  const clock = () => page.evaluate(() => Date.now());
  const began = await clock();
  // The page's two minutes begin once the progress line is rendered, which may be within any of these steps.
  await expect(async () => {
    await page.clock.runFor(30_000);
    await expect(heading).toHaveText("Something went wrong", { timeout: 500 });
  }).toPass();
  expect((await clock()) - began, "time until it is given up").toBeGreaterThanOrEqual(119_000);
  await page.getByRole("main").getByRole("link", { name: "See all products" }).click();
  await expect(heading).toHaveText("All Products");
  continueRequest();
});

test("a page that fails to load says so, keeps the URL and loads on retry", { tag: "@phone" }, async ({
  page,
  faults,
}) => {
  faults.expect("net::ERR_");
  await page.goto("/about-us");
  await page.route("**/api/page/privacy-policy", (route) => route.abort("connectionrefused"));
  await followFooterLink(page, "Privacy Policy");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("We can’t reach the shop");
  await expect(heading).toBeInViewport();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page).toHaveURL(/\/privacy-policy$/);
  await page.unroute("**/api/page/privacy-policy");
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(heading).toHaveText("Privacy Policy");
});

test("offline a link keeps the page and what was typed, and its page opens once there is a connection", {
  tag: "@phone",
}, async ({ page, context, faults }) => {
  faults.expect("net::ERR_INTERNET_DISCONNECTED");
  const heading = page.getByRole("heading", { level: 1 });
  await page.goto("/contact");
  // The second time the page's code is there, and its data does not arrive.
  for (const round of ["code", "data"])
    await test.step(round, async () => {
      const message = page.getByRole("main").getByLabel("Message (optional)");
      await message.fill("Is the attar made without alcohol?");
      await context.setOffline(true);
      await followFooterLink(page, "FAQ");
      await expect(page.getByText("You’re offline. The page opens once you’re back online.").first()).toBeVisible();
      await expect(message).toHaveValue("Is the attar made without alcohol?");
      await context.setOffline(false);
      await expect(page).toHaveURL(/\/faq$/);
      await expect(heading).toHaveText("Frequently Asked Questions");
      await page.goBack();
      await expect(heading).not.toHaveText("Frequently Asked Questions");
    });
});

test("a page whose code is missing is loaded as a whole, once", { tag: "@phone" }, async ({ page, faults }) => {
  faults.expect("404");
  faults.expect("Failed to fetch dynamically imported module");
  await page.goto("/contact");
  await page.route("**/assets/faq-*.js", (route) => route.fulfill({ status: 404 }));
  const loads: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && loads.push(new URL(request.url()).pathname));
  await followFooterLink(page, "FAQ");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Frequently Asked Questions");
  await expect(page).toHaveURL(/\/faq$/);
  await page.waitForLoadState("networkidle");
  expect(loads).toEqual(["/faq"]);
});

test("a slow navigation shows its progress", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/about-us");
  let continueRequest = () => {};
  const mayContinue = new Promise<void>((resolve) => {
    continueRequest = resolve;
  });
  await page.route("**/api/page/privacy-policy", async (route) => {
    await mayContinue;
    await route.continue();
  });
  await followFooterLink(page, "Privacy Policy");
  const progress = page.getByRole("progressbar", { name: "Loading page" });
  await expect(progress).toBeVisible();
  continueRequest();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy Policy");
  await expect(progress).toBeHidden();
});

/** Delays the page's scripts; returns how to release them. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  let continueRequest = () => {};
  const mayContinue = new Promise<void>((resolve) => {
    continueRequest = resolve;
  });
  const scripts = "**/assets/*.js";
  await page.route(scripts, async (route) => {
    await mayContinue;
    await route.fallback();
  });
  return async () => {
    continueRequest();
    await page.unroute(scripts);
  };
}

test("a click before hydration shows that it waits, and is replayed after it", {
  tag: "@phone",
}, async ({ page }) => {
  const session = await makeCustomer();
  const main = page.getByRole("main");
  let continueRequest = await holdScripts(page);
  await page.goto("/product/kewra-bloom", { waitUntil: "commit" });
  const heart = main.getByRole("button", { name: "Save Kewra Bloom to your wishlist" }).first();
  // Two clicks still count as one.
  await heart.click();
  await heart.click();
  const add = main.getByRole("button", { name: /^ADD TO CART/ }).first();
  await add.click();
  await expect(add).toHaveAttribute("aria-busy", "true");
  await continueRequest();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem("wishlist"))).not.toBeNull();

  continueRequest = await holdScripts(page);
  await page.goto("/login", { waitUntil: "commit" });
  await main.getByLabel("Email Address").fill(session.email);
  await main.getByLabel("Password", { exact: true }).fill(PASSWORD);
  const login = main.getByRole("button", { name: "Login", exact: true });
  await login.click();
  await expect(login).toHaveAttribute("aria-busy", "true");
  await expect(page).toHaveURL(/\/login$/);
  await continueRequest();
  // Back to the page before the login.
  await expect(page).toHaveURL(/\/product\/kewra-bloom$/);
});

test("a quantity typed and raised before hydration is added to the cart", {
  tag: "@phone",
}, async ({ page }) => {
  await logIn(page);
  const main = page.getByRole("main");
  const continueRequest = await holdScripts(page);
  await page.goto("/product/kewra-bloom", { waitUntil: "commit" });
  await main.getByRole("textbox", { name: "Quantity", exact: true }).fill("3");
  await main.getByRole("button", { name: "Increase quantity" }).click();
  await main
    .getByRole("button", { name: /^ADD TO CART/ })
    .first()
    .click();
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/cart"));
  await continueRequest();
  expect((await sent).postDataJSON()).toMatchObject({ quantity: 4 });
  await expect(main.getByText("In your cart: 4 · View cart")).toBeVisible();
});

test.describe("footer", () => {
  test("links to the policies, to the rest and to real products", {
    tag: "@desktop",
    annotation: requirements("S2.46 to S2.54"),
  }, async ({ page, request }) => {
    await page.goto("/about-us");
    const footer = page.getByRole("contentinfo");
    const order = [
      "/terms-conditions",
      "/privacy-policy",
      "/refund-plocy",
      "/about-us",
      "/contact",
      "/tracking",
      "/products",
      "/faq",
    ];
    const links = footer.getByRole("navigation", { name: "Help and policies" }).getByRole("link");
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toEqual(order);
    for (const link of await links.all()) await expect(link).toBeVisible();

    const favourites = page.getByRole("navigation", { name: "Favourites" }).getByRole("link");
    expect(await favourites.count()).toBeGreaterThan(2);
    for (const link of await favourites.all()) {
      const href = (await link.getAttribute("href")) ?? "";
      expect(href).toMatch(/^\/product\/[a-z0-9-]+$/);
      expect((await request.get(`/api${href}`)).status(), href).toBe(200);
    }
  });

  test("says where, when and how the shop is reached, and the year", {
    tag: "@phone",
    annotation: requirements("S2.55 to S2.59, S2.62"),
  }, async ({ page, request }) => {
    const { data: shop } = await (await request.get("/api/shop")).json();
    await page.goto("/about-us");
    const footer = page.getByRole("contentinfo");
    await expect(footer.getByText(shop.address[0], { exact: true })).toBeHidden();
    await unfoldFooter(page);
    expect(shop.address.length).toBeGreaterThan(0);
    for (const line of shop.address) await expect(footer.getByText(line, { exact: true })).toBeVisible();
    await expect(footer.getByText("10:00 AM to 7:00 PM daily")).toBeVisible();
    await expect(footer.getByRole("link", { name: /WhatsApp/ })).toHaveAttribute("href", /^https:\/\/wa\.me\/\d+$/);
    expect(shop.social.length).toBeGreaterThan(0);
    for (const { name, url } of shop.social) {
      await expect(footer.getByRole("link", { name })).toHaveAttribute("href", url);
    }
    await expect(footer.getByRole("textbox", { name: "Email address" })).toHaveAttribute("type", "email");
    await expect(footer.getByText(`© ${new Date().getFullYear()}`)).toBeVisible();
  });
});
