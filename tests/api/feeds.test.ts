/** Product feeds: what they say is what product pages and the API say, by the rules of those that read them. */

import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { eq, sql } from "drizzle-orm";
import { XMLParser } from "fast-xml-parser";
import RssParser from "rss-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RejectedSizes } from "../../contract/admin/feeds.ts";
import { FEED_CHANNEL_CODES, FEED_CHANNELS, type FeedChannel } from "../../contract/feeds.ts";
import { paise } from "../../server/base/money.ts";
import { category, priceChange, setting } from "../../server/platform/database/schema.ts";
import { type Element, readXml } from "../feeds/read-xml.ts";
import { GOOGLE_RULES, META_RULES, OPENAI_RULES, type Row, type Rule } from "../feeds/rules.ts";
import { changeVariant, makeCategory, makeProduct, setPrice, setUnits, variantsOf } from "./make-product.ts";
import { openShop, type TestShop } from "./shop.ts";
import { SHOP, signInAs } from "./staff-people.ts";

const ORIGIN = "https://kewra.example";
/** A JPEG of this size would be made at its first request; feeds only name it. */
const PHOTO = { path: "/catalogue/rose.ab12cd34.avif", width: 1600, height: 1200, alt: "", color: "#888888" };

const fetchFeed = (shop: TestShop, channel: FeedChannel, headers: Record<string, string> = {}) =>
  shop.app.inject({ url: FEED_CHANNELS[channel].path, headers });

async function switchOn({ db }: TestShop, channels: readonly FeedChannel[] = FEED_CHANNEL_CODES): Promise<void> {
  for (const channel of channels)
    await db.insert(setting).values({ name: FEED_CHANNELS[channel].setting, value: "true" });
}

const readers: Readonly<Record<FeedChannel, (text: string) => Row[]>> = {
  google(text) {
    const [channel] = readXml(text).children;
    return (channel?.children ?? []).filter(({ name }) => name === "item").map((item) => rowOf(flat(item)));
  },
  meta: (text) => parse<Record<string, string>>(text, { columns: true }).map((cells) => rowOf(Object.entries(cells))),
  openai: (text) =>
    text
      .trimEnd()
      .split("\n")
      .filter(Boolean)
      .map((line) => rowOf(Object.entries(JSON.parse(line)).map(([name, value]) => [name, String(value)]))),
};

/** Attributes without prefix; a part of one as "shipping.price". */
const flat = ({ children }: Element, prefix = ""): [string, string][] =>
  children.flatMap((child) => {
    const name = prefix + child.name.replace("g:", "");
    return child.children.length > 0 ? flat(child, `${name}.`) : [[name, child.text] as [string, string]];
  });

function rowOf(entries: [string, string][]): Row {
  const row = new Map<string, string[]>();
  for (const [name, text] of entries) if (text !== "") row.set(name, [...(row.get(name) ?? []), text]);
  return row;
}

const readFeed = async (shop: TestShop, channel: FeedChannel) =>
  readers[channel]((await fetchFeed(shop, channel)).body);
const sizeOf = (rows: readonly Row[], id: string, name = "id") => rows.find((row) => row.get(name)?.[0] === id);

