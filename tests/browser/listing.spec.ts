/** The listing pages: /products, /bestsellers, /crazy-deals and /category/{slug}. */

import type { Locator, Page } from "@playwright/test";
import type { ProductList } from "../../contract/catalogue/schemas.ts";
import { expectAccessible } from "./accessible.ts";
import { followFooterLink, unfoldFooter } from "./footer.ts";
import { expect, requirements, test } from "./test.ts";

const cards = (page: Page) => page.getByRole("region", { name: "Products" }).getByRole("article");
const marker = (page: Page) => page.getByRole("link", { name: "Loading more..." });
const filterButton = (page: Page) => page.getByRole("button", { name: /^Filter/ });
const panel = (page: Page) => page.getByRole("dialog", { name: "Filter" });
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) <= 768;

async function openFilter(page: Page): Promise<Locator> {
  await filterButton(page).click();
  await expect(panel(page)).toBeVisible();
  return panel(page);
}

/** The API's response, so that no test depends on the demo's numbers. */
async function ask(page: Page, query: string): Promise<ProductList> {
  const response = await page.request.get(`/api/product?${query}`);
  expect(response.ok()).toBe(true);
  return response.json();
}

/** Records the queries of the page's listing requests from now on. */
function listRequests(page: Page): URLSearchParams[] {
  const calls: URLSearchParams[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    // The filter panel counts with a page of one product.
    if (pathname === "/api/product" && searchParams.get("perPage") !== "1") calls.push(searchParams);
  });
  return calls;
}

async function pricesOf(page: Page): Promise<number[]> {
  const texts = await cards(page).allInnerTexts();
  // Its button adds to the cart without the product page, so each names the MRP, also where it is the price.
  for (const text of texts) expect(text).toMatch(/MRP ₹\d/);
  return texts.map((text) => Number(/₹([\d,.]+)/.exec(text)?.[1]?.replaceAll(",", "")));
}

/** Types into the header's search box, or the drawer's on a phone. */
async function searchFor(page: Page, text: string): Promise<void> {
  if (isPhone(page) && !(await page.getByRole("dialog", { name: "Menu" }).isVisible())) {
    await page.getByRole("button", { name: "Open menu" }).click();
  }
  const scope = isPhone(page) ? page.getByRole("dialog", { name: "Menu" }) : page.getByRole("banner");
  await scope.getByRole("searchbox").fill(text);
  if (isPhone(page)) await page.getByRole("button", { name: "Close menu" }).click();
}

