/** The owner's content besides the catalogue, and what search engines get. */

import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { banner, contentPage, faq, product, testimonial } from "../../server/platform/database/schema.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop({ demo: true });
});
afterAll(() => shop?.close());

describe("questions and answers", () => {
  it("come as a list in the owner's order", { meta: { requirements: "S2.251, S3.47, S7.54" } }, async () => {
    const { status, body } = await shop.get("/api/faqs");
    expect(status).toBe(200);
    expect(body.data.length).toBeGreaterThan(5);
    for (const entry of body.data)
      expect(entry).toMatchObject({ question: expect.any(String), answer: expect.any(String) });
  });

  it("change with the stored text, and may be none", { meta: { requirements: "S2.251" } }, async () => {
    const own = await openShop({ demo: true });
    try {
      await own.db.delete(faq);
      expect((await own.get("/api/faqs")).body.data).toEqual([]);
      await own.db.insert(faq).values({ question: "Is it vegan?", answer: "Yes.", position: 0 });
      expect((await own.get("/api/faqs")).body.data).toEqual([{ question: "Is it vegan?", answer: "Yes." }]);
    } finally {
      await own.close();
    }
  });
});

describe("pages of text", () => {
  for (const [slug, id, title] of [
    ["about-us", "S2.229", "About Us"],
    ["privacy-policy", "S2.230", "Privacy Policy"],
    ["refund-policy", "S2.231", "Refund And Return Policy"],
    ["terms-conditions", "S2.232", "Terms And Conditions"],
  ] as const) {
    it(`${slug} has its title and real sections`, { meta: { requirements: `${id}, S2.234` } }, async () => {
      const { body } = await shop.get(`/api/page/${slug}`);
      expect(body.data.title).toBe(title);
      expect(body.data.sections.length).toBeGreaterThan(3);
      expect(body.data.updatedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(JSON.stringify(body.data)).not.toMatch(/lorem|ipsum|placeholder|todo/i);
    });
  }

  it("show a stored change at once", { meta: { requirements: "S2.234" } }, async () => {
    const own = await openShop({ demo: true });
    try {
      await own.db.update(contentPage).set({ summary: "Changed today." }).where(eq(contentPage.slug, "about-us"));
      expect((await own.get("/api/page/about-us")).body.data.summary).toBe("Changed today.");
    } finally {
      await own.close();
    }
  });

  it.each(["no-such-page", "..%2Fsecret", "A".repeat(150)])("respond 404 for %s", async (slug) => {
    const { status, body } = await shop.get(`/api/page/${slug}`);
    expect(status).toBe(404);
    expect(body).toMatchObject({ success: false, statusCode: 404, message: expect.any(String) });
  });
});

describe("the home page's lists", () => {
  it("has other banner pictures for a phone than for a desktop", {
    meta: { requirements: "S3.48, S7.57, S7.58" },
  }, async () => {
    const heroes = async (phone: boolean) => {
      const { body } = await shop.get(`/api/banner?mobile_banner=${phone}`);
      for (const { image } of body.data) expect(image.path).toMatch(/^\/\S+\.\w+$/);
      return body.data;
    };
    const [phone, desktop] = [await heroes(true), await heroes(false)];
    expect(phone).toHaveLength(desktop.length);
    expect(phone[0].image.height).toBeGreaterThan(phone[0].image.width);
    expect(desktop[0].image.width).toBeGreaterThan(desktop[0].image.height);
  });

  it("returns the carousel's banners, and others by their placement", {
    meta: { requirements: "S1.16, S1.19, S1.25, S7.58" },
  }, async () => {
    for (const phone of [true, false]) {
      const placed = async (query: string) =>
        (await shop.get(`/api/banner?mobile_banner=${phone}${query}`)).body.data.map(
          ({ placement }: { placement: string }) => placement,
        );
      expect(await placed("")).toEqual(["hero", "hero", "hero"]);
      expect(await placed("&placement=promo,app")).toEqual(["promo", "promo", "app"]);
    }
    const { status, body } = await shop.get("/api/banner?placement=hero,side");
    expect([status, body.message]).toEqual([400, "placement must name hero, promo, app."]);
  });

  it("rejects any other device", async () => {
    const { status, body } = await shop.get("/api/banner?mobile_banner=maybe");
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ field: "mobile_banner", message: expect.any(String) }]);
  });

  it("has testimonials, each with who, what and how many stars", {
    meta: { requirements: "S3.49, S3.50, S7.56" },
  }, async () => {
    const { body } = await shop.get("/api/influencer");
    expect(body.data.length).toBeGreaterThan(2);
    for (const one of body.data) {
      expect(Object.keys(one).sort()).toEqual(["designation", "id", "image", "name", "rating", "review"]);
      expect([1, 2, 3, 4, 5]).toContain(one.rating);
    }
  });

  it("are empty lists in an empty shop", async () => {
    const own = await openShop();
    try {
      for (const path of ["influencer", "banner", "brand", "faqs"]) {
        expect((await own.get(`/api/${path}`)).body.data, path).toEqual([]);
      }
    } finally {
      await own.close();
    }
  });

  it("follow the owner's position, not the order of writing", async () => {
    const own = await openShop({ demo: true });
    try {
      const [last] = (await own.get("/api/influencer")).body.data.slice(-1);
      await own.db
        .update(testimonial)
        .set({ position: -1 })
        .where(eq(testimonial.id, Number(last.id)));
      expect((await own.get("/api/influencer")).body.data[0].id).toBe(last.id);
      const titles = async () => (await own.get("/api/banner")).body.data.map(({ title }: { title: string }) => title);
      const before = await titles();
      await own.db.update(banner).set({ position: sql`-${banner.position}` });
      expect(await titles()).toEqual(before.reverse());
    } finally {
      await own.close();
    }
  });
});

