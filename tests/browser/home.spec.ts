/** The home page: its sections in order, its carousels, and missing sections. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { expect, requirements, test } from "./test.ts";

const DESKTOP = { width: 1280, height: 900 };

const hero = (page: Page) => page.getByRole("region", { name: "What’s new" });
const testimonials = (page: Page) => page.getByRole("region", { name: "Influencer's Choices" });
const brands = (page: Page) => page.getByRole("region", { name: "Brands" });
const slide = (carousel: Locator, number: number) =>
  carousel.getByRole("group", { name: new RegExp(`^${number} of `) });

/** Expects so many slides side by side in a carousel. */
async function expectSideBySide(carousel: Locator, count: number): Promise<void> {
  await carousel.scrollIntoViewIfNeeded();
  await expect
    .poll(async () => {
      const outer = await carousel.boundingBox();
      const inner = await slide(carousel, 1).boundingBox();
      return outer && inner ? Math.round(outer.width / inner.width) : 0;
    })
    .toBe(count);
}

/** Opens the page with a fake clock that controls the banner. */
async function openWithClock(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.clock.install();
  await page.goto("/");
  await expect(hero(page).getByRole("button", { name: "Pause" })).toBeVisible();
}

/** A sum of layout shifts that somebody sees: a word of the menu that becomes a pixel wider is less, a line that wraps is ten times more. */
const SEEN_SHIFT = 0.001;

async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
}

const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0));

