/** `GET product/{slug}`. */

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "../../contract/catalogue/schemas.ts";
import { demoProducts } from "../../demo/products.ts";
import { product, review } from "../../server/platform/database/schema.ts";
import { openLargeShop } from "./large-shop.ts";
import { makeCategory, makeProduct } from "./make-product.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
afterAll(() => shop?.close());

async function read(slug: string): Promise<Product> {
  const { status, body } = await shop.get(`/api/product/${slug}`);
  expect(status).toBe(200);
  return body.data;
}

describe("a product of the demo shop", () => {
  let rose: Product;
  const written = demoProducts.find(({ slug }) => slug === "rose-of-kannauj");
  beforeAll(async () => {
    shop = await openShop({ demo: true });
    rose = await read("rose-of-kannauj");
  });
  afterAll(() => shop.close());

  it("has _id, id and slug", { meta: { requirements: "S3.13" } }, () => {
    expect(rose._id).toMatch(/^\d+$/);
    expect(rose.id).toBe(rose._id);
    expect(rose.slug).toBe("rose-of-kannauj");
  });

  it("has title, sub_title and desc", { meta: { requirements: "S3.14" } }, () => {
    expect(rose).toMatchObject({ title: written?.title, sub_title: written?.subTitle, desc: written?.description });
  });

  it("has its category's name, and the path to its subcategory", { meta: { requirements: "S3.15" } }, () => {
    expect(rose.category).toBe("Perfumes");
    expect(rose.categoryPath).toEqual([
      { name: "Perfumes", slug: "perfumes" },
      { name: "Floral Perfumes", slug: "floral-perfumes" },
    ]);
  });

  it("has the common name of its kind: its own, its subcategory’s or its category’s", async () => {
    expect(rose.commonName).toBe("Eau de parfum");
    expect((await read("neem-tulsi-face-wash")).commonName).toBe("Face wash");
    expect((await read("kumkumadi-face-oil")).commonName).toBe("Face oil");
    for (const { slug } of demoProducts) expect((await read(slug)).commonName, slug).toBeTruthy();
  });

  it("names, if it is a set, its products with their quantity, and how many there are of each", async () => {
    const set = await read("discovery-set");
    expect(set.setQuantity).toBe("5 × 2 ml");
    expect(set.setContents).toContain("Mogra Nights 2 ml");
    expect(set.setContents).toHaveLength(5);
    expect(rose).toMatchObject({ setQuantity: null, setContents: [] });
  });

  it("has price and originalPrice in rupees; the latter is missing without a discount", {
    meta: { requirements: "S3.16" },
  }, async () => {
    for (const one of demoProducts) {
      const { price, originalPrice } = await read(one.slug);
      expect(price).toBe(one.priceRupees);
      expect(originalPrice).toBe(one.originalPriceRupees ?? undefined);
    }
  });

  it("has a rating and the number of ratings; without ratings the rating is missing", async () => {
    const ratings = await shop.db
      .select({ rating: review.rating })
      .from(review)
      .where(eq(review.productId, Number(rose.id)));
    expect(rose.review).toBe(ratings.length);
    expect(rose.rating).toBe(
      Math.round((ratings.reduce((sum, { rating }) => sum + rating, 0) * 10) / ratings.length) / 10,
    );
    expect(rose.ratingCounts).toEqual(
      [1, 2, 3, 4, 5].map((stars) => ratings.filter(({ rating }) => rating === stars).length),
    );

    const [unrated] = await shop.db.select({ slug: product.slug }).from(product).where(eq(product.reviewCount, 0));
    const without = await read(unrated?.slug ?? "");
    expect(without).toMatchObject({ review: 0, ratingCounts: [0, 0, 0, 0, 0] });
    expect(without).not.toHaveProperty("rating");
  });

  it("has pictures with path, size and alt text", { meta: { requirements: "S3.20" } }, () => {
    expect(rose.images.length).toBeGreaterThan(1);
    for (const { path, width, height, alt, color } of rose.images) {
      expect(path).toMatch(/^\/\S+\.webp$/);
      expect(width).toBeGreaterThan(100);
      expect(height).toBeGreaterThan(100);
      expect(alt).not.toBe("");
      expect(color).toMatch(/^#[0-9a-f]{6}$/);
    }
  });

  it("has key_benefits, how_to_use and faqs", { meta: { requirements: "S3.21, S3.22, S3.23" } }, () => {
    expect(rose.key_benefits).toEqual(written?.keyBenefits);
    expect(rose.how_to_use).toEqual(written?.howToUse);
    expect(rose.faqs).toEqual(written?.faqs);
  });

  it("has similar_products: those it is paired with first, never itself, none twice", {
    meta: { requirements: "S3.24" },
  }, async () => {
    for (const one of demoProducts) {
      const { similar_products: similar } = await read(one.slug);
      const slugs = similar.map(({ slug }) => slug);
      expect(slugs.slice(0, one.pairedWith.length)).toEqual(one.pairedWith);
      expect(slugs).not.toContain(one.slug);
      expect(new Set(slugs).size).toBe(slugs.length);
      expect(slugs.length).toBeLessThanOrEqual(6);
    }
  });

  it("has its notes, each once, and what the law requires", () => {
    expect(rose.notePyramid).toEqual(written?.notes);
    expect(rose.notes).toEqual([
      ...new Set([...(written?.notes.top ?? []), ...(written?.notes.heart ?? []), ...(written?.notes.base ?? [])]),
    ]);
    expect(rose).toMatchObject({
      sku: written?.sku,
      netQuantity: written?.netQuantity,
      ingredients: written?.ingredients,
      allergens: written?.allergens,
      countryOfOrigin: "India",
      shelfLifeMonths: written?.shelfLifeMonths,
    });
  });

  it("is read for concurrent requests, with one statement for several", async () => {
    let statements = 0;
    const onStatement = (statement: string) => {
      if (statement.includes("paired_with")) statements += 1;
    };
    const own = await openShop({ demo: true, onStatement });
    const slugs = [...demoProducts.map(({ slug }) => slug), "no-such-product", "rose-of-kannauj"];
    const responses = await Promise.all(slugs.map((slug) => own.get(`/api/product/${slug}`)));
    await own.close();
    expect(responses.map(({ body }) => body.data?.slug)).toEqual(
      slugs.map((slug) => (slug === "no-such-product" ? undefined : slug)),
    );
    expect(responses.map(({ status }) => status)).toEqual(
      slugs.map((slug) => (slug === "no-such-product" ? 404 : 200)),
    );
    // All arrived in one or two event-loop turns.
    expect(statements).toBeLessThan(slugs.length / 2);
  });

  it("is the same summary in a listing, with at most two pictures", async () => {
    const { body } = await shop.get("/api/product?perPage=100");
    for (const card of body.data) {
      expect(card.images.length).toBeLessThanOrEqual(2);
      const { images, ...same } = card;
      const whole = await read(card.slug);
      expect(whole).toMatchObject(same);
      expect(whole.images.slice(0, 2)).toEqual(images);
    }
  });
});

describe("a product made for the test", () => {
  beforeAll(async () => {
    shop = await openShop();
  });

  it("has the newest of its category after the products it is paired with", async () => {
    const soaps = await makeCategory(shop, { slug: "soaps", name: "Soaps" });
    const oils = await makeCategory(shop, { slug: "oils", name: "Oils" });
    const day = (n: number) => new Date(Date.UTC(2026, 0, n));
    await makeProduct(shop, { slug: "an-oil", categoryId: oils, createdAt: day(1) });
    for (let n = 1; n <= 10; n++) await makeProduct(shop, { slug: `soap-${n}`, categoryId: soaps, createdAt: day(n) });
    await makeProduct(shop, {
      slug: "the-soap",
      categoryId: soaps,
      createdAt: day(20),
      pairedWith: ["gone-long-ago", "soap-9", "an-oil", "the-soap"],
    });
    const { similar_products: similar } = await read("the-soap");
    expect(similar.map(({ slug }) => slug)).toEqual(["soap-9", "an-oil", "soap-10", "soap-8", "soap-7", "soap-6"]);
  });

  it("shows the units left only if they are few", async () => {
    const categoryId = await makeCategory(shop, { slug: "few", name: "Few" });
    for (const [stock, lowStock, availability] of [
      [0, null, "out_of_stock"],
      [1, 1, "in_stock"],
      [5, 5, "in_stock"],
      [6, null, "in_stock"],
    ] as const) {
      await makeProduct(shop, { slug: `stock-${stock}`, categoryId, stock });
      expect(await read(`stock-${stock}`)).toMatchObject({ lowStock, availability });
    }
  });

  it("has a price with paise", async () => {
    const categoryId = await makeCategory(shop, { slug: "cheap", name: "Cheap" });
    await makeProduct(shop, { slug: "paise", categoryId, pricePaise: 9950, originalPricePaise: 9999 });
    expect(await read("paise")).toMatchObject({ price: 99.5, originalPrice: 99.99 });
  });

  it.each(["no-such-product", "Rose", "rose_of", "%27", `${"a".repeat(121)}`])("is not found as %s", async (slug) => {
    const { status, body } = await shop.get(`/api/product/${slug}`);
    expect(status).toBe(404);
    expect(body).toMatchObject({ success: false, statusCode: 404 });
  });
});

describe("in a large catalogue", () => {
  it("a product's statement uses one generic plan for any number of concurrent requests", async () => {
    const own = await openLargeShop();
    const slugs = demoProducts.map(({ slug }) => slug);
    for (let call = 0; call < 10; call++)
      await Promise.all(slugs.slice(0, 1 + (call % 3) * 8).map((slug) => own.get(`/api/product/${slug}`)));
    const plans = await own.plans("product %");
    await own.close();
    // PostgreSQL makes five custom plans first.
    expect(plans).toEqual([{ name: expect.stringMatching(/^product /), generic: expect.any(Number), custom: 5 }]);
    const [{ generic = 0, custom = 0 } = {}] = plans;
    expect(generic).toBeGreaterThan(0);
    // Concurrent product requests share a statement: 82 requests, at best one statement in each of ten rounds.
    expect(generic + custom).toBeLessThan(82);
  });
});