describe("the feeds of the demo", () => {
  let shop: TestShop;
  const rows = new Map<FeedChannel, Row[]>();
  beforeAll(async () => {
    shop = await openShop({ demo: true, environment: { SHOP_ORIGIN: ORIGIN } });
    await switchOn(shop);
    for (const channel of FEED_CHANNEL_CODES) rows.set(channel, await readFeed(shop, channel));
  });
  afterAll(() => shop?.close());

  const tried: [FeedChannel, readonly Rule[]][] = [
    ["google", GOOGLE_RULES],
    ["meta", META_RULES],
    ["openai", OPENAI_RULES],
  ];
  for (const [channel, rules] of tried)
    it.each(rules.map((rule) => [rule.says, rule.source, rule] as const))(`of ${channel}: %s (%s)`, (_, __, rule) => {
      const all = rows.get(channel) ?? [];
      expect(all.length).toBeGreaterThan(20);
      for (const row of all)
        expect([...(row.get("id") ?? row.get("item_id") ?? []), rule.breaks(row) || null][1]).toBeNull();
    });

  it("are read alike by parsers of feeds and of XML that others have written", async () => {
    const { body } = await fetchFeed(shop, "google");
    const expected = (rows.get("google") ?? []).map((row) => [
      row.get("id")?.[0],
      row.get("price")?.[0],
      row.get("title")?.[0],
    ]);
    const { items } = await new RssParser({ customFields: { item: ["g:id", "g:price"] } }).parseString(body);
    expect(items.map((item) => [item["g:id"], item["g:price"], item.title])).toEqual(expected);
    const { rss } = new XMLParser({ parseTagValue: false }).parse(body, true);
    expect(rss.channel.item.map((item: Record<string, string>) => [item["g:id"], item["g:price"], item.title])).toEqual(
      expected,
    );
  });

  it("have every size on sale once, under the same id, with the price and the stock of the API", async () => {
    const list = await shop.get("/api/product?perPage=100");
    const google = rows.get("google") ?? [];
    const sizes: string[] = [];
    for (const { slug } of list.body.data) {
      const { data: product } = (await shop.get(`/api/product/${slug}`)).body;
      for (const { sku, price, originalPrice, availability, shipping, barcode, label } of product.variants) {
        sizes.push(sku);
        const row = sizeOf(google, sku);
        const amount = (rupees: number) => `${rupees.toFixed(2)} INR`;
        expect(row?.get("price")).toEqual([amount(originalPrice ?? price)]);
        expect(row?.get("maximum_retail_price")).toEqual([amount(originalPrice ?? price)]);
        expect(row?.get("sale_price")).toEqual(originalPrice === undefined ? undefined : [amount(price)]);
        expect(row?.get("availability")).toEqual([availability]);
        expect(row?.get("shipping.price")).toEqual([amount(shipping.price)]);
        expect(row?.get("gtin")).toEqual(barcode === null ? undefined : [barcode]);
        const several = product.variants.length > 1;
        const query = several ? `?size=${label.toLowerCase().replaceAll(" ", "-")}` : "";
        expect(row?.get("link")?.[0]).toBe(`${ORIGIN}/product/${slug}${query}`);
        expect(row?.get("item_group_id")).toEqual(several ? [slug] : undefined);
        const meta = sizeOf(rows.get("meta") ?? [], sku);
        expect([meta?.get("price"), meta?.get("sale_price"), meta?.get("availability")]).toEqual([
          row?.get("price"),
          row?.get("sale_price"),
          [availability.replaceAll("_", " ")],
        ]);
        const openai = sizeOf(rows.get("openai") ?? [], sku, "item_id");
        expect([openai?.get("price"), openai?.get("sale_price"), openai?.get("availability")]).toEqual([
          row?.get("price"),
          row?.get("sale_price"),
          [availability],
        ]);
      }
    }
    expect(google.map((row) => row.get("id")?.[0]).sort()).toEqual(sizes.sort());
    for (const channel of FEED_CHANNEL_CODES) expect(rows.get(channel)).toHaveLength(sizes.length);
  });

  it("name pictures that the shop serves as JPEG", async () => {
    const url = rows.get("google")?.[0]?.get("image_link")?.[0] ?? "";
    const { statusCode, headers } = await shop.app.inject(url.replace(ORIGIN, ""));
    expect([statusCode, headers["content-type"]]).toEqual([200, "image/jpeg"]);
  });
});