test.describe("the scope of a listing", () => {
  /** Expects a listing with its title, filter, sort and a grid of cards. */
  async function expectListing(page: Page, title: string): Promise<void> {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page).toHaveTitle(new RegExp(title));
    await expect(page.getByLabel("Sort By")).toBeVisible();
    await expect(filterButton(page)).toBeVisible();
    await expect(cards(page).first()).toBeVisible();
  }

  test("/products has its title, filter, sort and a grid of cards", {
    annotation: requirements("S0.05, S2.05, S2.06, S2.117, S2.119, S2.120, S2.121, R25"),
  }, async ({ page }) => {
    await page.goto("/products");
    await expectListing(page, "All Products");
  });

  test("/bestsellers has the same, and its own parameter stays beside the sort parameter", {
    tag: "@phone",
    annotation: requirements("S1.01, S2.04, S2.115, S2.119, S2.120, S2.121, S7.62, R11, R25"),
  }, async ({ page }) => {
    await page.goto("/bestsellers");
    await expectListing(page, "Best Sellers");
    const request = page.waitForRequest(/\/api\/product\?/);
    await page.getByLabel("Sort By").selectOption({ label: "Featured" });
    const query = new URL((await request).url()).searchParams;
    expect([query.get("bestseller"), query.get("isFeatured")]).toEqual(["true", "true"]);
  });

  test("a subcategory leads to its category, which has its name as title and lists only its products", {
    tag: "@phone",
    annotation: requirements("S1.02, S2.08, S2.116, S2.118"),
  }, async ({ page }) => {
    const { data: category } = await (await page.request.get("/api/category/perfumes")).json();
    const { data, totalData } = await ask(page, "category=perfumes&perPage=12");
    await page.goto("/category/floral-perfumes");
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Perfumes" }).click();
    await expect(page).toHaveURL(/\/category\/perfumes$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(category.name);
    await expect(page.getByRole("main").getByText(category.description)).toBeVisible();
    await expect(page.getByText(`${totalData} products`, { exact: true })).toBeVisible();
    await expect(cards(page).getByRole("heading")).toHaveText(data.map((product) => product.title));
    expect(new Set(data.map((product) => product.category))).toEqual(new Set([category.name]));
    await expect(page.getByLabel("Sort By")).toBeVisible();
    await expect(filterButton(page)).toBeVisible();

    // The last row has no hole: a link to the next category fills what the cards leave empty.
    const holeOf = (list: Element) => {
      const last = [...list.children].findLast((item) => item.checkVisibility()) ?? list;
      return Math.round(list.getBoundingClientRect().right - last.getBoundingClientRect().right);
    };
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => page.locator("#listing-grid").evaluate(holeOf), `${width} px`).toBe(0);
    }
  });

  test("a category without a slug is the home page", { tag: "@phone", annotation: requirements("S2.26") }, async ({
    request,
  }) => {
    for (const path of ["/category", "/category/"]) expect((await request.get(path)).url(), path).toMatch(/:\d+\/$/);
  });

  test("an unknown category is not found", { tag: "@phone" }, async ({ page, faults }) => {
    faults.expect(/404.*no-such-thing/);
    const response = await page.goto("/category/no-such-thing");
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });

  test("Crazy Deals, linked from home and menu, lists products below their MRP and in stock, with each discount once", {
    tag: "@phone",
    annotation: requirements("S2.03, S2.119, S2.120, S2.121, R14"),
  }, async ({ page }) => {
    const { totalData } = await ask(page, "deals=true");
    await page.goto("/");
    await expect(page.getByRole("banner").locator('a[href="/crazy-deals"]').first()).toBeAttached();
    await page.getByRole("main").getByRole("link", { name: "See the deals" }).click();
    await expect(page).toHaveURL(/\/crazy-deals$/);
    await expectListing(page, "Crazy Deals");
    await expect(page.getByText(`${totalData} products`, { exact: true })).toBeVisible();
    await expect(cards(page)).toHaveCount(12);
    await expect(cards(page).getByText("Out of stock")).toHaveCount(0);
    for (const card of await cards(page).all()) {
      await expect(card.getByText(/^\d+% off$/)).toBeVisible();
      await expect(card.getByText(/^MRP ₹[\d,]+$/)).toBeVisible();
    }
  });
});

