/** Rendered pages are cached until their data changes. */

import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { InProcessApi, PublicEndpointName } from "../../contract/endpoints.ts";
import type { Storefront } from "../../server/operations/pages/storefront.ts";
import { contentPage, customer, product, review } from "../../server/platform/database/schema.ts";
import { pagePathOf } from "../../storefront/page-path.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { makeCategory, makeProduct, setStock } from "./make-product.ts";
import { peopleOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

const rendered: string[] = [];
/** The endpoint and the request that a page shows the response of. */
function shownBy(pathname: string): Parameters<InProcessApi> {
  const [, first = "", second = ""] = pathname.split("/");
  const lists: Record<string, PublicEndpointName> = { product: "listProducts", faqs: "listFaqs" };
  const list = lists[first];
  if (list && !second) return [list, { params: {}, query: {} }];
  if (first === "review") return ["listReviews", { params: {}, query: { product_id: second } }];
  return [first === "page" ? "readPage" : "readProduct", { params: { slug: second }, query: {} }];
}
/** Pages that consist of one endpoint's response: `/product/a` of readProduct's, `/review/1` of listReviews'. */
const plain: Storefront = {
  files: undefined,
  pagePathOf: async (url) => pagePathOf(url),
  async render({ url, callInProcess }) {
    const { pathname, search } = new URL(url);
    rendered.push(pathname);
    const moved = { status: 301, html: new Uint8Array(), link: null, errors: [] };
    if (pathname === "/product/former") return { ...moved, location: `/product/current${search}` };
    if (pathname === "/product/current" && search !== "") return { ...moved, location: "/product/current" };
    if (pathname === "/moved")
      return { status: 308, html: new Uint8Array(), location: `/faqs?${"q".repeat(900)}`, link: null, errors: [] };
    if (pathname === "/incomplete")
      return { status: 500, html: new Uint8Array(), location: null, link: null, errors: [new Error("no such part")] };
    // The layout's data.
    const nothing = { params: {}, query: {} };
    await Promise.all([callInProcess("readShop", nothing), callInProcess("listCategories", nothing)]);
    const { status, body } = await callInProcess(...shownBy(pathname));
    return { status, html: Buffer.from(JSON.stringify(body)), location: null, link: null, errors: [] };
  },
};

let shop: TestShop;
let people: ReturnType<typeof peopleOf>;
let productId: number;
let author: { token: string };
let other: { token: string };
beforeAll(async () => {
  shop = await openShop({ storefront: plain });
  people = peopleOf(shop);
  productId = await makeProduct(shop, {
    slug: "reviewed",
    categoryId: await makeCategory(shop, { slug: "all", name: "All" }),
  });
  author = await people.signUp("author@example.com", { name: "Asha Rao" });
  other = await people.signUp("other@example.com", { name: "Meera Nair" });
  const [{ id = 0 } = {}] = await shop.db
    .select({ id: customer.id })
    .from(customer)
    .where(eq(customer.email, "author@example.com"));
  await shop.db.insert(review).values({ productId, customerId: id, rating: 5, title: "Lovely", images: [] });
});
afterAll(() => shop?.close());

const authorOnPage = async () => {
  const { body } = await shop.get(`/review/${productId}`);
  return JSON.parse(body).data[0].user as { name: string; profile_image: string | null };
};
const expectAuthor = (author: { name?: string; profile_image?: string }) =>
  vi.waitFor(async () => expect(await authorOnPage()).toMatchObject(author), { timeout: LONGEST_WAIT_MS });
async function save(token: string, values: Record<string, string | Blob>): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  const request = new Request("http://localhost", { method: "POST", body: form });
  const { status } = await people.send("POST", "user/update", Buffer.from(await request.arrayBuffer()), {
    token,
    headers: { "content-type": request.headers.get("content-type") ?? "" },
  });
  expect(status).toBe(200);
}
/** Changes the author without a change event, so that a cached page differs from one rendered again. */
const changeUnseen = (name: string) =>
  shop.db.execute(sql`update ${customer} set name = ${name} where email = 'author@example.com'`);

