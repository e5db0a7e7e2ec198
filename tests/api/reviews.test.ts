/** Reviews, and the ratings that triggers compute. */

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { customer, product, review } from "../../server/platform/database/schema.ts";
import { makeCategory, makeProduct } from "./make-product.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let productId: number;
let customers: number[];
beforeAll(async () => {
  shop = await openShop();
  const categoryId = await makeCategory(shop, { slug: "all", name: "All" });
  productId = await makeProduct(shop, { slug: "reviewed", categoryId });
  await makeProduct(shop, { slug: "other", categoryId });
  const made = await shop.db
    .insert(customer)
    .values(Array.from({ length: 6 }, (_, n) => ({ email: `c${n}@shop.example`, name: `Customer ${n}` })))
    .returning({ id: customer.id });
  customers = made.map(({ id }) => id);
});
afterAll(() => shop?.close());

async function stars(id = productId) {
  const [kept] = await shop.db
    .select({ count: product.reviewCount, sum: product.ratingSum, counts: product.ratingCounts })
    .from(product)
    .where(eq(product.id, id));
  return kept;
}

const write = (customerId: number, rating: number, of = productId) =>
  shop.db
    .insert(review)
    .values({
      productId: of,
      customerId,
      rating,
      title: `${rating} stars`,
      createdAt: new Date(Date.UTC(2026, 0, rating)),
    })
    .returning({ id: review.id });

describe("the stars of a product", () => {
  it("grow with each review", async () => {
    expect(await stars()).toEqual({ count: 0, sum: 0, counts: [0, 0, 0, 0, 0] });
    await write(customers[0] as number, 5);
    await write(customers[1] as number, 4);
    expect(await stars()).toEqual({ count: 2, sum: 9, counts: [0, 0, 0, 1, 1] });
    const { body } = await shop.get("/api/product/reviewed");
    expect(body.data).toMatchObject({ rating: 4.5, review: 2, ratingCounts: [0, 0, 0, 1, 1] });
  });

  it("follow a review that is rated again", async () => {
    await shop.db
      .update(review)
      .set({ rating: 1, title: "Changed my mind" })
      .where(eq(review.customerId, customers[1] as number));
    expect(await stars()).toEqual({ count: 2, sum: 6, counts: [1, 0, 0, 0, 1] });
  });

  it("stay when only its words change", async () => {
    await shop.db
      .update(review)
      .set({ title: "Other words" })
      .where(eq(review.customerId, customers[1] as number));
    expect(await stars()).toEqual({ count: 2, sum: 6, counts: [1, 0, 0, 0, 1] });
  });

  it("move with a review to another product", async () => {
    const [other] = await shop.db.select({ id: product.id }).from(product).where(eq(product.slug, "other"));
    await shop.db
      .update(review)
      .set({ productId: other?.id })
      .where(eq(review.customerId, customers[1] as number));
    expect(await stars()).toEqual({ count: 1, sum: 5, counts: [0, 0, 0, 0, 1] });
    expect(await stars(other?.id)).toEqual({ count: 1, sum: 1, counts: [1, 0, 0, 0, 0] });
  });

  it("shrink with a deleted review, down to none", async () => {
    await shop.db.delete(review).where(eq(review.customerId, customers[0] as number));
    expect(await stars()).toEqual({ count: 0, sum: 0, counts: [0, 0, 0, 0, 0] });
    const { body } = await shop.get("/api/product/reviewed");
    expect(body.data.review).toBe(0);
    expect(body.data).not.toHaveProperty("rating");
  });

  it("are right after many reviews at once", async () => {
    await Promise.all(customers.map((id, n) => write(id, 1 + (n % 5), productId)));
    // 1, 2, 3, 4, 5 and 1 stars are 16.
    expect(await stars()).toEqual({ count: 6, sum: 16, counts: [2, 1, 1, 1, 1] });
  });

  it("accept one review per customer, and one to five stars", async () => {
    await expect(write(customers[0] as number, 3)).rejects.toThrow();
    await shop.db.delete(review).where(eq(review.customerId, customers[5] as number));
    await expect(write(customers[5] as number, 6)).rejects.toThrow();
    await expect(write(customers[5] as number, 0)).rejects.toThrow();
    expect(await stars()).toEqual({ count: 5, sum: 15, counts: [1, 1, 1, 1, 1] });
    await write(customers[5] as number, 1);
  });
});

