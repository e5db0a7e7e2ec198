/** The product page: pictures, buy box, texts, similar products, reviews. */

import type { APIRequestContext, Locator, Page } from "@playwright/test";
import type { Product } from "../../contract/catalogue/schemas.ts";
import type { ReviewList } from "../../contract/reviews/schemas.ts";
import { expectAccessible } from "./accessible.ts";
import { putIntoCart } from "./buying.ts";
import { followFooterLink } from "./footer.ts";
import { logIn } from "./people.ts";
import { expect, requirements, test } from "./test.ts";

/** Three pictures, a discount, all notes, 26 reviews. */
const PERFUME = "kewra-bloom";
/** One page of reviews plus one. */
const SIX_REVIEWS = "cardamom-amber";
const FIVE_REVIEWS = "saffron-night-cream";
/** Sold at its MRP. */
const NO_REVIEWS = "midnight-champa";
const SOLD_OUT = "shamama-attar";

const gallery = (page: Page) => page.getByRole("region", { name: /^Pictures of/ });
const pictures = (page: Page) => gallery(page).getByRole("list", { name: /pictures?$/ });
const mainPicture = (page: Page) => pictures(page).getByRole("img").first();
const thumbnail = (page: Page, number: number) =>
  gallery(page).getByRole("button", { name: new RegExp(`^Show picture ${number} of`) });
const quantity = (page: Page) => page.getByRole("textbox", { name: "Quantity", exact: true });
const paired = (page: Page) => page.getByRole("region", { name: "Best paired with" });
const reviews = (page: Page) => page.getByRole("region", { name: "Customer Reviews" });
const written = (page: Page) => reviews(page).getByRole("article", { name: /^Review by/ });
const loadMore = (page: Page) => reviews(page).getByRole("button", { name: "Load More" });
const writing = (page: Page) => page.getByRole("dialog", { name: /^Write a review/ });
const section = (page: Page, title: string) =>
  page.locator("details").filter({ has: page.locator("summary").getByText(title, { exact: true }) });

async function open(page: Page, slug: string): Promise<void> {
  await page.goto(`/product/${slug}`);
}

async function read(request: APIRequestContext, slug: string): Promise<Product> {
  const response = await request.get(`/api/product/${slug}`);
  return (await response.json()).data;
}

const rupees = (amount: number) => `₹${amount.toLocaleString("en-IN")}`;

async function openReviewWindow(page: Page): Promise<void> {
  await reviews(page).getByRole("button", { name: "Write a review" }).click();
  await expect(writing(page)).toBeVisible();
}

/** Opens the sections below the first, which is open. */
async function openSections(page: Page): Promise<void> {
  for (const title of ["How to use", "Perfume notes", "Faqs"]) await section(page, title).locator("summary").click();
}

