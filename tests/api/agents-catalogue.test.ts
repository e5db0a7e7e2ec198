/** What agents find: the shop's own search and products, in both versions of the protocol, by REST and by MCP alike. */

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UCP_VERSIONS, type UcpVersion } from "../../server/operations/agents/versions.ts";
import { category, product, productSlug } from "../../server/platform/database/schema.ts";
import { callTool } from "../ucp/mcp.ts";
import { startPlatform, type TestPlatform } from "../ucp/platform.ts";
import { responseErrors } from "../ucp/schemas.ts";
import { makeCategory, makeProduct } from "./make-product.ts";
import { openShop, type TestShop } from "./shop.ts";

const PHOTO = { path: "/catalogue/rose.ab12cd34.avif", width: 1600, height: 1200, alt: "A rose", color: "#888888" };
const OPERATIONS = {
  search: { tool: "search_catalog", schema: "schemas/shopping/catalog_search.json#/$defs/search_response" },
  lookup: { tool: "lookup_catalog", schema: "schemas/shopping/catalog_lookup.json#/$defs/lookup_response" },
  product: { tool: "get_product", schema: "schemas/shopping/catalog_lookup.json#/$defs/get_product_response" },
} as const;
type Name = keyof typeof OPERATIONS;

let shop: TestShop;
let platform: TestPlatform;
beforeAll(async () => {
  shop = await openShop({ environment: { AGENTS_FROM_LOOPBACK: "true" } });
  platform = await startPlatform();
  const perfumes = await makeCategory(shop, { slug: "perfumes", name: "Perfumes", commonName: "Eau de parfum" });
  const floral = await makeCategory(shop, { slug: "floral", name: "Floral", parentId: perfumes, commonName: null });
  const soaps = await makeCategory(shop, { slug: "soaps", name: "Soaps", commonName: "Soap" });
  await shop.db.update(category).set({ googleCategory: "479" }).where(eq(category.id, perfumes));
  const rose = await makeProduct(shop, {
    slug: "rose-of-kannauj",
    title: "Rose of Kannauj",
    description: "Distilled at dawn.",
    ingredients: "Alcohol, Rosa Damascena",
    allergens: ["Citronellol", "Geraniol"],
    categoryId: perfumes,
    subcategoryId: floral,
    images: [PHOTO],
    sku: "ROSE-10",
    label: "10 ml",
    netQuantity: 10,
    pricePaise: 49_900,
    originalPricePaise: 59_900,
    stock: 0,
    sizes: [
      { sku: "ROSE-50", label: "50 ml", netQuantity: 50, pricePaise: 199_900 },
      { sku: "ROSE-1500", label: "1.5 l", netQuantity: 1500, pricePaise: 4_500_000 },
    ],
  });
  await shop.db.insert(productSlug).values({ slug: "gulab", productId: rose });
  for (const n of Array.from({ length: 12 }, (_, at) => at + 1))
    await makeProduct(shop, {
      slug: `soap-${n}`,
      title: `Marigold Soap ${n}`,
      categoryId: soaps,
      sku: `SOAP-${n}`,
      label: "1 piece",
      netQuantity: 1,
      netQuantityUnit: "pieces",
      pricePaise: 10_000 + n * 100,
    });
  const draft = await makeProduct(shop, { slug: "hidden", title: "Hidden Rose", categoryId: soaps });
  await shop.db.update(product).set({ state: "draft" }).where(eq(product.id, draft));
});
afterAll(() => Promise.all([shop?.close(), platform?.close()]));

/** Calls an operation by both transports, whose responses are equal and valid. */
async function call(name: Name, body: object, version: UcpVersion = "2026-08-25") {
  const { tool, schema } = OPERATIONS[name];
  const [rest, mcp] = await Promise.all([
    platform.send(shop, "POST", `/catalog/${name}`, body, { version, signed: false }),
    callTool(shop, platform, tool, { catalog: body }, version),
  ]);
  expect([rest.statusCode, mcp.statusCode], rest.body + mcp.body).toEqual([200, 200]);
  const { content, structuredContent } = mcp.json().result;
  expect(structuredContent).toEqual(rest.json());
  expect(JSON.parse(content[0].text)).toEqual(structuredContent);
  expect(responseErrors({ body: rest.json() }, { version, schema })).toEqual([]);
  return rest.json();
}
const bothVersions = (name: Name, body: object) =>
  Promise.all(UCP_VERSIONS.map((version) => call(name, body, version)));

