import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

describe("the health of the server", () => {
  it("is shown at /healthz", async () => {
    expect(await shop.get("/healthz")).toMatchObject({ status: 200, body: { status: "ok" } });
  });

  it("includes its database at /readyz", async () => {
    expect(await shop.get("/readyz")).toMatchObject({ status: 200, body: { status: "ready" } });
  });
});

describe("an empty shop", () => {
  it("returns empty lists, with a first page", { meta: { requirements: "S3.31" } }, async () => {
    const { status, body } = await shop.get("/api/product");
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: [], totalData: 0, totalPages: 1, page: 1, perPage: 12 });
    const availability = { in_stock: 0, out_of_stock: 0 };
    const priceSteps = Array(20).fill(0);
    expect(body.facets).toEqual({
      relation: "eq",
      notes: [],
      sizes: [],
      countries: [],
      availability,
      price: null,
      priceSteps,
    });
    expect((await shop.get("/api/category")).body.data).toEqual([]);
  });
});