describe("GET review", () => {
  it("returns five per page, newest first, with the paging", {
    meta: { requirements: "S7.37, S7.38, S9.10" },
  }, async () => {
    const { status, body } = await shop.get(`/api/review?page=1&perPage=5&product_id=${productId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, statusCode: 200, perPage: 5, page: 1, totalData: 6, totalPages: 2 });
    expect(body.data.map(({ rating }: { rating: number }) => rating)).toEqual([5, 4, 3, 2, 1]);
    const { body: second } = await shop.get(`/api/review?page=2&perPage=5&product_id=${productId}`);
    expect(second).toMatchObject({ page: 2, totalData: 6, totalPages: 2 });
    expect(second.data).toHaveLength(1);
    const ids = [...body.data, ...second.data].map(({ _id }: { _id: string }) => _id);
    expect(new Set(ids).size).toBe(6);
  });

  it("shows who wrote it", { meta: { requirements: "S3.28" } }, async () => {
    const { body } = await shop.get(`/api/review?product_id=${productId}`);
    for (const { user } of body.data) {
      expect(user.name).toMatch(/^Customer \d$/);
      expect(user).toHaveProperty("profile_image", null);
      expect(Object.keys(user).toSorted()).toEqual(["name", "profile_image"]);
    }
  });

  it("shows rating, review_title, image and createdAt", { meta: { requirements: "S3.29" } }, async () => {
    const { body } = await shop.get(`/api/review?product_id=${productId}`);
    expect(body.data[0]).toMatchObject({
      rating: 5,
      review_title: "5 stars",
      image: [],
      createdAt: "2026-01-05T00:00:00.000Z",
    });
  });

  it.each(["", "product_id=abc", "product_id=1&page=0", "product_id=1&perPage=101"])("rejects: %s", async (query) => {
    const { status, body } = await shop.get(`/api/review?${query}`);
    expect(status).toBe(400);
    expect(body.errors[0].field).toMatch(/product_id|page|perPage/);
  });

  it("does not find a product that does not exist", async () => {
    expect((await shop.get("/api/review?product_id=999999999")).status).toBe(404);
  });
});

describe("a list of reviews", () => {
  const ratings = async (sort: string): Promise<number[]> => {
    const { body } = await shop.get(`/api/review?product_id=${sorted}${sort}`);
    return body.data.map(({ rating }: { rating: number }) => rating);
  };
  let sorted: number;
  beforeAll(async () => {
    const [category] = await shop.db.select({ id: product.categoryId }).from(product).limit(1);
    sorted = await makeProduct(shop, { slug: "sorted", categoryId: category?.id ?? 0 });
    for (const [n, rating] of [3, 5, 1, 4].entries()) {
      const [written] = await write(customers[n] as number, rating, sorted);
      await shop.db
        .update(review)
        .set({ createdAt: new Date(Date.UTC(2026, 1, n + 1)) })
        .where(eq(review.id, written?.id ?? 0));
    }
  });

  it("is sorted by time, or by stars", async () => {
    expect(await ratings("")).toEqual([4, 1, 5, 3]);
    expect(await ratings("&sort=newest")).toEqual([4, 1, 5, 3]);
    expect(await ratings("&sort=highest")).toEqual([5, 4, 3, 1]);
    expect(await ratings("&sort=lowest")).toEqual([1, 3, 4, 5]);
  });

  it("in an unknown order is rejected with the field's name", async () => {
    const { status, body } = await shop.get(`/api/review?product_id=${sorted}&sort=best`);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ field: "sort" }]);
  });
});