/** What both transports say to a request that they do not process. */
async function rejected(name: Name, body: unknown) {
  const rest = await platform.send(shop, "POST", `/catalog/${name}`, body, { signed: false });
  const mcp = await callTool(shop, platform, OPERATIONS[name].tool, { catalog: body });
  const { error } = mcp.json();
  expect([mcp.statusCode, error.data]).toEqual([rest.statusCode, rest.json()]);
  return { status: rest.statusCode, rpc: error.code, code: rest.json().code, content: rest.json().content };
}

describe("searching", () => {
  it("finds what the shop’s own search finds, at the shop’s prices, with the size in stock first", async () => {
    const [found] = await bothVersions("search", { query: "rosse" });
    expect(found.ucp).toEqual({
      version: "2026-08-25",
      status: "success",
      capabilities: { "dev.ucp.shopping.catalog.search": [{ version: "2026-08-25" }] },
    });
    expect(found.pagination).toEqual({ has_next_page: false, total_count: 1 });
    expect(found.products).toHaveLength(1);
    const [rose] = found.products;
    expect(rose).toMatchObject({
      id: "rose-of-kannauj",
      handle: "rose-of-kannauj",
      title: "Rose of Kannauj",
      description: { plain: "Distilled at dawn." },
      url: "http://shop.test/product/rose-of-kannauj",
      categories: [
        { value: "Perfumes", taxonomy: "merchant" },
        { value: "Perfumes > Floral", taxonomy: "merchant" },
        { value: "479", taxonomy: "google_product_category" },
      ],
      price_range: { min: { amount: 49_900, currency: "INR" }, max: { amount: 4_500_000, currency: "INR" } },
      list_price_range: { min: { amount: 59_900, currency: "INR" }, max: { amount: 4_500_000, currency: "INR" } },
      media: [{ type: "image", alt_text: "A rose", width: 1600, height: 1200 }],
      options: [{ name: "Size", values: [{ label: "10 ml" }, { label: "50 ml" }, { label: "1.5 l" }] }],
    });
    expect(
      rose.variants.map(({ id, availability }: { id: string; availability: object }) => [id, availability]),
    ).toEqual([
      ["ROSE-50", { available: true, status: "in_stock" }],
      ["ROSE-10", { available: false, status: "out_of_stock" }],
      ["ROSE-1500", { available: true, status: "in_stock" }],
    ]);
    expect(rose.variants[1]).toMatchObject({
      sku: "ROSE-10",
      title: "10 ml",
      price: { amount: 49_900, currency: "INR" },
      list_price: { amount: 59_900, currency: "INR" },
      options: [{ name: "Size", label: "10 ml" }],
    });
    expect(found.messages).toEqual([
      {
        type: "warning",
        code: "allergens",
        path: "$.products[0]",
        content: "Contains these fragrance allergens: Citronellol, Geraniol.",
        presentation: "disclosure",
      },
    ]);
  });

  it("says the price of a unit as each version writes measures, and none of a single piece", async () => {
    const [current, older] = await bothVersions("search", { query: "rose" });
    const unitPrices = (found: { products: { variants: { unit_price: object }[] }[] }) =>
      found.products[0]?.variants.map(({ unit_price }) => unit_price);
    // ₹1,999 ÷ 50 = ₹39.98; ₹499 ÷ 10 = ₹49.90; ₹45,000 ÷ 1.5 = ₹30,000 a litre.
    const ml = { unit: "MLT", display_text: "ml" };
    expect(unitPrices(current)).toEqual([
      { amount: 3998, currency: "INR", measure: { value: 50, ...ml }, reference: { value: 1, ...ml } },
      { amount: 4990, currency: "INR", measure: { value: 10, ...ml }, reference: { value: 1, ...ml } },
      { amount: 3_000_000, currency: "INR", measure: { value: 1500, ...ml }, reference: { value: 1000, ...ml } },
    ]);
    expect(unitPrices(older)?.[0]).toEqual({
      amount: 3998,
      currency: "INR",
      measure: { value: 50, unit: "ml" },
      reference: { value: 1, unit: "ml" },
    });
    const [soap] = await bothVersions("search", { query: "marigold" });
    expect(soap.products[0].variants[0]).not.toHaveProperty("unit_price");
  });

  it("lists page after page without repeats, ten at a time unless asked otherwise", async () => {
    const [first] = await bothVersions("search", { filters: { categories: ["Soaps"] } });
    expect([first.products.length, first.pagination.total_count, first.pagination.has_next_page]).toEqual([
      10,
      12,
      true,
    ]);
    const { cursor } = first.pagination;
    const [second] = await bothVersions("search", { filters: { categories: ["Soaps"] }, pagination: { cursor } });
    expect(second.pagination).toEqual({ has_next_page: false, total_count: 12 });
    const ids = [...first.products, ...second.products].map(({ id }) => id);
    expect(new Set(ids).size).toBe(12);
    const all = await call("search", { filters: { categories: ["Soaps"] }, pagination: { limit: 2 ** 31 } });
    expect(all.products).toHaveLength(12);
  });

  it("does not continue another search, nor a cursor that it never gave", async () => {
    const { pagination } = await call("search", { query: "marigold" });
    for (const [query, cursor] of [
      ["soap", pagination.cursor],
      ["marigold", "eyJwYWdlIjoxfQ=="],
      ["marigold", Buffer.from("9999.50.aaaaaaaaaaaa").toString("base64url")],
      ["marigold", ""],
    ])
      expect(await rejected("search", { query, pagination: { cursor } })).toMatchObject({
        status: 400,
        rpc: -32602,
        code: "invalid_request",
      });
  });

  it("filters by categories as products name them, in any of them, and by limits in paise", async () => {
    const ids = async (filters: object, rest: object = {}) =>
      (await call("search", { filters, pagination: { limit: 50 }, ...rest })).products.map(
        ({ id }: { id: string }) => id,
      );
    for (const name of ["Perfumes", "perfumes > floral", "floral", "479"])
      expect(await ids({ categories: [name] })).toEqual(["rose-of-kannauj"]);
    expect(await ids({ categories: ["Floral", "soaps", "none"] })).toHaveLength(13);
    expect(await ids({ categories: ["none"] })).toEqual([]);
    expect(await ids({ price: { min: 10_200, max: 10_300 } })).toEqual(["soap-3", "soap-2"]);
    expect(await ids({ price: { min: 2 ** 53 - 1 } })).toEqual([]);
    expect(await ids({ price: { max: 2 ** 53 - 1 } }, { query: "rose" })).toEqual(["rose-of-kannauj"]);
    expect(await ids({ categories: ["soaps", "floral"], price: { max: 10_100 } }, { query: "marigold" })).toEqual([
      "soap-1",
    ]);
  });

  it("leaves out sizes beyond the limits, and ignores limits in another currency, telling so", async () => {
    const within = await call("search", { query: "rose", filters: { price: { max: 300_000 } } });
    expect(within.products[0].variants.map(({ id }: { id: string }) => id)).toEqual(["ROSE-50", "ROSE-10"]);
    const dollars = await call("search", {
      query: "rose",
      filters: { price: { max: 1 } },
      context: { currency: "USD", intent: "a gift" },
    });
    expect(dollars.products).toHaveLength(1);
    expect(dollars.messages.at(-1)).toMatchObject({ type: "info", code: "price_filter_ignored" });
  });

  it("finds nothing without a message, and never what is not published", async () => {
    const [nothing] = await bothVersions("search", { query: "hidden" });
    expect(nothing).toEqual({
      ucp: expect.anything(),
      products: [],
      pagination: { has_next_page: false, total_count: 0 },
    });
  });

  it("rejects what it cannot search for, and names the field", async () => {
    const cases: [unknown, RegExp][] = [
      [{}, /query, or filters/],
      [{ query: "", filters: { categories: [] } }, /query, or filters/],
      [{ query: "a".repeat(65_000) }, /^\$\.query must be a string of at most 100 characters/],
      [{ query: 5 }, /^\$\.query must be a string/],
      [{ query: "rose", filters: { price: { min: -1 } } }, /^\$\.filters\.price\.min must be at least 0/],
      [{ query: "rose", filters: { price: { min: 2 ** 53 } } }, /^\$\.filters\.price\.min/],
      [{ query: "rose", filters: { price: { min: 1.5 } } }, /^\$\.filters\.price\.min must be an integer/],
      [{ query: "rose", filters: { price: { min: 2, max: 1 } } }, /must not be above/],
      [{ query: "rose", filters: { categories: "Soaps" } }, /^\$\.filters\.categories must be an array/],
      [
        { query: "rose", filters: { categories: Array(51).fill("a") } },
        /^\$\.filters\.categories must have at most 50/,
      ],
      [{ query: "rose", pagination: { limit: 0 } }, /^\$\.pagination\.limit must be at least 1/],
      [["rose"], /^\$ must be an object/],
    ];
    for (const [body, content] of cases)
      expect(await rejected("search", body)).toMatchObject({
        ...{ status: 400, rpc: -32602, code: "invalid_request" },
        content: expect.stringMatching(content),
      });
  });

  it("searches for markup, quotes and control characters as for any text", async () => {
    for (const query of ["<script>alert(1)</script>", "' or 1=1 --", "rose\u0000\u202e", "%_\\", "{{7*7}}", "गुलाब"])
      await call("search", { query });
    await call("search", { query: "rose", filters: { categories: ["\u0000", "<b>"] } });
  });
});