test.describe("sections", () => {
  test("come in their order, with two promotional banners that lead somewhere and the app stores of the settings", {
    annotation: requirements("S0.01, S2.01, S1.16, S1.18 to S1.25, S1.28, S1.29, S1.31, S3.50"),
  }, async ({ page, request }) => {
    const [appBanner] = (await (await request.get("/api/banner?placement=app")).json()).data;
    expect((await page.goto("/"))?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    const order = [
      hero(page),
      page.getByRole("heading", { name: "New Arrivals" }),
      page.getByRole("heading", { name: "Why choose us" }),
      page.getByRole("region", { name: appBanner.title }),
      page.getByRole("heading", { name: "Influencer's Choices" }),
      brands(page),
    ];
    let above = -1;
    for (const part of order) {
      const box = await part.boundingBox();
      expect(box?.y).toBeGreaterThan(above);
      above = box?.y ?? 0;
    }
    const { data: banners } = await (await request.get("/api/banner")).json();
    expect(banners.length).toBeGreaterThan(1);
    await expect(hero(page).getByRole("group")).toHaveCount(banners.length);
    for (const at of banners.keys()) await expect(slide(hero(page), at + 1).locator("img")).toHaveCount(1);
    await expect(page.getByRole("region", { name: "New Arrivals" }).getByRole("article")).toHaveCount(4);
    const why = page.getByRole("region", { name: "Why choose us" });
    await expect(why.getByRole("listitem")).toHaveCount(4);
    for (const point of [/cruelty free/i, /fragrance forward/i, /affordable luxury/i, /gender neutral/i]) {
      await expect(why.getByRole("heading", { name: point })).toBeVisible();
    }
    const { data: said } = await (await request.get("/api/influencer")).json();
    await expect(testimonials(page).getByRole("group")).toHaveCount(said.length);
    for (const [at, { name, rating }] of said.entries()) {
      await expect(slide(testimonials(page), at + 1)).toContainText(name);
      await expect(
        slide(testimonials(page), at + 1).getByRole("img", { name: `${rating} out of 5 stars` }),
      ).toHaveCount(1);
    }
    const offered = await page
      .getByRole("navigation", { name: "Categories", includeHidden: true })
      .first()
      .textContent();
    for (const kind of ["Perfumes", "Face Care"]) expect(offered).toContain(kind);

    const { data: promos } = await (await request.get("/api/banner?placement=promo")).json();
    expect(promos).toHaveLength(2);
    for (const { title, action, link } of promos) {
      await expect(page.getByRole("heading", { name: title })).toBeVisible();
      await expect(page.getByRole("link", { name: action })).toHaveAttribute("href", link);
    }
    const { data: shop } = await (await request.get("/api/shop")).json();
    expect(shop.appStores.length).toBeGreaterThan(0);
    for (const { name, url } of shop.appStores)
      await expect(page.getByRole("link", { name, exact: true })).toHaveAttribute("href", url);
  });

  test("appear at an unknown URL too, with status 404, one discreet line and home's title", {
    tag: "@phone",
    annotation: requirements("S2.02, R40"),
  }, async ({ page, faults }) => {
    faults.expect("/no-such-page");
    const response = await page.goto("/no-such-page");
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "New Arrivals" })).toBeVisible();
    await expect(page).toHaveURL(/\/no-such-page$/);
    await expect(page.getByText("We couldn’t find that page, so here’s our home page.")).toBeVisible();
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    const title = await page.title();
    await page.goto("/");
    await expect(page).toHaveTitle(title);
    await expect(page.getByText("We couldn’t find that page")).toHaveCount(0);
  });

  test("are those of the window's width, and no others are loaded or swapped in", {
    tag: "@phone",
    annotation: requirements("S1.17, S7.57"),
  }, async ({ page, request }) => {
    const pathsOf = async (phone: boolean): Promise<string[]> => {
      const { data } = await (await request.get(`/api/banner?mobile_banner=${phone}`)).json();
      return data.map(({ image }: { image: { path: string } }) => image.path);
    };
    const [upright, wide] = [await pathsOf(true), await pathsOf(false)];
    await recordShifts(page);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    let loaded: string[] = [];
    page.on("request", (sent) => void loaded.push(new URL(sent.url()).pathname));
    const isLoaded = (path: string) => loaded.some((address) => address.includes(path));
    for (const [width, mine, others] of [
      [360, upright, wide],
      [768, upright, wide],
      [769, wide, upright],
      [1280, wide, upright],
    ] as const) {
      loaded = [];
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/", { waitUntil: "networkidle" });
      await expect(hero(page).getByRole("button", { name: "Pause" })).toBeVisible();
      expect(mine.filter(isLoaded)[0], `${width}`).toBe(mine[0]);
      expect(others.filter(isLoaded), `${width}`).toEqual([]);
      expect(loaded.filter((address) => address.startsWith("/api/banner"))).toEqual([]);
      expect(await shiftOf(page), `${width}`).toBeLessThan(SEEN_SHIFT);
    }
    // A rotated window shows the other list.
    await page.setViewportSize({ width: 768, height: 1024 });
    await expect.poll(() => isLoaded(upright[0] as string)).toBe(true);
    await expect(hero(page)).toHaveCount(1);
  });

  for (const path of ["/", "/no-such-page"])
    test(`of ${path} stay in place when the fonts come late`, { tag: "@phone" }, async ({ page, faults }) => {
      faults.expect("/no-such-page");
      await recordShifts(page);
      await page.route("**/*.woff2", async (route) => {
        await pause(400);
        await route.continue();
      });
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path, { waitUntil: "networkidle" });
        expect(await shiftOf(page), `${width}`).toBeLessThan(SEEN_SHIFT);
      }
    });

  test("stay in place while the page arrives in pieces", { tag: "@phone" }, async ({ page, baseURL }) => {
    const slow = createServer(async ({ url = "/" }, response) => {
      const answer = await fetch(new URL(url, baseURL));
      const body = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
      const size = url === "/" ? 3000 : Number.POSITIVE_INFINITY;
      for (let start = 0; start < body.length; start += size) {
        response.write(body.subarray(start, start + size));
        if (url === "/") await pause(20);
      }
      response.end();
    });
    await new Promise<void>((resolve) => slow.listen(0, "localhost", resolve));
    try {
      await recordShifts(page);
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`http://localhost:${(slow.address() as AddressInfo).port}/`, { waitUntil: "networkidle" });
        expect(await shiftOf(page), `${width}`).toBeLessThan(SEEN_SHIFT);
      }
    } finally {
      await page.goto("about:blank");
      slow.closeAllConnections();
      slow.close();
    }
  });
});