test.describe("the product's details", () => {
  test("title, rating, sub title, price with discount and MRP, what it includes and the description are shown in this order, accessibly, and a phone's bar keeps the button in sight", {
    annotation: requirements("S0.03, S2.07, S2.132 to S2.138, S2.145, S7.32, S9.52, R34, WCAG 2.2 AA"),
  }, async ({ page, request, isMobile }) => {
    const product = await read(request, PERFUME);
    expect(product.slug).toBe(PERFUME);
    await page.goto(`/product/${PERFUME}`);
    const main = page.getByRole("main");
    const bar = page.getByRole("complementary", { name: "Buy" });
    await expect(bar).toBeVisible({ visible: isMobile });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(product.title);
    await expect(main.getByText(product.sub_title, { exact: true }).first()).toBeVisible();
    const rating = main.getByRole("link", { name: /reviews/ }).first();
    await expect(rating).toContainText(String(product.rating));
    await expect(rating).toContainText(String(product.review));
    await expect(main.getByText(rupees(product.price), { exact: true }).first()).toBeVisible();
    await expect(main.getByText(`MRP ${rupees(product.originalPrice ?? 0)}`)).toBeVisible();
    await expect(main.getByText("17% off").first()).toBeVisible();
    await expect(main.getByText("Inclusive of all taxes", { exact: true })).toBeVisible();
    for (const paragraph of product.desc.split("\n\n")) await expect(main.getByText(paragraph)).toBeVisible();
    expect(product.originStory).not.toBe("");
    await expect(main.getByText(product.originStory)).toBeVisible();

    // biome-ignore lint/performance/useDomNodeTextContent: the visible text, capitals included
    const seen = await page.getByRole("main").innerText();
    const parts = [
      product.title,
      `(${product.review}`,
      product.sub_title,
      rupees(product.price),
      "17% off",
      `MRP ${rupees(product.originalPrice ?? 0)}`,
      "Inclusive of all taxes",
      "Long Lasting",
      "IFRA - Certified",
      "Imported Oils",
      "Made In India",
    ];
    const places = parts.map((part) => seen.indexOf(part));
    expect(places, parts.join(" | ")).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));

    await openSections(page);
    await expectAccessible(page);

    // Of the server's response, also once the page is hydrated.
    const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
    const data = blocks.map((block) => JSON.parse(block)).find(({ productGroupID }) => productGroupID === PERFUME);
    expect(data.hasVariant.map(({ offers }: { offers: object }) => offers)).toContainEqual(
      expect.objectContaining({ price: 2499, priceSpecification: expect.objectContaining({ price: 2999 }) }),
    );

    await quantity(page).scrollIntoViewIfNeeded();
    await expect(bar).toBeHidden();
    await page.getByRole("heading", { name: "Customer Reviews" }).scrollIntoViewIfNeeded();
    if (!isMobile) {
      await expect(bar).toBeHidden();
      return;
    }
    await expect(bar.getByRole("button", { name: /^ADD TO CART/ })).toBeInViewport({ ratio: 1 });
    await expect(bar).toContainText("₹2,499");
    // The page's end is not covered.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const [foot, top] = [await page.getByRole("contentinfo").boundingBox(), await bar.boundingBox()];
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual((top?.y ?? 0) + 1);
  });

  test("a product that nobody rated shows the default rating with 0 reviews; sold at its MRP it says so, and names no discount", {
    tag: "@phone",
    annotation: requirements("S3.17, S3.19, S5.52, S9.15, WCAG 2.2 AA"),
  }, async ({ page }) => {
    await page.goto(`/product/${NO_REVIEWS}`);
    await expect(page.getByText("Inclusive of all taxes", { exact: true })).toBeVisible();
    const { price } = await read(page.request, NO_REVIEWS);
    await expect(page.getByText(`MRP ${rupees(price)}`, { exact: true }).first()).toBeVisible();
    // Similar products may be discounted; none of the struck prices is the product's own.
    expect(await page.locator("s").count()).toBe(await paired(page).locator("s").count());
    const rating = page
      .getByRole("main")
      .getByRole("link", { name: /reviews/ })
      .first();
    await expect(rating.getByRole("img", { name: "4 out of 5 stars, 0 reviews" })).toBeVisible();
    await expect(reviews(page).getByText("No reviews yet.")).toBeVisible();
    await expect(loadMore(page)).toHaveCount(0);
    await openSections(page);
    await expectAccessible(page);
    await page.getByRole("main").getByRole("link", { name: "Floral Perfumes", exact: true }).click();
    const card = page
      .getByRole("region", { name: "Products" })
      .getByRole("article")
      .filter({ hasText: "Midnight Champa" });
    await expect(card.getByRole("img", { name: "4 out of 5 stars, 0 reviews" })).toBeVisible();
  });

  test("an unknown product gets 404 and a link", { tag: "@phone" }, async ({ page, faults }) => {
    faults.expect("404");
    const response = await page.goto("/product/no-such-product");
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("main").getByRole("link", { name: "See all products" })).toBeVisible();
  });

  test("search engines get the product, its offer, its rating and its breadcrumbs", { tag: "@desktop" }, async ({
    request,
  }) => {
    const htmlOf = async (path: string) => (await request.get(`/product/${path}`)).text();
    const readStructuredData = async (slug: string) => {
      const blocks = (await htmlOf(slug)).matchAll(/<script[^>]* type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs);
      return [...blocks].map(([, block = ""]) => JSON.parse(block)) as Record<string, unknown>[];
    };
    const perfume = await read(request, PERFUME);
    const blocks = await readStructuredData(PERFUME);
    expect(blocks.find((block) => block["@type"] === "ProductGroup")).toMatchObject({
      name: perfume.title,
      variesBy: ["https://schema.org/size"],
      aggregateRating: { ratingValue: perfume.rating, reviewCount: perfume.review },
      hasVariant: perfume.variants.map(({ sku, label, price }) => ({ sku, size: label, offers: { price } })),
    });
    const product = await read(request, FIVE_REVIEWS);
    expect((await readStructuredData(FIVE_REVIEWS)).find((block) => block["@type"] === "Product")).toMatchObject({
      name: product.title,
      sku: product.sku,
      offers: { price: product.price, priceCurrency: "INR", availability: "https://schema.org/InStock" },
      aggregateRating: { ratingValue: product.rating, reviewCount: product.review },
      image: product.images.map(() => expect.stringMatching(/^https?:\/\//)),
    });
    expect(blocks.find((block) => block["@type"] === "BreadcrumbList")).toBeTruthy();
    const html = await htmlOf(`${PERFUME}?size=10-ml`);
    const small = perfume.variants.find(({ label }) => label === "10 ml");
    expect(small?.price).not.toBe(perfume.price);
    expect(html).toContain(`<meta property="product:price:amount" content="${small?.price}"/>`);
    const checked = html
      .match(/<input type="radio"[^>]*name="size"[^>]*>/g)
      ?.filter((input) => input.includes("checked"));
    expect(checked).toEqual([expect.stringContaining(`value="${small?._id}"`)]);
    expect(html).toMatch(new RegExp(`<link rel="canonical" href="http[^"]*/product/${PERFUME}"`));
    expect(html).toContain('<meta property="og:type" content="product"');
    const unrated = (await readStructuredData(NO_REVIEWS)).find((block) => block["@type"] === "ProductGroup");
    expect(unrated).toBeDefined();
    expect(unrated).not.toHaveProperty("aggregateRating");
  });
});