describe("looking up", () => {
  it("finds each product once, by id, former id or SKU, and says which id led to which size", async () => {
    const [found] = await bothVersions("lookup", {
      ids: [
        "ROSE-10",
        "rose-of-kannauj",
        "ROSE-10",
        "gulab",
        "soap-1",
        "nothing",
        "hidden",
        "\u0000",
        "product-99999999999999",
      ],
    });
    const inputs = Object.fromEntries(
      found.products.flatMap(({ variants }: { variants: { id: string; inputs: object[] }[] }) =>
        variants.map((one) => [one.id, one.inputs]),
      ),
    );
    expect(inputs).toEqual({
      "ROSE-50": [
        { id: "rose-of-kannauj", match: "featured" },
        { id: "gulab", match: "featured" },
      ],
      "ROSE-10": [{ id: "ROSE-10", match: "exact" }],
      "SOAP-1": [{ id: "soap-1", match: "featured" }],
    });
    const messages: { type: string; code: string; content: string }[] = found.messages;
    expect(messages.filter(({ code }) => code === "not_found").map(({ content }) => content)).toEqual([
      "nothing",
      "hidden",
      "\ufffd",
      "product-99999999999999",
    ]);
  });

  it("leaves out what the filters do not match, without calling it unknown", async () => {
    const found = await call("lookup", { ids: ["ROSE-50", "SOAP-1"], filters: { price: { max: 50_000 } } });
    expect(found.products.map(({ id }: { id: string }) => id)).toEqual(["soap-1"]);
    const soaps = await call("lookup", { ids: ["ROSE-50", "SOAP-1"], filters: { categories: ["Perfumes > Floral"] } });
    expect(soaps.products.map(({ id }: { id: string }) => id)).toEqual(["rose-of-kannauj"]);
    expect(JSON.stringify([found, soaps])).not.toContain("not_found");
  });

  it("takes a hundred ids and not one more", async () => {
    const ids = Array.from({ length: 100 }, (_, at) => `id-${at}`);
    expect((await call("lookup", { ids })).messages).toHaveLength(100);
    expect(await rejected("lookup", { ids: [...ids, "one-more"] })).toMatchObject({
      ...{ status: 400, rpc: -32602, code: "request_too_large" },
      content: expect.stringContaining("100"),
    });
    for (const wrong of [[], [""], ["a".repeat(301)], [5], "ROSE-10", undefined])
      expect(await rejected("lookup", { ids: wrong })).toMatchObject({ status: 400, code: "invalid_request" });
  });
});

