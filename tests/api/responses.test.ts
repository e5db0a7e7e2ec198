/** The shapes of all responses. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ERROR_CODES, type ErrorCode } from "../../contract/errors.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop({ demo: true });
});
afterAll(() => shop?.close());

const LIST_KEYS = ["data", "page", "perPage", "statusCode", "success", "totalData", "totalPages"];

describe("a list", () => {
  it("returns the five keys of a list", { meta: { requirements: "S3.31, S7.30, S7.64" } }, async () => {
    const { status, body } = await shop.get("/api/product?page=1&perPage=12");
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual([...LIST_KEYS, "facets", "totalRelation"].sort());
    expect(body).toMatchObject({ success: true, statusCode: 200, page: 1, perPage: 12 });
    expect(body.data).toHaveLength(12);
    expect(body.totalPages).toBe(Math.ceil(body.totalData / 12));
  });

  it("has 12 products per page by default, newest first", { meta: { requirements: "S7.59" } }, async () => {
    const { body } = await shop.get("/api/product");
    expect(body.perPage).toBe(12);
    const dates = body.data.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  it("shows every product once on its way through the pages", { meta: { requirements: "S3.31" } }, async () => {
    const seen: string[] = [];
    const { body: first } = await shop.get("/api/product?perPage=5");
    for (let page = 1; page <= first.totalPages; page += 1) {
      const { body } = await shop.get(`/api/product?perPage=5&page=${page}`);
      seen.push(...body.data.map(({ slug }: { slug: string }) => slug));
    }
    expect(seen).toHaveLength(first.totalData);
    expect(new Set(seen).size).toBe(first.totalData);
  });

  it("is empty, not missing, behind its last page", { meta: { requirements: "S3.31" } }, async () => {
    const { status, body } = await shop.get("/api/product?page=100");
    expect(status).toBe(200);
    expect(body.data).toEqual([]);
    expect(body.page).toBe(100);
  });

  it("of reviews has 5 a page", { meta: { requirements: "S7.38" } }, async () => {
    const { body: products } = await shop.get("/api/product?perPage=100");
    const [max] = products.data.sort((a: { review: number }, b: { review: number }) => b.review - a.review);
    const { status, body } = await shop.get(`/api/review?page=1&perPage=5&product_id=${max._id}`);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(LIST_KEYS);
    expect(body).toMatchObject({ perPage: 5, totalData: max.review, totalPages: Math.ceil(max.review / 5) });
  });
});

describe("an error", () => {
  const FAILURES: [what: string, path: string, status: number, field?: string][] = [
    ["an unknown product", "/api/product/no-such-perfume", 404],
    ["an unknown category", "/api/category/no-such-category", 404],
    ["an unknown page of text", "/api/page/no-such-page", 404],
    ["what cannot be a slug", "/api/product/No%20Such%20Perfume", 404],
    ["an unknown call", "/api/no-such-call", 404],
    ["an address that cannot be read", "/api/product/%E0%A4%A", 404],
    ["a listing of an unknown category", "/api/product?category=no-such-category", 404, "category"],
    ["reviews of an unknown product", "/api/review?product_id=999999999", 404, "product_id"],
    ["page 0", "/api/product?page=0", 400, "page"],
    ["a page below zero", "/api/product?page=-1", 400, "page"],
    ["a page that is no number", "/api/product?page=two", 400, "page"],
    ["a page beyond all counting", "/api/product?page=99999999999999999999", 400, "page"],
    ["half a page", "/api/product?page=1.5", 400, "page"],
    ["a hundred thousand products at once", "/api/product?perPage=100000", 400, "perPage"],
    ["no product at once", "/api/product?perPage=0", 400, "perPage"],
    ["an unknown direction", "/api/product?price_sort=up", 400, "price_sort"],
    ["an empty direction", "/api/product?date_sort=", 400, "date_sort"],
    ["a search of 10,000 characters", `/api/product?search=${"a".repeat(10_000)}`, 400, "search"],
    ["a flag that is neither true nor false", "/api/product?bestseller=yes", 400, "bestseller"],
    ["an unknown availability", "/api/product?availability=soon", 400, "availability"],
    ["a price below zero", "/api/product?min_price=-1", 400, "min_price"],
    ["a lowest price above the highest", "/api/product?min_price=900&max_price=100", 400, "min_price"],
    ["more notes than a listing takes", `/api/product?notes=${Array(21).fill("rose").join(",")}`, 400, "notes"],
    ["more sizes than a listing takes", `/api/product?sizes=${Array(21).fill("5 ml").join(",")}`, 400, "sizes"],
    ["the same key twice", "/api/product?page=1&page=2", 400, "page"],
    ["a search twice", "/api/product?search=a&search=b", 400, "search"],
    ["a category twice", "/api/product?category=a&category=b", 400, "category"],
    ["notes twice", "/api/product?notes=a&notes=b", 400, "notes"],
    ["a category of 130 letters", `/api/product?category=${"a".repeat(130)}`, 400, "category"],
    ["a number in hexadecimal", "/api/product?perPage=0x10", 400, "perPage"],
    ["a number with an exponent", "/api/product?perPage=1e1", 400, "perPage"],
    ["a number behind a space", "/api/product?page=%201", 400, "page"],
    ["a number with a plus sign", "/api/product?page=%2B2", 400, "page"],
    ["a number of other digits", "/api/product?page=%D9%A2", 400, "page"],
    ["reviews of two products", "/api/review?product_id=1&product_id=2", 400, "product_id"],
    ["reviews of nothing", "/api/review", 400, "product_id"],
    ["an unknown kind of banner", "/api/banner?mobile_banner=perhaps", 400, "mobile_banner"],
  ];

  it.each(FAILURES)(
    "for %s has the one shape and its status",
    { meta: { requirements: "S8.19, S8.20" } },
    async (_what, path, status, field) => {
      const response = await shop.get(path);
      expect(response.status).toBe(status);
      expect(response.headers["content-type"]).toMatch(/^application\/json/);
      const { success, statusCode, code, message, errors, ...more } = response.body;
      expect(more).toEqual({});
      expect({ success, statusCode }).toEqual({ success: false, statusCode: status });
      expect(ERROR_CODES[code as ErrorCode].status).toBe(status);
      expect(message).toMatch(/\.$/);
      if (field) {
        expect(errors[0]).toEqual({ field, message });
        for (const error of errors) expect(error).toEqual({ field, message: expect.stringMatching(/\.$/) });
      } else expect(errors).toBeUndefined();
    },
  );

  it("says what is wrong with an id, not that it is missing", async () => {
    const { body } = await shop.get("/api/review?product_id=1&product_id=2");
    expect(body.message).toBe("product_id must be the _id of a product.");
  });

  it.each([
    "/api/product?notes=%00",
    "/api/product?search=a%00b&notes=%00,x",
    "/api/product?search=%F0%9F%98%80%1B%5B2J",
    "/api/product/%00",
    "/api/category/%00",
    "/api/category/a%00b",
    "/api/page/%00",
    "/api/pincode/%00",
    "/api/review?product_id=%00",
    "/sandbox/mail?to=%00",
    "/sandbox/mail.json?to=%00",
    "/sandbox/mail/%00",
  ])("is no 500 for a NUL: %s", async (path) => {
    const { status } = await shop.get(path);
    expect([200, 400, 404]).toContain(status);
  });

  it("is the same for a method that an endpoint does not have", { meta: { requirements: "S8.19" } }, async () => {
    const response = await shop.app.inject({ method: "DELETE", url: "/api/product" });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ success: false, statusCode: 404 });
  });

  it("reveals no internals when something breaks", { meta: { requirements: "S8.19, S8.20" } }, async () => {
    const broken = await openShop();
    await broken.db.execute("alter table faq rename to faq_gone");
    const response = await broken.get("/api/faqs");
    await broken.db.execute("alter table faq_gone rename to faq");
    await broken.close();
    expect(response.status).toBe(500);
    expect(response.body).toEqual({
      success: false,
      statusCode: 500,
      code: "internal_error",
      message: "Something went wrong on our side. Please try again in a moment.",
    });
  });
});