test.describe("missing sections", () => {
  const empty = { success: true, statusCode: 200, data: [] };
  const broken = { status: 500, json: { success: false, statusCode: 500, message: "Something went wrong." } };

  test("no testimonials: neither heading nor carousel; a single banner stands still and needs no controls", {
    tag: "@phone",
    annotation: requirements("S1.30"),
  }, async ({ page, request }) => {
    await page.route("**/api/influencer", (route) => route.fulfill({ json: empty }));
    const banners = await (await request.get("/api/banner?mobile_banner=false")).json();
    await page.route("**/api/banner?*", (route) =>
      route.fulfill({
        json: { ...banners, data: route.request().url().includes("placement") ? [] : banners.data.slice(0, 1) },
      }),
    );
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await page.goto("/faq");
    await page
      .getByRole("banner")
      .getByRole("link", { name: /, home$/ })
      .click();
    await expect(page.getByRole("heading", { name: "New Arrivals" })).toBeVisible();
    await expect(page.getByText("Influencer's Choices")).toHaveCount(0);
    await expect(slide(hero(page), 1)).toBeVisible();
    await expect(hero(page).getByRole("button")).toHaveCount(0);
    expect(errors).toEqual([]);
  });

  test("every list has its request, banners those of both kinds of window", {
    tag: "@phone",
    annotation: requirements("S1.17, S7.55, S7.57, S7.60, S7.77, S9.11"),
  }, async ({ page }) => {
    await page.goto("/faq");
    const calls: string[] = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith("/api/")) calls.push(`${request.method()} ${pathname.slice(5)}${search}`);
    });
    await page
      .getByRole("banner")
      .getByRole("link", { name: /, home$/ })
      .click();
    await expect(page.getByRole("region", { name: "New Arrivals" }).getByRole("article")).toHaveCount(4);
    const { data: marks } = await (await page.request.get("/api/brand")).json();
    await expect(brands(page).getByRole("group")).toHaveCount(marks.length);
    expect(calls.sort()).toEqual([
      "GET banner?mobile_banner=false",
      "GET banner?mobile_banner=false&placement=promo%2Capp",
      "GET banner?mobile_banner=true",
      "GET banner?mobile_banner=true&placement=promo%2Capp",
      "GET brand",
      "GET influencer",
      // What the promotions cost.
      "GET product/discovery-set",
      "GET product?category=body-care&price_sort=asc&page=1&perPage=1",
      "GET product?page=1&perPage=4",
      "GET reasons",
    ]);
  });

  test("a failing list is omitted silently, the rest stays", {
    tag: "@phone",
    annotation: requirements("S8.11 to S8.14"),
  }, async ({ page, faults }) => {
    faults.expect("/api/");
    for (const path of ["**/api/banner?*", "**/api/product?*", "**/api/influencer", "**/api/brand"]) {
      await page.route(path, (route) => route.fulfill(broken));
    }
    await page.goto("/faq");
    await page
      .getByRole("banner")
      .getByRole("link", { name: /, home$/ })
      .click();
    await expect(page.getByRole("heading", { name: "Why choose us" })).toBeVisible();
    await expect(hero(page)).toHaveCount(0);
    await expect(page.getByText("New Arrivals", { exact: true }).and(page.getByRole("heading"))).toHaveCount(0);
    await expect(page.getByText("Influencer's Choices")).toHaveCount(0);
    await expect(brands(page)).toHaveCount(0);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
});

test("content below the fold is laid out after hydration, and a reload restores the scroll position", {
  tag: "@phone",
}, async ({ page }) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const note = () => seen.push(document.documentElement.dataset.arriving ?? "laid out");
    new MutationObserver(note).observe(document, { subtree: true, attributeFilter: ["data-arriving"] });
  });
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  await page.goto("/");
  expect(await seen()).toEqual(["", "laid out"]);
  const footer = page.getByRole("contentinfo");
  await footer.scrollIntoViewIfNeeded();
  const y = await page.evaluate(() => window.scrollY);
  expect(y).toBeGreaterThan(2000);
  await page.reload();
  expect(await seen()).toEqual([]);
  expect(await page.evaluate(() => window.scrollY)).toBe(y);
  await expect(footer).toBeInViewport();
});

