/** Old paths lead to today's pages, where there is no page. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Storefront } from "../../server/operations/pages/storefront.ts";
import { rowsOf } from "../../server/platform/database/rows.ts";
import { isOwnPath } from "../../server/shop/redirects/paths.ts";
import { pagePathOf } from "../../storefront/page-path.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { makeCategory, makeProduct } from "./make-product.ts";
import { openShop, type TestShop } from "./shop.ts";
import { SHOP, signInAs } from "./staff-people.ts";

const PAGES = ["/", "/products", "/about-us", "/contact", "/refund-policy", "/faq"];
/** Products and categories as the API has them, some pages of text, and nothing else. */
const plain: Storefront = {
  files: undefined,
  pagePathOf: async (url) => pagePathOf(url),
  async render({ url, callInProcess }) {
    const { pathname } = new URL(url);
    const response = (status: number, location: string | null = null) => {
      return { status, html: Buffer.from(location ? "" : `page ${status}`), location, link: null, errors: [] };
    };
    const [, kind, slug = ""] = /^\/(product|category)\/([^/]+)$/.exec(pathname) ?? [];
    if (!kind) return response(PAGES.includes(pathname) ? 200 : 404);
    const name = kind === "product" ? "readProduct" : "readCategory";
    const { status, body } = await callInProcess(name, { params: { slug }, query: {} });
    if (status !== 200) return response(404);
    const current = (body as { data: { slug: string } }).data.slug;
    return current === slug ? response(200) : response(301, `/${kind}/${current}`);
  },
};

let shop: TestShop;
let owner: Awaited<ReturnType<typeof signInAs>>;
let rose: number;
let categoryId: number;

beforeAll(async () => {
  shop = await openShop({ storefront: plain });
  owner = await signInAs(shop, "Owner");
  categoryId = await makeCategory(shop, { slug: "attars", name: "Attars" });
  rose = await makeProduct(shop, { slug: "rose-attar", title: "Rose Attar", categoryId });
  await makeProduct(shop, { slug: "vetiver", title: "Vetiver", categoryId });
}, 60_000);
afterAll(() => shop?.close());

const add = (from: string, to: string) => owner.send("POST", "/redirects", { from, to });
const list = async (q = "") =>
  (await owner.send("GET", `/redirects${q && `?q=${encodeURIComponent(q)}`}`)).body.data.redirects;