test.describe("pages", () => {
  test("twelve come first, with a marker after them that loads the next, until the last page is there", {
    tag: "@phone",
    annotation: requirements("S2.123, S2.124, S4.39, S4.40, S9.09, S7.59"),
  }, async ({ page }) => {
    await page.goto("/products");
    const calls = listRequests(page);
    await expect(cards(page)).toHaveCount(12);
    const first = await cards(page).first().getByRole("heading").textContent();
    const [last, below] = await Promise.all([cards(page).last().boundingBox(), marker(page).boundingBox()]);
    expect(below?.y).toBeGreaterThanOrEqual((last?.y ?? 0) + (last?.height ?? 0));
    await marker(page).scrollIntoViewIfNeeded();
    const second = await ask(page, "page=2&perPage=12");
    await expect(cards(page)).toHaveCount(12 + second.data.length);
    expect(calls.map((call) => [call.get("page"), call.get("perPage")])).toContainEqual(["2", "12"]);
    await expect(cards(page).first().getByRole("heading")).toHaveText(first ?? "");
    await expect(cards(page).nth(12).getByRole("heading")).toHaveText(second.data[0]?.title ?? "");
    await expect(page.getByRole("status").filter({ hasText: "more products loaded" })).toContainText(
      `${second.data.length} more products loaded`,
    );
    for (let next = 3; next <= second.totalPages; next += 1) {
      await marker(page).scrollIntoViewIfNeeded();
      await expect(cards(page)).toHaveCount(Math.min(second.totalData, next * 12));
    }
    await expect(marker(page)).toHaveCount(0);
    await cards(page).last().scrollIntoViewIfNeeded();
    expect(calls.filter((call) => Number(call.get("page")) > second.totalPages)).toEqual([]);
  });

  test("a page that fails says so in place, keeps the rest, and loads with Try again", { tag: "@phone" }, async ({
    page,
    faults,
  }) => {
    faults.expect("/api/product?");
    await page.goto("/products");
    await page.route(/\/api\/product\?.*page=2/, (route) => route.abort());
    await marker(page).scrollIntoViewIfNeeded();
    await expect(page.getByRole("alert")).toContainText("We couldn’t load more products. ");
    await expect(cards(page)).toHaveCount(12);
    await page.unroute(/\/api\/product\?.*page=2/);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(cards(page)).not.toHaveCount(12);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(cards(page).nth(12).getByRole("link")).toBeFocused();
  });

  test("the keyboard loads the next page and goes on at its first card", { tag: "@desktop" }, async ({ page }) => {
    await page.addInitScript(() => {
      // Disables loading by scrolling.
      window.IntersectionObserver = class {
        observe() {}
        unobserve() {}
        disconnect() {}
      } as unknown as typeof IntersectionObserver;
    });
    await page.goto("/products");
    await marker(page).focus();
    await page.keyboard.press("Enter");
    await expect(cards(page)).not.toHaveCount(12);
    await expect(cards(page).nth(12).getByRole("link")).toBeFocused();
  });

  test("another listing, or a search, begins with page 1 again", {
    tag: "@desktop",
    annotation: requirements("S4.42, S4.43, S7.35, S7.62"),
  }, async ({ page }) => {
    const header = page.getByRole("banner");
    const loadPage2 = async () => {
      await marker(page).scrollIntoViewIfNeeded();
      await expect(cards(page)).not.toHaveCount(12);
    };
    await page.goto("/products");
    await loadPage2();
    const calls = listRequests(page);
    const category = page.waitForRequest(/\/api\/category\/perfumes$/);
    await header.getByRole("link", { name: "Perfumes", exact: true }).click();
    await category;
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Perfumes");
    await header.getByRole("link", { name: "Bestsellers" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Best Sellers");
    await header.getByRole("link", { name: "Shop All" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Products");
    await loadPage2();
    await searchFor(page, "rose");
    await expect.poll(() => calls.at(-1)?.get("search")).toBe("rose");
    expect(calls.map((call) => call.toString())).toEqual([
      "page=1&perPage=12&category=perfumes",
      "page=1&perPage=12&bestseller=true",
      "page=1&perPage=12",
      "page=2&perPage=12",
      "page=1&perPage=12&search=rose",
    ]);
  });

  test("going back restores the loaded pages and the scroll position, without a request", {
    tag: "@phone",
    annotation: requirements("S1.03, R30"),
  }, async ({ page }) => {
    // The card becomes the product's picture in a view transition.
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.goto("/products");
    await marker(page).scrollIntoViewIfNeeded();
    await expect(cards(page)).not.toHaveCount(12);
    const count = await cards(page).count();
    const card = cards(page).nth(15);
    await card.scrollIntoViewIfNeeded();
    const title = await card.getByRole("heading").textContent();
    await card.getByRole("heading").getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title ?? "");
    await expect(page).toHaveURL(/\/product\/[a-z0-9-]+$/);
    const calls = listRequests(page);
    await page.goBack();
    await expect(cards(page)).toHaveCount(count);
    await expect(cards(page).nth(15).getByRole("heading")).toBeInViewport();
    expect(calls).toEqual([]);
  });
});

test.describe("Sort By", () => {
  test("offers six orders in their order, of which each sets exactly one key", {
    tag: "@desktop",
    annotation: requirements("S4.45 to S4.51, S9.25"),
  }, async ({ page }) => {
    await page.goto("/products");
    await expect(page.getByLabel("Sort By").getByRole("option")).toHaveText([
      "Featured",
      "Best selling",
      "Price low to high",
      "Price high to low",
      "Date old to new",
      "Date new to old",
    ]);
    // No two in a row share a key, so the previous one must go.
    for (const [label, key, value] of [
      ["Featured", "isFeatured", "true"],
      ["Price low to high", "price_sort", "asc"],
      ["Best selling", "bestseller", "true"],
      ["Date old to new", "date_sort", "asc"],
      ["Price high to low", "price_sort", "desc"],
      ["Date new to old", "date_sort", "desc"],
    ] as const) {
      const request = page.waitForRequest(/\/api\/product\?page=1&/);
      await page.getByLabel("Sort By").selectOption({ label });
      const query = new URL((await request).url()).searchParams;
      const keys = ["isFeatured", "bestseller", "price_sort", "date_sort"].filter((name) => query.has(name));
      expect(keys, label).toEqual([key]);
      expect(query.get(key), label).toBe(value);
      expect(query.get("page"), label).toBe("1");
    }
  });

  test("says that Featured and Best selling list fewer products, and leads back to all", {
    tag: "@phone",
    annotation: requirements("S4.45, S4.46, R11, R35"),
  }, async ({ page }) => {
    const all = await ask(page, "page=1");
    for (const [sort, key, kind] of [
      ["featured", "isFeatured", "featured"],
      ["bestselling", "bestseller", "best-selling"],
    ] as const) {
      const narrowed = await ask(page, `page=1&${key}=true`);
      await page.goto(`/products?sort=${sort}`);
      await expect(page.getByText(`${narrowed.totalData} ${kind} products`, { exact: true })).toBeVisible();
      await page.getByRole("link", { name: "Show all products" }).click();
      await expect(page).toHaveURL(/\/products$/);
      await expect(page.getByText(`${all.totalData} products`, { exact: true })).toBeVisible();
    }
  });

  test("orders by price and replaces the list with page 1; nothing is stored for a visitor who only browses", {
    tag: "@phone",
    annotation: requirements("S4.38, S4.41, S4.47, S9.52"),
  }, async ({ page, context }) => {
    await page.goto("/products");
    await marker(page).scrollIntoViewIfNeeded();
    await expect(cards(page)).not.toHaveCount(12);
    const calls = listRequests(page);
    await page.getByLabel("Sort By").selectOption({ label: "Price low to high" });
    await expect(page).toHaveURL(/sort=price-asc/);
    await expect(cards(page)).toHaveCount(12);
    expect(calls[0]?.get("page")).toBe("1");
    const prices = await pricesOf(page);
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
    await page.goBack();
    await expect(page).toHaveURL(/\/products$/);
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
    expect(await context.cookies()).toEqual([]);
  });

  test("an order that is chosen, or a search that is typed, before hydration is not lost", { tag: "@desktop" }, async ({
    page,
  }) => {
    let continueRequest = () => {};
    const mayContinue = new Promise<void>((resolve) => {
      continueRequest = resolve;
    });
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await mayContinue;
      await route.continue();
    });
    await page.goto("/products", { waitUntil: "commit" });
    await page.getByLabel("Sort By").selectOption({ label: "Price low to high" });
    continueRequest();
    await expect(page).toHaveURL(/sort=price-asc/);
    await expect(page.getByLabel("Sort By")).toHaveValue("price-asc");

    await page.unroute(/\/assets\/.*\.js/);
    const again = new Promise<void>((resolve) => {
      continueRequest = resolve;
    });
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await again;
      await route.continue();
    });
    await page.goto("/about-us", { waitUntil: "commit" });
    await page.getByRole("banner").getByRole("searchbox").fill("attar");
    continueRequest();
    await expect(page).toHaveURL(/\/products\?search=attar$/);
  });

  test("the last of quick changes wins, however late the other responses are", { tag: "@phone" }, async ({ page }) => {
    await page.goto("/products");
    const delays: Record<string, number> = { "price_sort=asc": 900, "date_sort=asc": 500 };
    await page.route(/\/api\/product\?/, async (route) => {
      const delay = Object.entries(delays).find(([key]) => route.request().url().includes(key))?.[1] ?? 0;
      await new Promise((resolve) => setTimeout(resolve, delay));
      await route.continue().catch(() => {});
    });
    for (const label of ["Price low to high", "Date old to new", "Price high to low"])
      await page.getByLabel("Sort By").selectOption({ label });
    const { data } = await ask(page, "perPage=12&price_sort=desc");
    await expect(cards(page).getByRole("heading")).toHaveText(data.map(({ title }) => title));
  });

  test("a sort that is none of the six clears the sort", {
    tag: "@desktop",
    annotation: requirements("S4.52"),
  }, async ({ page }) => {
    const { data } = await ask(page, "page=1&perPage=12");
    await page.goto("/products?sort=cheapest");
    await expect(cards(page).getByRole("heading")).toHaveText(data.map(({ title }) => title));
  });
});