describe("a feed", () => {
  let shop: TestShop;
  let categoryId: number;
  let owner: Awaited<ReturnType<typeof signInAs>>;
  beforeAll(async () => {
    shop = await openShop({ environment: { RESPONSE_CACHE_MB: "8" } });
    categoryId = await makeCategory(shop, { slug: "attars", name: "Attars & <Oils>" });
    owner = await signInAs(shop, "Owner");
  });
  afterAll(() => shop?.close());

  const make = (slug: string, values: object = {}) =>
    makeProduct(shop, { slug, categoryId, description: "A rose.", images: [PHOTO], weightGrams: 90, ...values });

  it("is open once staff has switched it on, and never sooner", async () => {
    await make("gulab");
    expect((await fetchFeed(shop, "google")).statusCode).toBe(404);
    const on = await owner.browser.send("POST", "/feeds/google/state", { isOn: true });
    expect(on.body.data).toMatchObject([
      { channel: "google", url: `${SHOP}/feeds/google.xml`, isOn: true, fetchedAt: null },
      { channel: "meta", isOn: false },
      { channel: "openai", isOn: false },
    ]);
    const { statusCode, headers } = await fetchFeed(shop, "google", { "user-agent": "Googlebot\u0007/2.1" });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "application/xml; charset=utf-8",
      "cache-control": "public, max-age=0, must-revalidate",
      "x-robots-tag": "noindex",
    });
    expect((await fetchFeed(shop, "meta")).statusCode).toBe(404);
    for (const channel of ["meta", "openai"] as const)
      await owner.browser.send("POST", `/feeds/${channel}/state`, { isOn: true });
    await expect
      .poll(async () => (await owner.browser.send("GET", "/feeds")).body.data[0])
      .toMatchObject({ fetchedAt: expect.any(String), userAgent: "Googlebot/2.1" });
  });

  it("is sent again only if it has changed, compressed to who can read that, and HEAD tells its version", async () => {
    const plain = await fetchFeed(shop, "google");
    const gzip = await fetchFeed(shop, "google", { "accept-encoding": "gzip" });
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    expect(gzip.headers["content-length"]).toBe(String(gzip.rawPayload.length));
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    expect(gzip.headers.etag).not.toBe(plain.headers.etag);
    for (const { headers } of [plain, gzip]) {
      const sent = {
        "if-none-match": String(headers.etag),
        "accept-encoding": String(headers["content-encoding"] ?? ""),
      };
      expect(await fetchFeed(shop, "google", sent)).toMatchObject({ statusCode: 304, body: "" });
    }
    const head = await shop.app.inject({ method: "HEAD", url: "/feeds/google.xml" });
    expect([head.statusCode, head.headers.etag, head.body]).toEqual([200, plain.headers.etag, ""]);
    await setPrice(shop, await make("moved"), 60_000);
    await expect.poll(async () => (await fetchFeed(shop, "google")).headers.etag).not.toBe(plain.headers.etag);
  });

  it("has a new price at most two seconds after it is stored, as the API has", async () => {
    const id = await make("priced");
    await expect
      .poll(async () => sizeOf(await readFeed(shop, "google"), "SKU-priced")?.get("price"))
      .toEqual(["500.00 INR"]);
    expect((await shop.get("/api/product/priced")).body.data.price).toBe(500);
    await setPrice(shop, id, 44_950);
    const stored = performance.now();
    for (const channel of FEED_CHANNEL_CODES)
      await expect
        .poll(async () =>
          sizeOf(await readFeed(shop, channel), "SKU-priced", channel === "openai" ? "item_id" : "id")?.get("price"),
        )
        .toEqual(["449.50 INR"]);
    await expect.poll(async () => (await shop.get("/api/product/priced")).body.data.price).toBe(449.5);
    expect(performance.now() - stored).toBeLessThan(2000);
  });

  it("follows what is sold out", async () => {
    const id = await make("last");
    const availability = async () => sizeOf(await readFeed(shop, "google"), "SKU-last")?.get("availability");
    await expect.poll(availability).toEqual(["in_stock"]);
    const [variantId = 0] = await variantsOf(shop, id);
    await setUnits(shop, variantId, 0);
    await expect.poll(availability).toEqual(["out_of_stock"]);
  });

  it("has the Google category of its product's category, and of a subcategory its own", async () => {
    const parentId = await makeCategory(shop, { slug: "skin", name: "Skin" });
    const subcategoryId = await makeCategory(shop, { slug: "soaps", name: "Soaps", parentId });
    for (const slug of ["above", "below"])
      await make(slug, { categoryId: parentId, ...(slug === "below" && { subcategoryId }) });
    const name = (categoryId: number, googleCategory: string) =>
      shop.db.update(category).set({ googleCategory }).where(eq(category.id, categoryId));
    const named = async (channel: FeedChannel) => {
      const rows = await readFeed(shop, channel);
      return ["SKU-above", "SKU-below"].map((sku) => sizeOf(rows, sku)?.get("google_product_category")?.[0]);
    };
    await expect.poll(() => named("google")).toEqual([undefined, undefined]);
    await name(parentId, "Health & Beauty > Personal Care > Cosmetics");
    await expect.poll(() => named("google")).toEqual(Array(2).fill("Health & Beauty > Personal Care > Cosmetics"));
    await name(subcategoryId, "474");
    await expect.poll(() => named("meta")).toEqual(["Health & Beauty > Personal Care > Cosmetics", "474"]);
  });

  it("names until when a price applies that ends", async () => {
    const id = await make("dated", { pricePaise: 40_000, originalPricePaise: 50_000 });
    const [variantId = 0] = await variantsOf(shop, id);
    await shop.db.insert(priceChange).values({
      variantId,
      pricePaise: paise(40_000),
      originalPricePaise: paise(50_000),
      startsAt: new Date("2026-12-01T00:00:00Z"),
      endsAt: new Date("2026-12-08T00:00:00Z"),
      state: "running",
      beforePricePaise: paise(50_000),
    });
    await changeVariant(shop, variantId, { weightGrams: 91 });
    await expect
      .poll(async () => sizeOf(await readFeed(shop, "google"), "SKU-dated")?.get("sale_price_effective_date"))
      .toEqual(["2026-12-01T00:00:00Z/2026-12-08T00:00:00Z"]);
  });

  it("holds whatever texts a catalogue has, by the rules", async () => {
    await make("nasty", {
      title: `=1+1 <b>Rose</b> & "Co" ]]> ${"🌹".repeat(120)} end`,
      description: `@cmd +1 -1 'quoted', "double"\r\nline\u0001\ufffe ${"rose ".repeat(1500)}`,
      ingredients: "Rosa damascena, <water>",
      keyBenefits: ["short", "x".repeat(400), "also & short"],
      topNotes: ["Rose & oud"],
      sku: "+91 SKU=1,\"2'",
      sizes: [
        { label: "6 ml", sku: "-6", netQuantity: 6, barcode: "8901234567890" },
        { label: "100 ml", sku: "@100" },
      ],
    });
    const isThere = async () => sizeOf(await readFeed(shop, "meta"), "@100") !== undefined;
    await expect.poll(isThere).toBe(true);
    const [google, meta, openai] = await Promise.all(FEED_CHANNEL_CODES.map((channel) => readFeed(shop, channel)));
    for (const id of ["+91 SKU=1,\"2'", "-6", "@100"]) {
      for (const rule of GOOGLE_RULES)
        expect(rule.breaks(sizeOf(google ?? [], id) ?? new Map()) || null, rule.says).toBeNull();
      for (const rule of META_RULES)
        expect(rule.breaks(sizeOf(meta ?? [], id) ?? new Map()) || null, rule.says).toBeNull();
      for (const rule of OPENAI_RULES)
        expect(rule.breaks(sizeOf(openai ?? [], id, "item_id") ?? new Map()) || null, rule.says).toBeNull();
    }
    const row = sizeOf(meta ?? [], "@100");
    expect(row?.get("title")?.[0]?.startsWith('=1+1 <b>Rose</b> & "Co" ]]> 🌹')).toBe(true);
    expect(sizeOf(google ?? [], "-6")?.get("gtin")).toEqual(["8901234567890"]);
    expect(sizeOf(google ?? [], "@100")?.get("mpn")).toEqual(["@100"]);
    expect(sizeOf(google ?? [], "@100")?.get("product_highlight")).toEqual(["short", "also & short"]);
    expect(sizeOf(google ?? [], "@100")?.get("product_type")).toEqual(["Attars & <Oils>"]);
  });

  it("leaves out what would be rejected, which staff reads with the reasons, page by page", async () => {
    const small = { ...PHOTO, width: 499, height: 900 };
    const id = await make("bare", {
      description: "",
      images: [],
      weightGrams: null,
      sku: "S".repeat(51),
      sizes: [
        { label: "1.5 ml", sku: "ONE" },
        { label: "1 5 ml", sku: "TWO" },
      ],
    });
    const other = await make("loud", {
      title: "CURES EVERYTHING",
      images: [small],
      sizes: [{ label: "10 ml", sku: "LOUD-10", onSale: false }],
    });
    const [loud = 0] = await variantsOf(shop, other);
    await changeVariant(shop, loud, { barcode: "8901234567891" });
    await expect.poll(async () => sizeOf(await readFeed(shop, "google"), "SKU-loud")).toBeDefined();
    const google = await readFeed(shop, "google");
    for (const sku of ["S".repeat(51), "ONE", "TWO", "LOUD-10"]) expect(sizeOf(google, sku)).toBeUndefined();
    expect(sizeOf(google, "SKU-loud")?.has("gtin")).toBe(false);
    const answer = await owner.browser.send("GET", `/feeds/google/rejected?after=${id - 1}`);
    expect(answer.body.data).toEqual({
      checked: 4,
      next: null,
      sizes: [
        {
          ...{ productId: String(id), title: "Plain Thing", size: "50 ml", sku: "S".repeat(51), isLeftOut: true },
          problems: ["no_picture", "no_description", "sku_too_long", "no_weight"],
        },
        {
          ...{ productId: String(id), title: "Plain Thing", size: "1.5 ml", sku: "ONE", isLeftOut: true },
          problems: ["no_picture", "no_description", "same_url", "no_weight"],
        },
        {
          ...{ productId: String(id), title: "Plain Thing", size: "1 5 ml", sku: "TWO", isLeftOut: true },
          problems: ["no_picture", "no_description", "same_url", "no_weight"],
        },
        {
          ...{ productId: String(other), title: "CURES EVERYTHING", size: "50 ml", sku: "SKU-loud", isLeftOut: false },
          problems: ["small_picture", "wrong_barcode", "capitals", "claim_words", "no_weight"],
        },
      ],
    });
    expect((await owner.browser.send("GET", "/feeds/meta/rejected")).body.data.sizes).not.toEqual([]);
    expect((await owner.browser.send("GET", "/feeds/bing/rejected")).status).toBe(404);
  });

  it("continues after the product that fills a page of reasons", async () => {
    for (let at = 0; at < 60; at++) await make(`empty-${at}`, { images: [] });
    const skus: string[] = [];
    let after: string | null = "0";
    for (let page = 0; after !== null && page < 9; page++) {
      const answer = await owner.browser.send("GET", `/feeds/google/rejected?after=${after}`);
      const data: RejectedSizes = answer.body.data;
      skus.push(...data.sizes.map(({ sku }) => sku));
      after = data.next;
    }
    expect(after).toBeNull();
    expect(new Set(skus).size).toBe(skus.length);
    expect(skus.filter((sku) => sku.startsWith("SKU-empty-"))).toHaveLength(60);
  });
});

it("a shop that is not open has no feed", async () => {
  const shop = await openShop({
    environment: {
      DEMO: "false",
      SMTP_URL: "smtp://127.0.0.1:1",
      RAZORPAY_KEY_ID: "rzp_live_ofthetests",
      RAZORPAY_KEY_SECRET: "the secret of the tests",
      RAZORPAY_WEBHOOK_SECRETS: "another secret of the tests",
      CODE_SECRET: "a secret of the tests, long enough for it",
    },
  });
  try {
    await switchOn(shop);
    for (const channel of FEED_CHANNEL_CODES) expect((await fetchFeed(shop, channel)).statusCode).toBe(503);
    await shop.db.execute(sql`insert into setting (name, value) values ('SHOP_OPEN', 'true')`);
    await expect.poll(async () => (await fetchFeed(shop, "google")).statusCode).toBe(200);
    await shop.db.delete(setting).where(eq(setting.name, "FEED_GOOGLE"));
    await expect.poll(async () => (await fetchFeed(shop, "google")).statusCode).toBe(404);
  } finally {
    await shop.close();
  }
});