describe("a page with reviews", () => {
  beforeEach(async () => {
    await save(author.token, { name: "Before" });
    await expectAuthor({ name: "Before" });
  });

  it("is rendered again when an author has another name", async () => {
    await save(author.token, { name: "Asha R. Rao" });
    await expectAuthor({ name: "Asha R. Rao" });
  });

  it("is rendered again when an author has another picture", async () => {
    const content = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#222" } })
      .png()
      .toBuffer();
    await save(author.token, { name: "Before", profile_image: new Blob([new Uint8Array(content)]) });
    const { profile_image } = (await people.get("user", author.token)).body.data;
    expect(profile_image).toMatch(/^\/customers\//);
    await expectAuthor({ profile_image });
  });

  it("stays cached when a customer without reviews is renamed, or an author changes data that no page shows", async () => {
    await changeUnseen("Unseen");
    await save(other.token, { name: "Meera N." });
    await save(author.token, { name: "Unseen", mobile_no: "9845012345" });
    // Long enough for a change event to arrive.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await authorOnPage()).name).toBe("Before");
  });

  it("is rendered again when the product gets a review; pages of other products are not", async () => {
    const otherId = await makeProduct(shop, { slug: "not-reviewed", categoryId: 1 });
    await shop.get(`/review/${otherId}`);
    await authorOnPage();
    rendered.length = 0;
    const { status } = await people.post(
      "review",
      { product_id: String(productId), rating: 4, review_title: "Good" },
      { token: other.token },
    );
    expect(status).toBe(200);
    const { body } = await shop.get(`/review/${productId}`);
    expect(JSON.parse(body).data).toHaveLength(2);
    await shop.get(`/review/${otherId}`);
    expect(rendered).toEqual([`/review/${productId}`]);
  });
});

it("a page that staff opens right after a change shows it", async () => {
  const owner = await signInAs(shop, "Owner");
  for (const title of ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"]) {
    const { version } = (await owner.send("GET", `/products/${productId}`)).body.data;
    await shop.get("/product/reviewed");
    expect((await owner.send("PATCH", `/products/${productId}`, { version, title })).status).toBe(200);
    expect(JSON.parse((await shop.get("/product/reviewed")).body).data.title).toBe(title);
  }
});

describe("a sale", () => {
  const pages = ["/product/sold", "/product/unsold", "/product", "/faqs", "/page/about"];
  let sold: number;
  let unsold: number;
  beforeAll(async () => {
    const [first, second] = [
      await makeCategory(shop, { slug: "first", name: "First" }),
      await makeCategory(shop, { slug: "second", name: "Second" }),
    ];
    sold = await makeProduct(shop, { slug: "sold", categoryId: first, stock: 100 });
    unsold = await makeProduct(shop, { slug: "unsold", categoryId: second });
    await shop.db
      .insert(contentPage)
      .values({ slug: "about", title: "About", summary: "", sections: [], updatedAt: new Date() });
  });
  const sellDownTo = (stock: number) => setStock(shop, sold, stock);
  /** Requests each page until `awaited` is rendered again. @returns all pages that were */
  const renderedAfter = async (change: () => Promise<unknown>, awaited: string): Promise<string[]> => {
    for (let round = 0; round < 2; round++) for (const page of pages) await shop.get(page);
    rendered.length = 0;
    await change();
    await vi.waitFor(
      async () => {
        await shop.get(awaited);
        expect(rendered).toContain(awaited);
      },
      { timeout: LONGEST_WAIT_MS, interval: 25 },
    );
    for (const page of pages) await shop.get(page);
    return rendered.toSorted();
  };

  it("of one of the last units renders only the product's page again, which shows how many are left", async () => {
    await renderedAfter(() => sellDownTo(0), "/product");
    await renderedAfter(() => sellDownTo(6), "/product");
    for (const left of [5, 4])
      expect(await renderedAfter(() => sellDownTo(left), "/product/sold")).toEqual(["/product/sold"]);
  });

  it("of the very last unit renders the lists again, which count products in stock", async () => {
    const { body } = await shop.get("/product");
    expect(await renderedAfter(() => sellDownTo(0), "/product")).toEqual(["/product", "/product/sold"]);
    const later = await shop.get("/product");
    const inStock = ({ facets }: { facets: { availability: { in_stock: number } } }) => facets.availability.in_stock;
    expect(inStock(JSON.parse(later.body))).toBe(inStock(JSON.parse(body)) - 1);
  });

  it("of one of many units renders nothing again", async () => {
    await renderedAfter(() => sellDownTo(100), "/product");
    const sellBoth = async () => {
      await sellDownTo(99);
      // Its event is published after the other would be.
      await setStock(shop, unsold, 5);
    };
    expect(await renderedAfter(sellBoth, "/product/unsold")).toEqual(["/product/unsold"]);
  });

  it("differs from other changes of a product, which can affect every page", async () => {
    const rename = () => shop.db.update(product).set({ title: "Another name" }).where(eq(product.id, sold));
    expect(await renderedAfter(rename, "/faqs")).toEqual(pages.toSorted());
  });
});

describe("a response that is not a page", () => {
  it("is not cached: redirects and errors are rendered each time", async () => {
    for (const path of ["/moved", "/product/no-such-product"]) {
      rendered.length = 0;
      for (let time = 0; time < 2; time++) await shop.get(path);
      const { headers } = await shop.get(path);
      expect(rendered, path).toEqual([path, path, path]);
      expect(headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
      expect(headers).not.toHaveProperty("surrogate-key");
    }
  });
});

describe("a path with a control character", () => {
  it.each(["%0a", "%0D", "%00", "%7f", "%C2%85", "%E2%80%A8", "%E2%80%A9"])(
    "%s is found nowhere, and not rendered",
    async (character) => {
      rendered.length = 0;
      for (const path of [`/x${character}Q`, `/product/x${character}`, `/a/b${character}c`])
        expect((await shop.get(path)).status, path).toBe(404);
      expect(rendered).toEqual([]);
    },
  );
});

describe("a redirect", () => {
  it.each([
    ["/product/former", "/product/current"],
    ["/product/former?size=10-ml&utm_source=x", "/product/current?size=10-ml&utm_source=x"],
    ["/product/former?utm_source=x&utm_medium=a%20b", "/product/current?utm_source=x&utm_medium=a+b"],
    // The size is what is wrong with it.
    ["/product/current?size=no-such&utm_source=x", "/product/current?utm_source=x"],
  ])("of %s keeps what follows the question mark", async (path, location) => {
    expect(await shop.get(path)).toMatchObject({ status: 301, headers: { location } });
  });

  it.each([
    ["//products", "/products"],
    ["//elsewhere.example/products?page=2", "/elsewhere.example/products?page=2"],
    ["/category//attars", "/category/attars"],
    ["/product/Rose-of-Kannauj?size=10-ml&utm_source=X", "/product/rose-of-kannauj?size=10-ml&utm_source=X"],
    ["/Category/Attars", "/category/attars"],
  ])("leads from %s to %s, and renders nothing", async (path, location) => {
    rendered.length = 0;
    expect(await shop.get(path)).toMatchObject({ status: 301, headers: { location } });
    expect(rendered).toEqual([]);
  });
});

describe("a page is sent", () => {
  const bytes = async (headers: Record<string, string>) => {
    const response = await shop.app.inject({ url: "/faqs", headers });
    return {
      encoding: response.headers["content-encoding"],
      vary: response.headers.vary,
      payload: response.rawPayload,
    };
  };

  it("compressed as its reader can read it, and the same for every device", async () => {
    const plain = await bytes({});
    expect(plain).toMatchObject({ encoding: undefined, vary: "accept-encoding" });
    expect(JSON.parse(plain.payload.toString())).toMatchObject({ success: true });
    const brotli = await bytes({ "accept-encoding": "gzip, deflate, br" });
    expect(brotli.encoding).toBe("br");
    expect(brotliDecompressSync(brotli.payload)).toEqual(plain.payload);
    for (const accepted of ["gzip", "br;q=0, gzip;q=0.5", "deflate, GZIP"]) {
      const zipped = await bytes({ "accept-encoding": accepted });
      expect(zipped.encoding, accepted).toBe("gzip");
      expect(gunzipSync(zipped.payload)).toEqual(plain.payload);
    }
    rendered.length = 0;
    await bytes({ "user-agent": "Mozilla/5.0 (iPhone) Mobile", "sec-ch-ua-mobile": "?1" });
    expect(rendered).toEqual([]);
  });

  it("with headers by which CDNs store it until its keys are purged", async () => {
    const { headers } = await shop.get("/review/1");
    expect(headers).toMatchObject({
      "cache-control":
        "public, max-age=0, must-revalidate, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400",
      "surrogate-key": "settings catalogue reviews product:1",
    });
  });

  it("with an ETag of its encoding, and as 304 to a reader that has it", async () => {
    const etags = new Set<unknown>();
    for (const encoding of ["br", "gzip", "identity"]) {
      const { etag } = (await shop.app.inject({ url: "/faqs", headers: { "accept-encoding": encoding } })).headers;
      etags.add(etag);
      const headers = { "accept-encoding": encoding, "if-none-match": `W/${etag}, "x"` };
      const again = await shop.app.inject({ url: "/faqs", headers });
      expect(again).toMatchObject({ statusCode: 304, payload: "", headers: { etag, vary: "accept-encoding" } });
      expect(again.headers).not.toHaveProperty("content-encoding");
    }
    expect(etags.size).toBe(3);
  });
});

describe("a page whose request fails", () => {
  it("responds with an error, logged under the page's own request", async () => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const own = await openShop({ storefront: plain, environment: { LOG_LEVEL: "error" }, log });
    await own.db.execute(sql`alter table faq rename to faq_elsewhere`);
    const { status, headers } = await own.get("/faqs");
    await own.db.execute(sql`alter table faq_elsewhere rename to faq`);
    expect(status).toBe(500);
    // It is not cached, nor is an incomplete page: the next request renders it completely.
    expect((await own.get("/faqs")).status).toBe(200);
    await own.close();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: "request failed", reqId: headers["x-request-id"], err: { cause: { code: "42P01" } } },
    ]);
  });

  it("is logged in lines of JSON if it fails itself", async () => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const own = await openShop({ storefront: plain, environment: { LOG_LEVEL: "error" }, log });
    const { status, headers } = await own.get("/incomplete");
    expect(status).toBe(500);
    await own.close();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: "page failed", reqId: headers["x-request-id"], err: { message: "no such part" } },
    ]);
  });
});