const clear = () => shop.db.execute(sql`delete from redirect`);
/** Where a path leads, or its status. */
async function led(path: string, method: "GET" | "HEAD" = "GET"): Promise<string | number> {
  const { statusCode, headers } = await shop.app.inject({ method, url: path });
  return statusCode === 301 ? String(headers.location) : statusCode;
}
const setting = async (values: Record<string, string>) => {
  const { subjects } = (await owner.send("GET", "/settings")).body.data;
  const { version } = subjects.find(({ subject }: { subject: string }) => subject === "pages");
  expect((await owner.send("PATCH", "/settings", { subject: "pages", version, values })).status).toBe(200);
};
async function rename(id: number, slug: string) {
  const { version } = (await owner.send("GET", `/products/${id}`)).body.data;
  expect((await owner.send("PATCH", `/products/${id}`, { version, slug })).status).toBe(200);
}
async function upload(file: string | Buffer, digest = "") {
  const response = await shop.app.inject({
    method: "POST",
    url: `/admin/api/redirect-files${digest && `?digest=${digest}`}`,
    headers: {
      origin: SHOP,
      "content-type": "text/csv",
      cookie: [...owner.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    },
    payload: file,
  });
  return { status: response.statusCode, body: response.json() };
}

describe("a redirect", () => {
  it("answers where there is no page, at once, and no more once it is removed", async () => {
    expect(await led("/old/rose")).toBe(404);
    const { status, body } = await add("/old/rose", "/product/rose-attar");
    expect([status, body.data]).toEqual([
      200,
      { _id: expect.any(String), from: "/old/rose", to: "/product/rose-attar", origin: "staff", state: "works" },
    ]);
    const { statusCode, headers } = await shop.app.inject({ url: "/old/rose" });
    expect([statusCode, headers.location]).toEqual([301, "/product/rose-attar"]);
    // As every page: browsers ask again, and a CDN is purged.
    expect(headers["cache-control"]).toMatch(/^public, max-age=0, must-revalidate, s-maxage=60/);
    expect(String(headers["surrogate-key"]).split(" ")).toEqual(expect.arrayContaining(["content", "catalogue"]));
    expect(await led("/old/rose")).toBe("/product/rose-attar");

    const changed = { from: "/old/rose", to: "/about-us" };
    expect((await owner.send("PATCH", `/redirects/${body.data._id}`, changed)).status).toBe(200);
    expect(await led("/old/rose")).toBe("/about-us");
    expect((await owner.send("DELETE", `/redirects/${body.data._id}`)).status).toBe(200);
    expect(await led("/old/rose")).toBe(404);
    const { entries } = (await owner.send("GET", "/audit?subject=redirect")).body.data;
    expect(entries.slice(0, 3)).toMatchObject([
      { action: "redirect.removed", before: changed },
      { action: "redirect.changed", before: { from: "/old/rose", to: "/product/rose-attar" }, after: changed },
      { action: "redirect.added", after: { from: "/old/rose", to: "/product/rose-attar" } },
    ]);
  });

  it("matches whatever the spelling of the path, and HEAD", async () => {
    await add("https://old-shop.example/Blogs/Über-uns/गुलाब/?page=2#top", "/about-us");
    for (const path of [
      "/blogs/%C3%BCber-uns/%E0%A4%97%E0%A5%81%E0%A4%B2%E0%A4%BE%E0%A4%AC",
      "/BLOGS/%c3%9cber-uns/%e0%a4%97%e0%a5%81%e0%a4%b2%e0%a4%be%e0%a4%ac/",
    ])
      expect([path, await led(path), await led(path, "HEAD")]).toEqual([path, "/about-us", "/about-us"]);
    await add("/story.html", "/about-us");
    expect([await led("/Story.html"), await led("/story.html?fbclid=1")]).toEqual(["/about-us", "/about-us?fbclid=1"]);
    expect(await led("/other.html")).toBe(404);
  });

  it("keeps the parameters of campaigns, and drops others", async () => {
    await add("/sale", "/products?notes=rose#top");
    expect(await led("/sale?utm_source=x&gclid=y&variant=4031&page=2")).toBe(
      "/products?notes=rose&utm_source=x&gclid=y#top",
    );
    // Also from the cache.
    expect(await led("/sale?fbclid=z")).toBe("/products?notes=rose&fbclid=z#top");
  });

  it("is not used as long as there is a page, which its list says", async () => {
    expect((await add("/about-us", "/contact")).body.data.state).toBe("page_exists");
    expect((await add("/product/vetiver", "/contact")).body.data.state).toBe("page_exists");
    expect([await led("/about-us"), await led("/product/vetiver")]).toEqual([200, 200]);
    // A path without a page stays not found when what it leads to is gone.
    expect((await add("/gone", "/product/never-was")).body.data.state).toBe("target_missing");
    expect(await led("/gone")).toBe(404);
    expect((await list()).map(({ from, state }: { from: string; state: string }) => [from, state])).toEqual(
      expect.arrayContaining([
        ["/about-us", "page_exists"],
        ["/gone", "target_missing"],
        ["/sale", "works"],
      ]),
    );
  });

  it.each([
    ["from", "/admin/orders", "/products"],
    ["from", "/API/product", "/products"],
    ["from", "/pay/abc", "/products"],
    ["from", "/assets/app.js", "/products"],
    ["from", "/", "/products"],
    ["from", "/%E0%A4", "/products"],
    ["to", "/x", "https://elsewhere.example/"],
    ["to", "/x", "//elsewhere.example/a"],
    ["to", "/x", "/\\elsewhere.example"],
    ["to", "/x", "javascript:alert(1)"],
    ["to", "/x", "/admin"],
    ["to", "/x", "/X/"],
  ])("is refused at %s: %s to %s", async (field, from, to) => {
    const { status, body } = await add(from, to);
    expect([status, body.code, body.errors?.[0]?.field]).toEqual([422, "invalid_input", field]);
  });

  it("never leads to another host by dots and slashes", async () => {
    expect((await add("/dots", "/a/..//elsewhere.example")).body.data.to).toBe("/elsewhere.example");
  });

  it("is one for a path", async () => {
    expect(await add("/SALE/", "/contact")).toMatchObject({ status: 409, body: { errors: [{ field: "from" }] } });
  });

  it("needs the permission to edit content", async () => {
    const packer = await signInAs(shop, "Packer");
    expect((await packer.send("GET", "/redirects")).status).toBe(403);
    expect((await packer.send("POST", "/redirects", { from: "/q", to: "/products" })).status).toBe(403);
    const content = await signInAs(shop, "Content");
    expect((await content.send("GET", "/redirects")).status).toBe(200);
  });
});

describe("redirects that follow one another", () => {
  it("are shortened, whichever is stored first, and never lead in a circle", async () => {
    await clear();
    await add("/b", "/c");
    expect((await add("/a", "/b")).body.data.to).toBe("/c");
    await add("/c", "/about-us");
    expect(await Promise.all(["/a", "/b", "/c"].map((path) => led(path)))).toEqual([
      "/about-us",
      "/about-us",
      "/about-us",
    ]);
    await clear();
    await add("/d", "/e");
    const { status, body } = await add("/e", "/d");
    expect([status, body.errors]).toEqual([
      422,
      [{ field: "to", message: "This leads back to /e by another redirect." }],
    ]);
  });
});

describe("a product that is renamed", () => {
  it("is found at its former address and by older redirects, also when it is renamed back", async () => {
    await clear();
    await add("/gulab", "/product/rose-attar");
    await rename(rose, "rose-of-kannauj");
    expect([await led("/product/rose-attar"), await led("/gulab")]).toEqual([
      "/product/rose-of-kannauj",
      "/product/rose-of-kannauj",
    ]);
    expect(await list("rose-attar")).toMatchObject([
      { _id: expect.any(String), from: "/gulab", state: "works" },
      { _id: null, from: "/product/rose-attar", to: "/product/rose-of-kannauj", origin: "product", state: "works" },
    ]);
    await rename(rose, "rose-attar");
    expect([await led("/product/rose-attar"), await led("/product/rose-of-kannauj")]).toEqual([
      200,
      "/product/rose-attar",
    ]);
  });

  it("loses its former address to a new product, and can be renamed after it", async () => {
    const other = await makeProduct(shop, { slug: "rose-of-kannauj", title: "Other", categoryId });
    await rename(rose, "rose");
    await rename(other, "other");
    expect([await led("/product/rose-of-kannauj"), await led("/product/rose-attar")]).toEqual([
      "/product/other",
      "/product/rose",
    ]);
  });

  it("can have its former address led elsewhere", async () => {
    expect((await add("/product/rose-attar", "/category/attars")).body.data.state).toBe("works");
    expect(await led("/product/rose-attar")).toBe("/category/attars");
    expect(await list("/product/rose-attar")).toMatchObject([{ origin: "staff", to: "/category/attars" }]);
  });
});

describe("the addresses of a former shop", () => {
  it("lead nowhere until the owner switches them on", async () => {
    expect(await led("/products/vetiver")).toBe(404);
    await setting({ OLD_SHOP: "both", REFUND_POLICY_PATH: "/refund-policy" });
    expect(await led("/products/vetiver")).toBe("/product/vetiver");
    await setting({ OLD_SHOP: "shopify" });
    expect(await led("/product-category/attars")).toBe(404);
    await setting({ OLD_SHOP: "both" });
  });

  it.each([
    ["/products/vetiver?variant=4031&utm_source=x", "/product/vetiver?utm_source=x"],
    ["/collections/attars/products/vetiver", "/product/vetiver"],
    ["/en-in/products/vetiver", "/product/vetiver"],
    ["/en-in", "/"],
    ["/collections/attars", "/category/attars"],
    ["/collections/all", "/products"],
    ["/pages/contact", "/contact"],
    ["/policies/refund-policy", "/refund-policy"],
    ["/product-category/perfume/attars/", "/category/attars"],
    ["/shop/", "/products"],
    // Nothing is there.
    ["/products/never-was", 404],
    ["/collections/never-was", 404],
    ["/product-category/never-was/", 404],
    ["/policies/shipping-policy", 404],
  ])("%s leads to %s", async (path, to) => {
    expect(await led(path)).toBe(to);
  });
});

describe("paths that were not found", () => {
  const notFound = async () => (await owner.send("GET", "/not-found-paths")).body.data.paths;
  const stored = () =>
    rowsOf(shop.db, { path: "string", times: "number" }, sql`select path, times from not_found_path order by path`);

  it("are counted without query and noise, and become redirects with the proposed target", async () => {
    // Those of the tests before are stored with it.
    await led("/marker");
    const isMarked = async () => (await stored()).some(({ path }) => path === "/marker");
    await vi.waitFor(async () => expect(await isMarked()).toBe(true), { timeout: LONGEST_WAIT_MS });
    await shop.db.execute(sql`delete from not_found_path`);
    for (const path of [
      ...["/blog/vetiver?email=a@b.example", "/Blog/Vetiver/", "/attars.html"],
      ...[
        "/wp-login.php",
        "/.env",
        "/index.php",
        "/wp-admin/setup",
        "/a@b.example",
        "/reset/0123456789abcdef0123456789",
      ],
      ...["/pay/secret", "/call/9845011223"],
    ])
      expect([path, await led(path)]).toEqual([path, 404]);
    await vi.waitFor(async () => expect(await stored()).not.toEqual([]), { timeout: LONGEST_WAIT_MS });
    expect(await stored()).toEqual([
      { path: "/attars.html", times: 1 },
      { path: "/blog/vetiver", times: 2 },
    ]);
    expect(await notFound()).toMatchObject([
      { path: "/blog/vetiver", times: 2, proposed: "/product/vetiver" },
      { path: "/attars.html", times: 1, proposed: "/category/attars" },
    ]);
    expect((await add("/blog/vetiver", "/product/vetiver")).status).toBe(200);
    expect(await led("/blog/vetiver")).toBe("/product/vetiver");
    const [left] = await notFound();
    expect(left.path).toBe("/attars.html");
    expect((await owner.send("DELETE", `/not-found-paths/${left._id}`)).status).toBe(200);
    expect(await notFound()).toEqual([]);
    expect((await owner.send("DELETE", `/not-found-paths/${left._id}`)).status).toBe(404);
  });

  it("are 5,000 at most: the least asked for are dropped", async () => {
    await shop.db.execute(sql`insert into not_found_path (path, times, last_at)
      select '/many/' || n, 2, now() from generate_series(1, 5000) as n`);
    await led("/often");
    await led("/often");
    await led("/often");
    const often = async () => (await stored()).filter(({ path }) => path === "/often");
    await vi.waitFor(async () => expect(await often()).toEqual([{ path: "/often", times: 3 }]), {
      timeout: LONGEST_WAIT_MS,
    });
    expect((await stored()).length).toBe(5000);
    await shop.db.execute(sql`delete from not_found_path`);
  });
});

describe("a file of redirects", () => {
  it("is compared, stored as compared, and exported so that it can be stored again", async () => {
    await clear();
    await add("/kept", "/about-us");
    await add("/moved", "/contact");
    const file = [
      "Redirect from,Redirect to",
      "/kept,/about-us",
      "/moved,/faq",
      "/Journal/Rose/,/products/vetiver",
      "/first,/second",
      "/second,/contact",
      "/products,/about-us",
    ].join("\r\n");
    const { body } = await upload(file);
    expect(body.data).toMatchObject({ rows: 6, added: 4, changed: 1, same: 1, wrong: 0, remarked: 2 });
    expect(body.data.remarks).toEqual([
      { row: 3, from: "/moved", to: "/faq", before: "/contact", state: "works" },
      { row: 7, from: "/products", to: "/about-us", before: null, state: "page_exists" },
    ]);
    expect(await led("/first")).toBe(404);
    await add("/meanwhile", "/contact");
    expect((await upload(file, body.data.digest)).status).toBe(200);
    expect(await Promise.all(["/moved", "/journal/rose", "/first"].map((path) => led(path)))).toEqual([
      "/faq",
      "/product/vetiver",
      "/contact",
    ]);
    const { body: exported } = await owner.send("GET", "/redirects.csv?q=journal");
    expect(exported).toBe("\uFEFFRedirect from,Redirect to\r\n/journal/rose,/product/vetiver\r\n");
    const whole = String((await owner.send("GET", "/redirects.csv")).body);
    expect((await upload(whole)).body.data).toMatchObject({ added: 0, changed: 0, wrong: 0 });
    expect((await upload(file, "stale")).status).toBe(409);
    const unicodeText = Buffer.from(`\uFEFF${whole.replaceAll(",", "\t")}`, "utf16le");
    expect((await upload(unicodeText)).body).toEqual((await upload(whole)).body);
    const old = await upload(Buffer.from("from,to\n/ros\xe9,/contact", "latin1"));
    expect((await upload("from,to\n/a\0b,/contact")).status).toBeLessThan(500);
    expect(old.body.data).toMatchObject({ added: 1, warning: expect.stringContaining("read as Windows-1252") });
  });

  it("names each problem by its row and column, and is not stored with one", async () => {
    const { body } = await upload(
      [
        "to,from",
        "https://elsewhere.example,/one",
        "/about-us,/admin",
        "/x,/x",
        "/loop-b,/loop-a",
        "/loop-a,/loop-b",
        "/faq,/twice",
        "/contact,/twice",
      ].join("\n"),
    );
    expect(body.data.problems.map(({ row, column }: { row: number; column: string }) => [row, column])).toEqual([
      [2, "to"],
      [3, "from"],
      [4, "to"],
      [5, "to"],
      [6, "to"],
      [8, "to"],
    ]);
    expect((await upload("from,to\n/a,//b", body.data.digest)).status).toBe(409);
    expect(await upload("path,target\n/a,/b")).toMatchObject({ status: 422, body: { errors: [{ field: "file" }] } });
  });

  it("may have 10,000 rows", async () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => `/catalogue/item-${n}.html,/product/vetiver`);
    const file = ["Redirect from,Redirect to", ...rows].join("\n");
    const { body } = await upload(file);
    expect(body.data).toMatchObject({ rows: 10_000, added: 10_000, remarked: 0 });
    expect((await upload(file, body.data.digest)).status).toBe(200);
    expect(await led("/catalogue/item-9999.html")).toBe("/product/vetiver");
    const { redirects, hasMore } = (await owner.send("GET", "/redirects")).body.data;
    expect([redirects.length, hasMore]).toEqual([50, true]);
    const second = await owner.send("GET", `/redirects?after=${encodeURIComponent(redirects[49].from)}`);
    expect(second.body.data.redirects[0].from > redirects[49].from).toBe(true);
  });
});

it("no path below which the server has routes can be redirected", () => {
  const routes = shop.app.printRoutes({ commonPrefix: false });
  const first = [...routes.matchAll(/^[├└]── (\/[a-z][\w-]*)(?![\w.-])/gm)].map(([, path = ""]) => path);
  expect(first).toEqual(expect.arrayContaining(["/api", "/admin", "/newsletter"]));
  expect(first.filter((path) => !isOwnPath(path))).toEqual([]);
});