describe("one product", () => {
  const sizes = (found: { product: { variants: { id: string }[] } }) => found.product.variants.map(({ id }) => id);

  it("has all sizes with what is selected and in stock, its allergens and what its label states", async () => {
    const [found] = await bothVersions("product", { id: "rose-of-kannauj" });
    expect(sizes(found)).toEqual(["ROSE-50", "ROSE-10", "ROSE-1500"]);
    expect(found.product.selected).toEqual([{ name: "Size", label: "50 ml" }]);
    expect(found.product.options).toEqual([
      {
        name: "Size",
        values: [
          { label: "10 ml", available: false, exists: true },
          { label: "50 ml", available: true, exists: true },
          { label: "1.5 l", available: true, exists: true },
        ],
      },
    ]);
    expect(found.messages).toEqual([
      expect.objectContaining({ code: "allergens", path: "$.product", presentation: "disclosure" }),
      {
        type: "warning",
        code: "label_declarations",
        path: "$.product",
        content: expect.stringMatching(
          /^Common name: Eau de parfum\. Ingredients: Alcohol, Rosa Damascena\. Country of origin: India\. .*Prices are inclusive of all taxes\.$/,
        ),
        presentation: "disclosure",
      },
    ]);
  });

  it("begins with the size that was asked for, whatever else is selected", async () => {
    const selected = [{ name: "Size", label: "50 ml" }];
    const [found] = await bothVersions("product", { id: "ROSE-10", selected });
    expect([sizes(found), found.product.selected]).toEqual([["ROSE-10"], [{ name: "Size", label: "10 ml" }]]);
  });

  it("narrows to the selected size, and drops a size that does not exist", async () => {
    const [narrowed] = await bothVersions("product", {
      id: "rose-of-kannauj",
      selected: [{ name: "size", label: "10ML" }],
    });
    expect([sizes(narrowed), narrowed.product.selected]).toEqual([["ROSE-10"], [{ name: "Size", label: "10 ml" }]]);
    const [relaxed] = await bothVersions("product", {
      id: "rose-of-kannauj",
      selected: [
        { name: "Size", label: "7 ml" },
        { name: "Color", label: "Red" },
      ],
      preferences: ["Color", "Size"],
    });
    expect([sizes(relaxed), relaxed.product.selected]).toEqual([["ROSE-50", "ROSE-10", "ROSE-1500"], []]);
  });

  it("of one size has no options", async () => {
    const [soap] = await bothVersions("product", { id: "soap-3" });
    expect([soap.product.options, soap.product.selected]).toEqual([undefined, undefined]);
  });

  it("that is not there, or that the filters leave out, is a result that says so", async () => {
    for (const body of [
      { id: "hidden" },
      { id: "<b>" },
      { id: "rose-of-kannauj", filters: { price: { max: 1 } } },
      { id: "rose-of-kannauj", filters: { categories: ["Soaps"] } },
    ]) {
      const [missing] = await bothVersions("product", body);
      expect(missing).toMatchObject({
        ucp: { status: "error" },
        messages: [{ type: "error", code: "not_found", severity: "unrecoverable" }],
      });
      expect(missing).not.toHaveProperty("product");
    }
    const twice = { name: "Size", label: "10 ml" };
    for (const body of [{}, { id: "" }, { id: "ROSE-10", selected: [twice, twice] }, { id: "ROSE-10", selected: {} }])
      expect(await rejected("product", body)).toMatchObject({ status: 400, code: "invalid_request" });
  });
});