describe("search engines", () => {
  const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);

  it("are excluded from personal pages and pointed to the sitemap", async () => {
    const { status, body, headers } = await shop.get("/robots.txt", { host: "shop.example" });
    expect(status).toBe(200);
    expect(headers["content-type"]).toMatch(/^text\/plain/);
    expect(headers["cache-control"]).toMatch(/max-age=\d+/);
    for (const path of ["/api", "/cart", "/checkout", "/profile", "/login"])
      expect(body).toContain(`Disallow: ${path}\n`);
    expect(body).toContain("Sitemap: http://shop.example/sitemap.xml\n");
  });

  it("find an index of sitemaps", async () => {
    const { body, headers } = await shop.get("/sitemap.xml", { host: "shop.example" });
    expect(headers["content-type"]).toMatch(/^application\/xml/);
    expect(locations(body)).toEqual([
      "http://shop.example/sitemaps/pages.xml",
      "http://shop.example/sitemaps/products-1.xml",
    ]);
    expect(body).toMatch(/products-1\.xml<\/loc><lastmod>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ</);
  });

  it("find every page and category, the refund policy where the setting puts it", {
    meta: { requirements: "S2.11" },
  }, async () => {
    const { body } = await shop.get("/sitemaps/pages.xml", { host: "shop.example" });
    const found = locations(body);
    for (const path of ["/", "/products", "/about-us", "/contact", "/faq", "/refund-plocy", "/category/perfumes"]) {
      expect(found).toContain(`http://shop.example${path}`);
    }
    expect(found).not.toContain("http://shop.example/refund-policy");
    expect(new Set(found).size).toBe(found.length);

    const own = await openShop({
      demo: true,
      environment: { REFUND_POLICY_PATH: "/refund-policy", SHOP_ORIGIN: "https://kewra.example" },
    });
    try {
      const moved = locations((await own.get("/sitemaps/pages.xml")).body);
      expect(moved).toContain("https://kewra.example/refund-policy");
      expect(moved).not.toContain("https://kewra.example/refund-plocy");
    } finally {
      await own.close();
    }
  });

  it("find every product once", async () => {
    const { body } = await shop.get("/sitemaps/products-1.xml", { host: "shop.example" });
    const rows = await shop.db.select({ slug: product.slug }).from(product);
    expect(locations(body).sort()).toEqual(rows.map(({ slug }) => `http://shop.example/product/${slug}`).sort());
    expect(body.trimEnd()).toMatch(/<\/urlset>$/);
  });

  it("find products with higher ids in a further file, and no empty file between", async () => {
    const own = await openShop({ demo: true });
    try {
      const [{ inStock: _, ...one } = { inStock: true }] = await own.db.select().from(product).limit(1);
      const far = { ...one, id: 80_001, slug: "far-away", sku: "FAR-1" } as typeof product.$inferInsert;
      await own.db.insert(product).values(far);
      const index = locations((await own.get("/sitemap.xml", { host: "s.example" })).body);
      expect(index.slice(1)).toEqual([
        "http://s.example/sitemaps/products-1.xml",
        "http://s.example/sitemaps/products-3.xml",
      ]);
      const third = (await own.get("/sitemaps/products-3.xml", { host: "s.example" })).body;
      expect(locations(third)).toEqual(["http://s.example/product/far-away"]);
    } finally {
      await own.close();
    }
  });

  it.each(["products-2.xml", "products-0.xml", "products-999999.xml", "products-x.xml", "other.xml"])(
    "get 404 for %s",
    async (file) => {
      expect((await shop.get(`/sitemaps/${file}`)).status).toBe(404);
    },
  );
});