test.describe("the sizes of a product", () => {
  const sizes = (page: Page) => page.getByRole("group", { name: "Size" });
  const size = (page: Page, label: string) => sizes(page).getByRole("radio", { name: new RegExp(`^${label}`) });

  test("are chosen with price and unit price of each, and put into the cart as items of their own", {
    tag: "@phone",
    annotation: requirements("R38"),
  }, async ({ page, request }) => {
    await logIn(page);
    const product = await read(request, PERFUME);
    const small = product.variants.find(({ label }) => label === "10 ml");
    if (!small) throw new Error("the demo has no 10 ml");
    await open(page, PERFUME);
    await expect(size(page, "50 ml")).toBeChecked();
    await expect(sizes(page).getByText("/ml").first()).toBeVisible();
    await sizes(page).getByText("10 ml", { exact: true }).click();
    await expect(size(page, "10 ml")).toBeChecked();
    await expect(page).toHaveURL(/\?size=10-ml$/);
    const main = page.getByRole("main");
    // The page stays where it is, so the price is in sight, and the bar with the button is not.
    await expect(
      main
        .getByText(new RegExp(`^(MRP )?${rupees(small.price)}$`))
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    await expect(page.getByRole("complementary", { name: "Buy" })).toBeHidden();
    const stored = page.waitForResponse((one) => one.request().method() === "POST" && one.url().endsWith("/api/cart"));
    await main
      .getByRole("button", { name: /^ADD TO CART/ })
      .first()
      .click();
    expect((await stored).request().postDataJSON()).toEqual({
      product_id: product._id,
      variant_id: small._id,
      quantity: 1,
    });
    await expect(main.getByText(/In your cart: 1/)).toBeVisible();
    await page.goto("/cart");
    const row = page.getByRole("row").filter({ hasText: "10 ml" });
    await expect(row.getByRole("link", { name: product.title })).toHaveAttribute(
      "href",
      `/product/${PERFUME}?size=10-ml`,
    );
    await row.getByRole("link", { name: product.title }).click();
    await expect(size(page, "10 ml")).toBeChecked();
    await main
      .getByRole("button", { name: /^REMOVE FROM CART/ })
      .first()
      .click();
    await expect(main.getByRole("button", { name: /^ADD TO CART/ }).first()).toBeVisible();
  });

  test("that are sold out are shown by their own URL alone, and cannot be chosen", { tag: "@phone" }, async ({
    page,
    request,
  }) => {
    await page.goto("/product/mogra-nights");
    await expect(size(page, "100 ml")).toBeDisabled();
    await expect(sizes(page).getByText("Sold out")).toBeVisible();
    await expect(size(page, "50 ml")).toBeChecked();
    await page.goto("/product/mogra-nights?size=100-ml");
    await expect(size(page, "100 ml")).toBeChecked();
    await expect(page.getByRole("complementary", { name: "Buy" })).toHaveCount(0);
    const { variants } = await read(request, "mogra-nights");
    const large = variants.find(({ label }) => label === "100 ml");
    expect(large?.availability).toBe("out_of_stock");
    await expect(page.locator('meta[property="product:price:amount"]')).toHaveAttribute("content", `${large?.price}`);
    await sizes(page).getByText("50 ml", { exact: true }).click();
    await expect(size(page, "50 ml")).toBeChecked();
  });
});

test.describe("pictures", () => {
  test("each has a thumbnail, which brings it up; on a phone the row is swiped, and its number is announced", {
    annotation: requirements("S2.130, S3.20, S3.55"),
  }, async ({ page, request, isMobile }) => {
    const { images } = await read(request, PERFUME);
    await open(page, PERFUME);
    await expect(gallery(page).getByRole("button", { name: /^Show picture/ })).toHaveCount(images.length);
    await expect(mainPicture(page)).toHaveAttribute("src", `/media${images[0]?.path}`);
    await expect(mainPicture(page)).toBeInViewport({ ratio: 0.9 });
    // Pictures at every width (R47).
    await expect(thumbnail(page, 2).locator("img")).toBeVisible();
    await thumbnail(page, 2).click();
    await expect(pictures(page).getByRole("img").nth(1)).toBeInViewport({ ratio: 0.9 });
    await expect(mainPicture(page)).not.toBeInViewport({ ratio: 0.1 });
    await expect(thumbnail(page, 2)).toHaveAttribute("aria-current", "true");
    await expect(thumbnail(page, 1)).toHaveAttribute("aria-current", "false");
    if (!isMobile) return;
    await expect(gallery(page).getByText("Picture 2 of 3")).toBeAttached();
    await pictures(page).evaluate((row) => row.scrollBy({ left: row.clientWidth }));
    await expect(gallery(page).getByText("Picture 3 of 3")).toBeAttached();
  });

  test("arrow keys go from thumbnail to thumbnail; hovering the picture zooms to scale 2, leaving it to 1", {
    tag: "@desktop",
    annotation: requirements("S2.131, S9.16"),
  }, async ({ page }) => {
    await open(page, PERFUME);
    await thumbnail(page, 1).focus();
    await page.keyboard.press("ArrowRight");
    await expect(thumbnail(page, 2)).toBeFocused();
    await expect(thumbnail(page, 2)).toHaveAttribute("aria-current", "true");
    await page.keyboard.press("End");
    await expect(thumbnail(page, 3)).toBeFocused();
    await expect(thumbnail(page, 3)).toHaveAttribute("aria-current", "true");
    await page.keyboard.press("Home");
    await expect(thumbnail(page, 1)).toBeFocused();
    await expect(mainPicture(page)).toBeInViewport({ ratio: 0.9 });

    await mainPicture(page).hover({ position: { x: 40, y: 60 } });
    await expect(mainPicture(page)).toHaveCSS("transform", "matrix(2, 0, 0, 2, 0, 0)");
    const [before] = await origin(mainPicture(page));
    await page.mouse.move(500, 500);
    await expect.poll(async () => (await origin(mainPicture(page)))[0]).toBeGreaterThan(before);
    await page.getByRole("heading", { level: 1 }).hover();
    await expect(mainPicture(page)).toHaveCSS("transform", "matrix(1, 0, 0, 1, 0, 0)");
  });

  test("it is zoomed only once the copy that is sharp at that size is there", { tag: "@desktop" }, async ({ page }) => {
    let continueRequest = () => {};
    const mayContinue = new Promise<void>((resolve) => {
      continueRequest = resolve;
    });
    // No other test zooms it: a browser shows a sharper copy that it has at once.
    await open(page, SIX_REVIEWS);
    const usual = await mainPicture(page).evaluate((image: HTMLImageElement) => image.currentSrc);
    await page.route("**/media/**", async (route) => {
      await mayContinue;
      await route.fallback();
    });
    const request = page.waitForRequest("**/media/**");
    await mainPicture(page).hover({ position: { x: 40, y: 60 } });
    expect((await request).url()).not.toContain(new URL(usual).pathname);
    await page.mouse.move(400, 400);
    await expect(mainPicture(page)).toHaveCSS("transform", "matrix(1, 0, 0, 1, 0, 0)");
    expect(await mainPicture(page).evaluate((image: HTMLImageElement) => image.currentSrc)).toBe(usual);
    continueRequest();
    await expect(mainPicture(page)).toHaveCSS("transform", "matrix(2, 0, 0, 2, 0, 0)");
    const { shown, width } = await mainPicture(page).evaluate((image: HTMLImageElement) => ({
      shown: image.naturalWidth,
      width: image.clientWidth,
    }));
    expect(shown).toBeGreaterThanOrEqual(Math.min(width * 2, 1080));
  });
});

async function origin(picture: Locator): Promise<[number, number]> {
  const text = await picture.evaluate((element) => getComputedStyle(element).transformOrigin);
  const [x = 0, y = 0] = text.split(" ").map(Number.parseFloat);
  return [x, y];
}

test.describe("buying", () => {
  test("a product opened from a card is read with its reviews; one that is in the cart has no stepper, also before the cart is known", {
    tag: "@phone",
    annotation: requirements("S3.25, S7.31, S7.37, R9, R33"),
  }, async ({ page }) => {
    const product = await read(page.request, PERFUME);
    const session = await logIn(page);
    await putIntoCart(page, session, product, 2);
    let continueRequest = () => {};
    const mayContinue = new Promise<void>((resolve) => {
      continueRequest = resolve;
    });
    await page.route("**/api/cart?*", async (route) => {
      await mayContinue;
      await route.continue();
    });
    await page.goto("/category/floral-perfumes");
    const calls: string[] = [];
    page.on("request", (request) => calls.push(request.url().split("/api/")[1] ?? ""));
    await page.getByRole("article").getByRole("heading", { name: product.title }).getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(product.title);
    // The flag controls only the stepper, the cart's ids the button.
    await expect(
      page
        .getByRole("main")
        .getByRole("button", { name: /^ADD TO CART/ })
        .first(),
    ).toBeVisible();
    await expect(page.getByRole("main").getByText("In your cart · View cart")).toBeVisible();
    await expect(quantity(page)).toHaveCount(0);
    expect(calls).toContain(`product/${PERFUME}`);
    expect(calls).toContain(`review?page=1&perPage=5&product_id=${product._id}`);
    continueRequest();
    await expect(page.getByRole("main").getByText("In your cart: 2 · View cart")).toBeVisible();
    await page
      .getByRole("main")
      .getByRole("button", { name: /^REMOVE FROM CART/ })
      .first()
      .click();
    await expect(quantity(page)).toHaveValue("1");
  });

  test("the stepper begins with 1 and goes no lower; typed values below 1 and other than numbers are ignored", {
    tag: "@desktop",
    annotation: requirements("S2.139, S3.25, S5.49 to S5.51"),
  }, async ({ page }) => {
    await open(page, PERFUME);
    await expect(quantity(page)).toHaveValue("1");
    await page.getByRole("button", { name: "Decrease quantity" }).click({ force: true });
    await expect(quantity(page)).toHaveValue("1");
    await page.getByRole("button", { name: "Increase quantity" }).click();
    await page.getByRole("button", { name: "Increase quantity" }).click();
    await expect(quantity(page)).toHaveValue("3");
    await page.getByRole("button", { name: "Decrease quantity" }).click();
    await expect(quantity(page)).toHaveValue("2");
    await quantity(page).fill("1");

    await expect(quantity(page)).toHaveAttribute("inputmode", "numeric");
    await quantity(page).fill("2");
    await quantity(page).blur();
    // Typed key by key; digits in an invalid text do not count.
    for (const text of ["0", "-3", "abc", "2.5", "1e1", "٣"]) {
      await quantity(page).selectText();
      await page.keyboard.type(text);
      await expect(quantity(page), text).toHaveValue("2");
      await quantity(page).blur();
      await expect(quantity(page), text).toHaveValue("2");
    }
    await quantity(page).fill("");
    await quantity(page).blur();
    await expect(quantity(page)).toHaveValue("2");
    await quantity(page).fill("12");
    await expect(quantity(page)).toHaveValue("12");
    const spoken = page.getByRole("status").filter({ hasText: "Quantity" });
    await expect(spoken).toHaveText("Quantity 12");
    const more = page.getByRole("button", { name: "Increase quantity" });
    await expect(more).toHaveAttribute("aria-disabled", "false");
    // The owner's maximum is shown when it is reached.
    await quantity(page).fill("999");
    await expect(quantity(page)).toHaveValue("20");
    const limit = "You can order up to 20 of one product.";
    await expect(page.getByRole("main").getByText(limit, { exact: true })).toBeVisible();
    await expect(spoken).toHaveText(`Quantity 20. ${limit}`);
    await expect(more).toHaveAttribute("aria-disabled", "true");
    await more.click({ force: true });
    await expect(quantity(page)).toHaveValue("20");
    await quantity(page).fill("1");
    await expect(page.getByRole("button", { name: "Decrease quantity" })).toHaveAttribute("aria-disabled", "true");
  });

  test("a guest's ADD TO CART leads to the login, which remembers where they were, and sends nothing; the next product opens at its top", {
    tag: "@phone",
    annotation: requirements("S2.140, S4.32, S4.33, S6.10"),
  }, async ({ page }) => {
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await open(page, PERFUME);
    await page
      .getByRole("button", { name: /^ADD TO CART.*Kewra Bloom/ })
      .first()
      .dblclick();
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => window.history.state.usr)).toEqual({ from: `/product/${PERFUME}` });
    expect(posts).toEqual([]);
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kewra Bloom");
    await quantity(page).fill("7");
    await paired(page).getByRole("link").first().click();
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Kewra Bloom");
    await expect(quantity(page)).toHaveValue("1");
    await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  });

  test("a sold out product says so, cannot be bought, and has an email sent when it is back", {
    tag: "@desktop",
    annotation: requirements("WCAG 2.2 AA"),
  }, async ({ page }) => {
    await page.goto(`/product/${SOLD_OUT}`);
    await expect(page.getByRole("main").getByRole("button", { name: "OUT OF STOCK" }).first()).toBeDisabled();
    // Up to three that nobody has bought out meanwhile.
    await expect(page.getByRole("region", { name: "In the meantime" }).getByRole("link").first()).toBeVisible();
    // No terms of a delivery that cannot be ordered, but the way to what to take instead.
    await expect(page.getByText("Free shipping all over India.")).toHaveCount(0);
    await expect(page.getByText("dispatch it the same working day")).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Add .+ and .+ to cart/ })).toHaveCount(0);
    await openSections(page);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Email me when it’s back" }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(
      page.getByRole("main").getByText("Log in, and we’ll email you when Shamama Attar is back."),
    ).toBeVisible();
    await logIn(page);
    await page.goto(`/product/${SOLD_OUT}`);
    await expect(page.getByText("It’s on your wishlist: we’ll email you when it’s back.")).toBeVisible();
  });
});