test.describe("search", () => {
  test("typing lists what it finds from page 1 on; nothing found says No Product Found and leads back to everything", {
    tag: "@phone",
    annotation: requirements("S2.38, S2.122, S3.34, S4.43, S7.61, S7.63"),
  }, async ({ page }) => {
    await page.goto("/products");
    const request = page.waitForRequest((request) => new URL(request.url()).searchParams.get("search") === "sandal");
    await searchFor(page, "sandal");
    expect(new URL((await request).url()).searchParams.get("page")).toBe("1");
    const { totalData, totalPages } = await ask(page, "search=sandal&perPage=12");
    await expect(page.getByText(`${totalData} products`, { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/products\?search=sandal$/);
    expect(totalPages).toBe(2);
    const next = page.waitForRequest(/\/api\/product\?page=2&/);
    await marker(page).scrollIntoViewIfNeeded();
    expect(new URL((await next).url()).searchParams.get("search")).toBe("sandal");
    await expect(cards(page)).toHaveCount(totalData);

    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Results for “sandal”");

    await page.evaluate(() => window.scrollTo(0, 0));
    await searchFor(page, "zzzzqqqq");
    await expect(page.getByText("No Product Found", { exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nothing we make goes by “zzzzqqqq”");
    await expect(filterButton(page)).toBeHidden();
    await expect(page.getByRole("region", { name: "What others come back for" }).getByRole("article")).toHaveCount(4);
    await expect(page.getByRole("link", { name: "Rose", exact: true })).toHaveAttribute(
      "href",
      "/products?search=Rose",
    );
    await expectAccessible(page, "main");
    const all = await ask(page, "page=1");
    await page.getByRole("link", { name: "Clear search", exact: true }).click();
    await expect(page.getByText(`${all.totalData} products`, { exact: true })).toBeVisible();
  });

  test("a phone's results have the search in a field, to change and to clear", { tag: "@phone" }, async ({ page }) => {
    await page.goto("/products?search=rose");
    const form = page.getByRole("main").getByRole("search");
    await expect(form.getByRole("searchbox")).toHaveValue("rose");
    await form.getByRole("searchbox").fill("neem");
    await form.getByRole("searchbox").press("Enter");
    await expect(page).toHaveURL(/\/products\?search=neem$/);
    await expect(form.getByRole("searchbox")).toHaveValue("neem");
    await form.getByRole("link", { name: "Clear search" }).click();
    await expect(page).toHaveURL(/\/products$/);
  });

  test("typing on another page navigates to /products", {
    tag: "@desktop",
    annotation: requirements("S2.39, S2.41, R4"),
  }, async ({ page }) => {
    await page.goto("/category/perfumes");
    await searchFor(page, "neem");
    await expect(page).toHaveURL(/\/products\?search=neem$/);
    await expect(cards(page).first()).toContainText(/neem/i);
  });

  test("the box is cleared when the listing is left, its URL keeps the text, and the next page begins at its top", {
    tag: "@phone",
    annotation: requirements("S2.27, S4.44, R4"),
  }, async ({ page }) => {
    await page.goto("/products");
    const { totalData } = await ask(page, "page=1");
    await searchFor(page, "neem");
    await expect(page.getByText(`${totalData} products`, { exact: true })).toBeHidden();
    await unfoldFooter(page);
    const link = page.getByRole("contentinfo").getByRole("link", { name: "About Us" });
    await link.scrollIntoViewIfNeeded();
    const scrolled = () => page.evaluate(() => window.scrollY);
    await expect.poll(scrolled).toBeGreaterThan(0);
    await link.click();
    await expect(page).toHaveURL(/about-us/);
    await expect.poll(scrolled).toBe(0);
    const box = page.locator("input[name=search]").first();
    await expect(box).toHaveValue("");
    await page.goBack();
    await expect(box).toHaveValue("neem");
    await page.reload();
    await expect(box).toHaveValue("neem");
    await followFooterLink(page, "All Products");
    await expect(page.getByText(`${totalData} products`, { exact: true })).toBeVisible();
    await expect(box).toHaveValue("");
  });

  test("a search in the URL fills the box and stays while the listing is sorted", { tag: "@phone" }, async ({
    page,
  }) => {
    const { totalData } = await ask(page, "search=rose");
    await page.goto("/products?search=rose");
    await page.getByLabel("Sort By").selectOption({ label: "Price low to high" });
    await expect(page).toHaveURL(/\/products\?search=rose&sort=price-asc$/);
    await expect(page.locator("input[name=search]").first()).toHaveValue("rose");
    await expect(page.getByText(`${totalData} products`, { exact: true })).toBeVisible();
  });
});

test.describe("filter panel", () => {
  test("opens and closes, takes the focus and returns it; an outside click closes it and applies nothing", {
    annotation: requirements("S2.119, S4.55, S4.56"),
  }, async ({ page }) => {
    await page.goto("/products");
    const calls = listRequests(page);
    const dialog = await openFilter(page);
    await expect(dialog.locator(":focus")).toHaveCount(1);
    if (isPhone(page)) await dialog.getByRole("button", { name: "Close filter" }).click();
    else await filterButton(page).click();
    await expect(dialog).toBeHidden();
    await expect(filterButton(page)).toBeFocused();
    await openFilter(page);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(filterButton(page)).toBeFocused();

    await openFilter(page);
    await dialog.getByRole("checkbox").first().check();
    await page.mouse.click(5, 20);
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/products$/);
    expect(calls).toEqual([]);
    await expect((await openFilter(page)).getByRole("checkbox", { checked: true })).toHaveCount(0);
  });

  test("the price slider goes from 0 to 10000 by 100, begins at 2500 and 7500, narrowing nothing, and keeps a gap of 1000", {
    tag: "@phone",
    annotation: requirements("S9.17 to S9.20, R26"),
  }, async ({ page }) => {
    await page.goto("/products");
    const calls = listRequests(page);
    const dialog = await openFilter(page);
    const low = dialog.getByRole("slider", { name: "Lowest price" });
    const high = dialog.getByRole("slider", { name: "Highest price" });
    for (const thumb of [low, high]) {
      await expect(thumb).toHaveAttribute("min", "0");
      await expect(thumb).toHaveAttribute("max", "10000");
    }
    await expect(low).toHaveValue("2500");
    await expect(high).toHaveValue("7500");
    await low.press("ArrowRight");
    await expect(low).toHaveValue("2600");
    await high.press("ArrowLeft");
    await expect(high).toHaveValue("7400");
    await expect(dialog.getByText("₹2,600")).toBeVisible();
    await low.press("ArrowLeft");
    await expect(low).toHaveValue("2500");
    await high.press("ArrowRight");
    await expect(high).toHaveValue("7500");

    await low.fill("6500");
    await low.press("ArrowRight");
    await expect(low).toHaveValue("6500");
    await low.press("ArrowLeft");
    await expect(low).toHaveValue("6400");
    await low.press("End");
    await expect(low).toHaveValue("6500");
    await expect(high).toHaveValue("7500");
    expect(calls).toEqual([]);
  });

  test("Apply filters and closes", { tag: "@desktop", annotation: requirements("S4.57, S9.21") }, async ({ page }) => {
    await page.goto("/products");
    const { totalData } = await ask(page, "min_price=1000&max_price=3000");
    const dialog = await openFilter(page);
    await dialog.getByRole("slider", { name: "Lowest price" }).fill("1000");
    await dialog.getByRole("slider", { name: "Highest price" }).fill("3000");
    await dialog.getByRole("button", { name: "Apply" }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/min_price=1000&max_price=3000/);
    await expect(page.getByText(`${totalData} products`, { exact: true })).toBeVisible();
    for (const price of await pricesOf(page)) {
      expect(price).toBeGreaterThanOrEqual(1000);
      expect(price).toBeLessThanOrEqual(3000);
    }
  });

  test("offers every note with the count that selecting it lists, and the counts of availability", {
    tag: "@phone",
    annotation: requirements("S9.22, S9.23"),
  }, async ({ page }) => {
    const [{ facets }, inStock, outOfStock] = await Promise.all([
      ask(page, "page=1"),
      ask(page, "availability=in_stock"),
      ask(page, "availability=out_of_stock"),
    ]);
    await page.goto("/products");
    const dialog = await openFilter(page);
    const availability = dialog.getByRole("group", { name: "Availability" });
    await expect(availability.locator("label", { hasText: "In stock" })).toContainText(`(${inStock.totalData})`);
    await expect(availability.locator("label", { hasText: "Out of stock" })).toContainText(`(${outOfStock.totalData})`);
    const notes = dialog.getByRole("group", { name: "Fragrance notes" });
    const count = /\((\d+)\)/.exec((await notes.locator("label").first().textContent()) ?? "")?.[1];
    await notes.getByRole("button", { name: /Show all/ }).click();
    await expect(notes.getByRole("checkbox")).toHaveCount(facets.notes.length);
    await notes.getByRole("checkbox").first().check();
    await dialog.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByText(new RegExp(`^${count} products?$`))).toBeVisible();
  });

  test("a note and In stock filter together, an untouched slider not at all, and a size; each has a chip that removes it", {
    tag: "@phone",
    annotation: requirements("S9.24, R26"),
  }, async ({ page }) => {
    const { facets } = await ask(page, "page=1");
    const note = facets.notes[0]?.name ?? "";
    const [both, one] = await Promise.all([
      ask(page, `notes=${note}&availability=in_stock`),
      ask(page, "availability=in_stock"),
    ]);
    await page.goto("/products");
    const dialog = await openFilter(page);
    await dialog.getByLabel(note).first().check();
    await dialog.getByLabel("In stock").check();
    await dialog.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByText(`${both.totalData} products`, { exact: true })).toBeVisible();
    expect([...new URL(page.url()).searchParams.keys()].sort()).toEqual(["availability", "notes"]);
    await page.getByRole("link", { name: `Remove ${note}` }).click();
    await expect(page).toHaveURL(/\?availability=in_stock$/);
    await expect(page.getByText(`${one.totalData} products`, { exact: true })).toBeVisible();
    await expect(filterButton(page)).toBeFocused();
    await page.getByRole("link", { name: "Remove In stock" }).click();
    await expect(page).toHaveURL(/\/products$/);

    const sized = await ask(page, "sizes=10%20ml");
    expect(sized.facets.sizes).toContainEqual({ name: "10 ml", count: sized.totalData });
    await openFilter(page);
    const sizes = dialog.getByRole("group", { name: "Size", exact: true });
    await sizes.getByLabel(`10 ml (${sized.totalData})`).check();
    await dialog.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(/\?sizes=10\+ml$/);
    await expect(page.getByText(`${sized.totalData} products`, { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Remove 10 ml" }).click();
    await expect(page).toHaveURL(/\/products$/);
  });

  test("Clear resets and closes", { tag: "@phone", annotation: requirements("S4.58") }, async ({ page }) => {
    const { totalData } = await ask(page, "page=1");
    await page.goto("/products?min_price=1000&max_price=3000&availability=in_stock");
    const dialog = await openFilter(page);
    await expect(dialog.getByRole("slider", { name: "Lowest price" })).toHaveValue("1000");
    await dialog.getByRole("button", { name: "Clear" }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/products$/);
    await expect(page.getByText(`${totalData} products`, { exact: true })).toBeVisible();
    await openFilter(page);
    await expect(dialog.getByRole("slider", { name: "Lowest price" })).toHaveValue("2500");
    await expect(dialog.getByRole("slider", { name: "Highest price" })).toHaveValue("7500");
    await expect(dialog.getByRole("checkbox", { checked: true })).toHaveCount(0);
  });
});

test("each card has a heart that fills at once, and a guest's is stored", {
  tag: "@phone",
  annotation: requirements("S2.125, S2.126, S2.127"),
}, async ({ page }) => {
  await page.goto("/products");
  const hearts = cards(page).getByRole("button", { name: /to your wishlist$/ });
  await expect(hearts).toHaveCount(12);
  await hearts.first().click();
  await expect(hearts.first()).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(hearts.first()).toHaveAttribute("aria-pressed", "true");
  await hearts.first().click();
  await expect(hearts.first()).toHaveAttribute("aria-pressed", "false");
});

test("a first page that fails can be retried", { tag: "@phone" }, async ({ page, faults }) => {
  faults.expect("/api/product?");
  await page.goto("/products");
  const sortBy = (label: string) => page.getByLabel("Sort By").selectOption({ label });
  const fail = () =>
    page.route(/\/api\/product\?/, (route) =>
      route.fulfill({ status: 503, json: { success: false, statusCode: 503, message: "Too busy just now." } }),
    );
  await fail();
  await sortBy("Price low to high");
  await expect(page.getByRole("alert")).toContainText(/couldn’t load the products.*Too busy just now\./s);
  await page.unroute(/\/api\/product\?/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(cards(page)).toHaveCount(12);

  // Another query works meanwhile, and the first one on returning.
  await fail();
  await sortBy("Price high to low");
  await expect(page.getByRole("alert")).toContainText(/couldn’t load the products.*Too busy just now\./s);
  await page.unroute(/\/api\/product\?/);
  for (const label of ["Price low to high", "Price high to low"]) {
    await sortBy(label);
    await expect(cards(page)).toHaveCount(12);
    await expect(page.getByRole("alert")).toHaveCount(0);
  }
});

test("768 pixels get the phone's layout, 769 do not, and nothing is wider than the window", {
  tag: "@phone",
  annotation: requirements("S9.35"),
}, async ({ page }) => {
  for (const path of ["/products?notes=Rose,Musk&sort=price-asc", "/category/floral-perfumes", "/crazy-deals"]) {
    await page.goto(path);
    for (const width of [360, 768, 769]) {
      await page.setViewportSize({ width, height: 740 });
      await expect(page.getByRole("button", { name: "Open menu" })).toBeVisible({ visible: width <= 768 });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `${path} at ${width}`,
      ).toBeLessThanOrEqual(width);
    }
  }
});

test("results of a search arrive undimmed from the server", { tag: "@desktop" }, async ({ request }) => {
  const html = await (await request.get("/products?search=rose")).text();
  expect(html).toContain("Rose Water Toner");
  expect(html).not.toContain('aria-busy="true"');
});

test("no crawler is led from a narrowed search to the next one", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/products?search=attar&notes=Rose");
  for (const name of ["Notes in these products", "Active filters"]) {
    const links = page.getByRole("list", { name }).getByRole("link");
    await expect(links.first()).toHaveAttribute("rel", "nofollow");
    for (const link of await links.all()) await expect(link).toHaveAttribute("rel", "nofollow");
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("search, sort and pages are plain forms and links", { tag: "@phone" }, async ({ page, faults }) => {
    // Without scripts, the browser reports blocked preloads.
    faults.expect(/\.js csp$/);
    await page.goto("/products?search=rose");
    await expect(page.getByRole("article").first()).toContainText(/rose/i);
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");

    await page.goto("/products");
    await marker(page).click();
    await expect(page).toHaveURL(/\?page=2$/);
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", /\/products\?page=2$/);
    await page.getByRole("link", { name: "Previous page" }).click();
    await expect(page).toHaveURL(/\/products$/);

    await page.getByLabel("Sort By").selectOption({ label: "Price low to high" });
    await page.getByRole("button", { name: "Sort", exact: true }).click();
    await expect(page).toHaveURL(/sort=price-asc/);
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", /\/products$/);
    const prices = await pricesOf(page);
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
  });
});