test.describe("carousels", () => {
  test.beforeEach(async ({ page }) => {
    await page.setViewportSize(DESKTOP);
  });

  test("the main banner advances every 5 seconds and loops, and stops once it was swiped", {
    tag: "@desktop",
    annotation: requirements("S4.67, S4.68, S4.69, S9.36, S9.37"),
  }, async ({ page }) => {
    await openWithClock(page);
    await page.clock.runFor(1500); // the slide animation
    for (const number of [2, 3, 1]) {
      await page.clock.runFor(5000);
      await expect(slide(hero(page), number)).toBeInViewport({ ratio: 0.9 });
    }
    const next = hero(page).getByRole("button", { name: "Next" });
    await next.click();
    for (const number of [3, 1]) {
      await next.click();
      await page.clock.runFor(1500);
      await expect(slide(hero(page), number)).toBeInViewport({ ratio: 0.9 });
    }

    const box = await hero(page).boundingBox();
    if (!box) throw new Error("no banner");
    await page.mouse.move(box.x + 1100, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 200, box.y + 60, { steps: 6 });
    await page.mouse.up();
    await page.clock.runFor(1500);
    await expect(slide(hero(page), 2)).toBeInViewport({ ratio: 0.9 });
    await page.clock.runFor(15_000);
    await expect(slide(hero(page), 2)).toBeInViewport({ ratio: 0.9 });
    await expect(hero(page).getByRole("button", { name: "Play" })).toBeVisible();
  });

  for (const [name, carousel, id] of [
    ["Influencer's Choices", testimonials, "S9.38"],
    ["the brands", brands, "S9.41"],
  ] as const) {
    test(`${name} turn every 2.5 seconds, loop, and continue after being swiped`, {
      tag: "@desktop",
      annotation: requirements(`S4.67, S4.68, S4.70, ${id}`),
    }, async ({ page }) => {
      await openWithClock(page);
      const region = carousel(page);
      await region.scrollIntoViewIfNeeded();
      await expect(region.getByRole("button", { name: "Pause" })).toBeVisible();
      const box = await slide(region, 2).boundingBox();
      if (!box) throw new Error("no slide");
      // From here on only the test advances the clock.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
      await page.mouse.move(box.x + 20, box.y + 20);
      await page.mouse.down();
      await page.mouse.move(box.x - 40, box.y + 20, { steps: 4 });
      await page.mouse.up();
      const place = async () => Math.round((await slide(region, 3).boundingBox())?.x ?? 0);
      await page.clock.runFor(1500); // the slide animation
      for (const turn of [1, 2]) {
        const before = await place();
        await page.clock.runFor(900);
        expect(await place(), `2400 ms after turn ${turn - 1}`).toBe(before);
        await page.clock.runFor(200);
        expect(await place(), `2600 ms after turn ${turn - 1}`).not.toBe(before);
        await page.clock.runFor(1400);
      }
      // After one turn per slide each is where it was.
      const before = await place();
      const slides = await region.getByRole("group").count();
      await page.clock.runFor(2500 * slides);
      // A hidden slide may be on either side, one round apart.
      const round = slides * ((await slide(region, 3).boundingBox())?.width ?? 0);
      const apart = Math.abs((await place()) - before) % round;
      expect(Math.min(apart, round - apart)).toBeLessThan(10);
    });
  }

  test("a pause holds, also when the carousel is swiped afterwards", {
    tag: "@phone",
    annotation: requirements("WCAG 2.2.2"),
  }, async ({ page }) => {
    await openWithClock(page);
    const region = testimonials(page);
    await region.scrollIntoViewIfNeeded();
    await region.getByRole("button", { name: "Pause" }).click();
    await slide(region, 1).click();
    await page.clock.runFor(10_000);
    await expect(region.getByRole("button", { name: "Play" })).toBeVisible();
    await expect(slide(region, 1)).toBeInViewport({ ratio: 0.9 });
  });

  test("do not move with prefers-reduced-motion, and advance by keyboard", { tag: "@phone" }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    const next = hero(page).getByRole("button", { name: "Next" });
    await expect(hero(page).getByRole("button", { name: "Play" })).toBeVisible();
    await next.focus();
    await expect(async () => {
      await page.keyboard.press("Enter");
      await expect(slide(hero(page), 2)).toBeInViewport({ ratio: 0.9, timeout: 2000 });
    }).toPass();
  });

  test("are rows to scroll, without controls, if their code cannot be loaded", { tag: "@phone" }, async ({
    page,
    faults,
  }) => {
    faults.expect("embla");
    await page.route("**/assets/embla-*.js", (route) => route.abort());
    await page.goto("/");
    await expect(hero(page).getByRole("button", { name: "Next" })).toBeHidden();
    await expect(slide(hero(page), 1).locator("../..")).toHaveCSS("overflow-x", "auto");
  });

  test("take a step that was asked for before their code arrived", { tag: "@desktop" }, async ({ page }) => {
    let deliver = () => {};
    const mayArrive = new Promise<void>((resolve) => {
      deliver = resolve;
    });
    await page.route("**/assets/embla-*.js", async (route) => {
      await mayArrive;
      await route.continue();
    });
    // Without motion it does not advance by itself.
    await page.emulateMedia({ reducedMotion: "reduce" });
    const code = page.waitForRequest("**/assets/embla-*.js");
    await page.goto("/");
    await code;
    await hero(page).getByRole("button", { name: "Next" }).click();
    await expect(slide(hero(page), 1)).toBeInViewport({ ratio: 0.9 });
    deliver();
    await expect(slide(hero(page), 2)).toBeInViewport({ ratio: 0.9 });
  });

  test("show as many slides as the window has room for", {
    tag: "@phone",
    annotation: requirements("S9.39, S9.40, S9.42 to S9.44"),
  }, async ({ page }) => {
    await page.goto("/");
    for (const [width, influencers, marks] of [
      [639, 1, 2],
      [640, 2, 3],
      [1023, 2, 3],
      [1024, 3, 3],
      [1199, 3, 3],
      [1200, 3, 5],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expectSideBySide(testimonials(page), influencers);
      await expectSideBySide(brands(page), marks);
    }
  });
});

test("the home page has no accessibility findings at both widths", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/");
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
  }
});