test.describe("texts", () => {
  test("four badges, the facts of the settings, and four sections in order, the first open, say what it is", {
    tag: "@phone",
    annotation: requirements("S2.141 to S2.144, S2.146 to S2.149, S3.21 to S3.23"),
  }, async ({ page, request }) => {
    const product = await read(request, PERFUME);
    const { data: shop } = await (await request.get("/api/shop")).json();
    await open(page, PERFUME);
    for (const badge of ["Long Lasting", "IFRA - Certified", "Imported Oils", "Made In India"])
      await expect(page.getByRole("listitem").filter({ hasText: new RegExp(`^${badge}$`) })).toBeVisible();
    const facts = page.getByRole("region", { name: "Ingredients and facts" });
    const value = (name: string) =>
      facts
        .locator("dl > div")
        .filter({ has: page.getByRole("term").getByText(name, { exact: true }) })
        .getByRole("definition");
    await expect(value("Manufactured by")).toHaveText(shop.manufacturer.join(", "));
    await expect(value("Consumer care")).toContainText(`${shop.phone}, ${shop.email}`);
    await expect(value("Net quantity")).not.toBeEmpty();
    await expect(value("MRP")).toHaveText(/^₹[\d,.]+, inclusive of all taxes$/);
    await expect(value("Country of origin")).toHaveText("India");

    await expect(page.locator("details summary h2")).toHaveText([
      "Key benefits",
      "How to use",
      "Perfume notes",
      "Faqs",
    ]);
    const holds: [string, string[]][] = [
      ["Key benefits", product.key_benefits],
      ["How to use", product.how_to_use],
      [
        "Perfume notes",
        [product.notePyramid.top, product.notePyramid.heart, product.notePyramid.base].map((notes) => notes.join(", ")),
      ],
      ["Faqs", product.faqs.flatMap(({ question, answer }) => [question, answer])],
    ];
    for (const [title, texts] of holds) {
      expect(texts.length).toBeGreaterThan(0);
      const opened = section(page, title);
      if (title !== "Key benefits") {
        await expect(opened.getByText(texts[0] ?? "", { exact: true })).toBeHidden();
        await opened.locator("summary").focus();
        await page.keyboard.press("Enter");
      }
      for (const text of texts) await expect(opened.getByText(text, { exact: true })).toBeVisible();
    }
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });
    test("pictures, price, sections and reviews are there", { tag: "@phone" }, async ({ page, faults }) => {
      // A browser without scripts blocks them.
      faults.expect(/\.js csp$/);
      await page.goto(`/product/${PERFUME}`);
      await expect(mainPicture(page)).toBeVisible();
      await expect(page.getByText("₹2,499", { exact: true }).first()).toBeVisible();
      await section(page, "How to use").locator("summary").click();
      await expect(section(page, "How to use").getByRole("listitem").first()).toBeVisible();
      await expect(written(page)).toHaveCount(5);
    });
  });
});

test.describe("best paired with", () => {
  test("lists each similar product, advances by itself and continues after a step by hand, which loops", {
    tag: "@desktop",
    annotation: requirements("S2.150, S4.67, S4.68, S4.70"),
  }, async ({ page, request }) => {
    const { similar_products } = await read(request, PERFUME);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.clock.install();
    await open(page, PERFUME);
    await expect(paired(page).getByRole("article")).toHaveCount(similar_products.length);
    await paired(page).scrollIntoViewIfNeeded();
    const card = paired(page).getByRole("article").first();
    const [picture, title] = await Promise.all([
      card.locator("picture").first().boundingBox(),
      card.getByRole("heading").boundingBox(),
    ]);
    if (!picture || !title) throw new Error("A card lacks its picture or its title.");
    expect(title.y).toBeGreaterThan(picture.y + picture.height);
    await expect(paired(page).getByRole("button", { name: "Pause" })).toBeVisible();
    const place = async () => Math.round((await paired(page).getByRole("article").nth(2).boundingBox())?.x ?? 0);
    const turns = async () => {
      const before = await place();
      await page.clock.runFor(4000);
      await page.clock.runFor(1500); // the slide animation
      expect(await place()).not.toBe(before);
    };
    await turns();
    const step = () => paired(page).getByRole("button", { name: "Next" }).click();
    await step();
    await page.clock.runFor(1500);
    await turns();

    await paired(page).getByRole("button", { name: "Pause" }).click();
    await page.clock.runFor(1500);
    const before = await place();
    await step();
    await page.clock.runFor(1500);
    expect(await place()).not.toBe(before);
    for (const _ of similar_products.slice(1)) await step();
    await page.clock.runFor(1500);
    // A hidden product may be on either side, one round apart.
    const slide = await paired(page).getByRole("group").first().boundingBox();
    const round = similar_products.length * (slide?.width ?? 0);
    const apart = Math.abs((await place()) - before) % round;
    expect(Math.min(apart, round - apart)).toBeLessThan(10);
  });

  test("scents to wear at the same time are added by one button", { tag: "@phone" }, async ({ page, request }) => {
    const { wearWith, similar_products } = await read(request, PERFUME);
    const titles = wearWith.map(({ slug }) => similar_products.find((similar) => similar.slug === slug)?.title ?? "");
    expect(titles).toHaveLength(2);
    await logIn(page);
    await open(page, PERFUME);
    for (const [place, { effect }] of wearWith.entries()) {
      const card = paired(page).getByRole("article").nth(place);
      await expect(card.getByRole("heading")).toHaveText(titles[place] ?? "");
      await expect(card.getByText(effect, { exact: true })).toBeVisible();
    }
    const addBoth = paired(page).getByRole("button", { name: `Add ${titles.join(" and ")} to cart` });
    await addBoth.click();
    await expect(addBoth).toHaveCount(0);
    // Stored, too: a full page load would cancel the second request.
    await expect(page.getByText(`${titles.join(" and ")} added to your cart.`)).toBeAttached();
    await page.goto("/cart");
    for (const title of titles) await expect(page.getByRole("row").filter({ hasText: title })).toBeVisible();
  });
});

test.describe("reviews", () => {
  test("Load More fetches the next five and goes after the last; five reviews need none", {
    tag: "@phone",
    annotation: requirements("S2.151, S2.152, S4.53, S4.54, S7.37, S7.38, S9.10"),
  }, async ({ page, request }) => {
    const product = await read(request, SIX_REVIEWS);
    const first: ReviewList = await (
      await request.get(`/api/review?page=1&perPage=5&product_id=${product._id}`)
    ).json();
    expect(first).toMatchObject({ perPage: 5, page: 1, totalData: 6, totalPages: 2 });
    const buttons = async (slug: string) =>
      (await (await request.get(`/product/${slug}`)).text()).match(/>Load More</g);
    expect(await buttons(FIVE_REVIEWS)).toBeNull();
    expect(await buttons(SIX_REVIEWS)).toHaveLength(1);
    await open(page, SIX_REVIEWS);
    await expect(written(page)).toHaveCount(5);
    const call = page.waitForRequest((sent) => sent.url().includes("/api/review"));
    await loadMore(page).click();
    expect(new URL((await call).url()).search).toBe(`?page=2&perPage=5&product_id=${product._id}`);
    await expect(written(page)).toHaveCount(6);
    await expect(loadMore(page)).toHaveCount(0);
    // The focus moves to the first new one.
    await expect(written(page).nth(5).locator("..")).toBeFocused();
    await expect(reviews(page).getByRole("status").filter({ hasText: "1 more review shown." })).toBeAttached();

    // Back navigation restores it.
    await followFooterLink(page, "FAQ");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Frequently Asked Questions");
    await page.goBack();
    await expect(written(page)).toHaveCount(6);

    // Another order begins with its first page.
    const [lowest] = (
      await (await request.get(`/api/review?page=1&perPage=5&product_id=${product._id}&sort=lowest`)).json()
    ).data;
    await reviews(page).getByLabel("Sort reviews").selectOption("Lowest rated");
    await expect(written(page)).toHaveCount(5);
    await expect(written(page).first()).toContainText(lowest.review_title);
    await loadMore(page).click();
    await expect(written(page)).toHaveCount(6);
  });

  test("a page that fails says so and can be retried; a double click loads one page, and the button stays focused", {
    tag: "@phone",
    annotation: requirements("R32"),
  }, async ({ page, faults }) => {
    faults.expect("/api/review");
    await open(page, PERFUME);
    await page.route("**/api/review?*", (route) =>
      route.fulfill({ status: 500, json: { success: false, statusCode: 500, message: "no" } }),
    );
    await loadMore(page).click();
    await expect(reviews(page).getByRole("alert")).toContainText("We couldn’t load more reviews.");
    await page.unroute("**/api/review?*");
    await reviews(page).getByRole("button", { name: "Try again" }).click();
    await expect(written(page)).toHaveCount(10);
    await expect(reviews(page).getByRole("alert")).toHaveCount(0);

    const calls: string[] = [];
    let continueRequest = () => {};
    const mayContinue = new Promise<void>((resolve) => {
      continueRequest = resolve;
    });
    await page.route("**/api/review?*", async (route) => {
      calls.push(route.request().url());
      await mayContinue;
      await route.continue();
    });
    await loadMore(page).dblclick();
    const loading = reviews(page).getByRole("button", { name: "Loading…" });
    await expect(loading).toHaveAttribute("aria-disabled", "true");
    await expect(loading).toBeFocused();
    continueRequest();
    await expect(written(page)).toHaveCount(15);
    expect(calls).toHaveLength(1);
  });

  test("the stars lead there with the focus; each shows who, how many stars, how long ago by the shopper's clock, and the title as its body", {
    tag: "@phone",
    annotation: requirements("S1.04, S3.30, S9.29"),
  }, async ({ page, request }) => {
    const product = await read(request, PERFUME);
    const { data }: ReviewList = await (
      await request.get(`/api/review?page=1&perPage=5&product_id=${product._id}`)
    ).json();
    await page.clock.setFixedTime(Date.parse(data[0]?.createdAt ?? "") + 3 * 86_400_000);
    await open(page, PERFUME);
    await page
      .getByRole("main")
      .getByRole("link", { name: /reviews/ })
      .first()
      .click();
    await expect(page.getByRole("heading", { name: "Customer Reviews" })).toBeInViewport();
    await expect(page.getByRole("heading", { name: "Customer Reviews" })).toBeFocused();
    for (const [place, review] of data.entries()) {
      const shown = written(page).nth(place);
      await expect(shown.getByRole("heading")).toHaveText(review.user.name);
      await expect(shown.getByRole("img", { name: `${review.rating} out of 5 stars` })).toBeVisible();
      await expect(shown.getByText(review.review_title, { exact: true })).toBeVisible();
      if (review.review_text) await expect(shown.getByText(review.review_text, { exact: true })).toBeVisible();
      await expect(shown.locator("time")).toHaveAttribute("datetime", review.createdAt);
      await expect(shown.getByText("Verified buyer")).toHaveCount(review.verifiedBuyer ? 1 : 0);
    }
    await expect(written(page).first().locator("time")).toHaveText("3 days ago");
  });
});

test.describe("writing a review", () => {
  const PNG = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const image = (name: string) => ({ name, mimeType: "image/png", buffer: PNG });
  const video = (name: string) => ({ name, mimeType: "video/mp4", buffer: Buffer.from("not really a film") });
  const removes = (page: Page) => writing(page).getByRole("button", { name: /^Remove / });

  test("the dialog is accessible; Escape and Close give the focus back and keep the draft, and a guest is redirected to the login", {
    tag: "@phone",
    annotation: requirements("S2.153, S3.52, S3.53, S5.57, WCAG 2.2 AA"),
  }, async ({ page }) => {
    await open(page, PERFUME);
    await openReviewWindow(page);
    await expectAccessible(page, "dialog[open]");
    await writing(page).getByRole("radio", { name: "4 stars" }).check();
    await writing(page).getByLabel("Review title").fill("Lovely");
    await writing(page).getByLabel("Review", { exact: true }).fill("Longer than that.");
    const opener = reviews(page).getByRole("button", { name: "Write a review" });
    for (const close of [
      () => page.keyboard.press("Escape"),
      () => writing(page).getByRole("button", { name: "Close" }).click(),
    ]) {
      await close();
      await expect(writing(page)).toBeHidden();
      await expect(opener).toBeFocused();
      await openReviewWindow(page);
    }
    await expect(writing(page).getByRole("radio", { name: "4 stars" })).toBeChecked();
    await expect(writing(page).getByLabel("Review title")).toHaveValue("Lovely");
    await expect(writing(page).getByLabel("Review", { exact: true })).toHaveValue("Longer than that.");

    await writing(page).getByRole("button", { name: "Log in to publish your review" }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => window.history.state.usr)).toEqual({ from: `/product/${PERFUME}` });
    await page.goBack();
    await openReviewWindow(page);
    await expect(writing(page).getByLabel("Review title")).toHaveValue("Lovely");
  });

  test("several pictures and videos are chosen, previewed and removed, with the object URLs of their previews", {
    tag: "@phone",
    annotation: requirements("S3.51, S5.55, S5.56"),
  }, async ({ page, faults }) => {
    // The videos of this test are not valid, which the browser may report.
    faults.expect("blob:");
    await page.addInitScript(() => {
      const open = new Set<string>();
      const { createObjectURL, revokeObjectURL } = URL;
      URL.createObjectURL = (file) => {
        const url = createObjectURL.call(URL, file);
        open.add(url);
        return url;
      };
      URL.revokeObjectURL = (url) => {
        open.delete(url);
        revokeObjectURL.call(URL, url);
      };
      Object.assign(window, { openObjectUrls: open });
    });
    const left = () => page.evaluate(() => (window as unknown as { openObjectUrls: Set<string> }).openObjectUrls.size);
    await open(page, PERFUME);
    await openReviewWindow(page);
    const filePicker = writing(page).getByLabel("Add photos or videos");
    await filePicker.setInputFiles([image("one.png"), image("two.png"), image("three.png")]);
    await expect(writing(page).getByRole("img", { name: /\.png$/ })).toHaveCount(3);
    await expect.poll(left).toBe(3);
    await filePicker.setInputFiles([video("one.mp4"), video("two.mp4")]);
    await expect(removes(page)).toHaveCount(5);
    await writing(page).getByRole("button", { name: "Remove two.png" }).click();
    await expect(removes(page)).toHaveCount(4);
    await expect.poll(left).toBe(4);
    await filePicker.setInputFiles([{ name: "letter.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") }]);
    await expect(writing(page).getByText("letter.pdf: We can’t use this file")).toBeVisible();
    await expect(removes(page)).toHaveCount(4);
    await page.keyboard.press("Escape");
    await expect.poll(left).toBe(0);
  });
});
