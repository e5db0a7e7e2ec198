/** Search: results, tolerance of errors, ranking. */

import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SEARCH_WINDOW } from "../../contract/limits.ts";
import { paise } from "../../server/base/money.ts";
import { category, product, variant } from "../../server/platform/database/schema.ts";
import { projectVariants } from "../../server/selling/variants/project-variants.ts";
import { makeCategory, makeProduct, setStock } from "./make-product.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
afterAll(() => shop?.close());

async function search(words: string, more = "") {
  const { status, body } = await shop.get(`/api/product?perPage=100&search=${encodeURIComponent(words)}${more}`);
  return { status, body, slugs: (body.data ?? []).map(({ slug }: { slug: string }) => slug) as string[] };
}

describe("a search in the demo shop", () => {
  beforeAll(async () => {
    shop = await openShop({ demo: true });
  });
  afterAll(() => shop.close());

  it("finds by title, and lists titles first", { meta: { requirements: "S7.61" } }, async () => {
    const { slugs, body } = await search("rose");
    expect(slugs.slice(0, 3).toSorted()).toEqual(["gulab-attar", "rose-of-kannauj", "rose-water-toner"]);
    expect(body.totalData).toBe(slugs.length);
    // Only its notes match.
    expect(slugs).toContain("saffron-oud");
  });

  it("has pages without gaps or duplicates", { meta: { requirements: "S7.61" } }, async () => {
    const { slugs, body } = await search("rose");
    const paged: string[] = [];
    for (let page = 1; page <= Math.ceil(body.totalData / 3); page++) {
      const { body: response } = await shop.get(`/api/product?search=rose&perPage=3&page=${page}`);
      expect(response).toMatchObject({ page, perPage: 3, totalData: body.totalData });
      paged.push(...response.data.map(({ slug }: { slug: string }) => slug));
    }
    expect(paged).toEqual(slugs);
  });

  it("returns an empty list when nothing matches", async () => {
    const { status, body } = await search("zzzz");
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: [], totalData: 0, totalPages: 1, facets: { notes: [], price: null } });
  });

  it.each([
    ["sandlwood", "sandalwood-body-oil"],
    ["sandalwoood", "sandalwood-body-oil"],
    ["hibicus", "hibiscus-hair-oil"],
    ["kumkumdi", "kumkumadi-face-oil"],
    ["tusli", "tulsi-citrus"],
    ["agarwod", "saffron-oud"],
  ])("tolerates a typing error: %s", async (typed, slug) => {
    expect((await search(typed)).slugs.slice(0, 3)).toContain(slug);
  });

  it.each([
    ["ros", "rose-of-kannauj"],
    ["mog", "mogra-nights"],
    ["discov", "discovery-set"],
    ["cardam amb", "cardamom-amber"],
  ])("finishes an unfinished word: %s", async (typed, slug) => {
    expect((await search(typed)).slugs.slice(0, 4)).toContain(slug);
  });

  it("finds something for a single letter", async () => {
    const { slugs } = await search("r");
    expect(slugs).toContain("rose-of-kannauj");
  });

  it.each([
    ["ittar", ["gulab-attar", "ruh-khus-attar", "shamama-attar"]],
    ["itr", ["gulab-attar", "ruh-khus-attar", "shamama-attar"]],
    ["khus", ["aloe-vetiver-gel", "ruh-khus-attar", "vetiver-coast"]],
    ["khas", ["aloe-vetiver-gel", "ruh-khus-attar", "vetiver-coast"]],
    ["agarwood", ["saffron-oud"]],
    ["oudh", ["saffron-oud"]],
    ["jasmine", ["coconut-mogra-body-butter", "mogra-nights"]],
    ["pandanus", ["kewra-bloom"]],
    ["keora", ["kewra-bloom"]],
    ["chandan", ["sandal-silk", "sandalwood-body-oil"]],
  ])("knows the trade's spellings: %s", async (typed, first) => {
    expect((await search(typed)).slugs.slice(0, first.length).toSorted()).toEqual(first);
  });

  it("finds by category", async () => {
    const { slugs } = await search("soaps");
    expect(slugs[0]).toBe("charcoal-neem-soap");
  });

  it("needs every word, and lists products with all of them in the title first", async () => {
    const { slugs } = await search("rose attar");
    expect(slugs[0]).toBe("gulab-attar");
    expect(slugs).not.toContain("tulsi-citrus");
  });

  it("lists products with most of the words if none has all", async () => {
    const { slugs } = await search("charcoal soap tuberose");
    expect(slugs[0]).toBe("charcoal-neem-soap");
    expect(slugs).toContain("mogra-nights");
  });

  it("ignores a word without results when others have some", async () => {
    expect((await search("zzzz kewra")).slugs).toEqual((await search("kewra")).slugs);
  });

  it("can be filtered and sorted like a listing", { meta: { requirements: "S9.24" } }, async () => {
    const { body: all } = await search("rose");
    const { body } = await search("rose", "&category=perfumes&notes=Musk&availability=in_stock&price_sort=asc");
    const expected = all.data.filter(
      (one: { category: string; notes: string[]; availability: string }) =>
        one.category === "Perfumes" && one.notes.includes("Musk") && one.availability === "in_stock",
    );
    expect(body.totalData).toBe(expected.length);
    expect(body.data.map(({ slug }: { slug: string }) => slug).toSorted()).toEqual(
      expected.map(({ slug }: { slug: string }) => slug).toSorted(),
    );
    const prices = body.data.map(({ price }: { price: number }) => price);
    expect(prices).toEqual(prices.toSorted((a: number, b: number) => a - b));
  });

  it("counts for a note what selecting it would list", { meta: { requirements: "S9.22" } }, async () => {
    const { body } = await search("attar");
    expect(body.facets.notes.length).toBeGreaterThan(2);
    for (const { name, count } of body.facets.notes) {
      expect((await search("attar", `&notes=${encodeURIComponent(name)}`)).body.totalData, name).toBe(count);
    }
  });

  it.each([
    ["quotes", `'"''"" OR 1=1 --`],
    ["operators", "&|!:*() <-> rose:*"],
    ["an operator behind a word", "rose & !attar | (oud"],
    ["pictures", "🌹🌹🌹"],
    ["NUL", "ro\0se"],
    ["half a character", "\ud83c"],
    ["percent and underscore", "%_%"],
    ["backslashes", "\\\\' rose"],
    ["a hundred letters", "r".repeat(100)],
    ["fifty words", "a ".repeat(50).trim()],
    ["another script", "चंदन का इत्र"],
    ["JSON", '{"$gt":""}'],
    ["digits", "50 2 100%"],
  ])("accepts anything: %s", async (_name, words) => {
    const encoded = encodeURIComponent(words.toWellFormed());
    const { status, body } = await shop.get(`/api/product?search=${encoded}`);
    expect(status).toBe(200);
    expect(body.data.length).toBeLessThanOrEqual(body.totalData);
  });

  it("rejects more than a hundred characters", async () => {
    const { status, body } = await search("r".repeat(101));
    expect(status).toBe(400);
    expect(body.errors[0].field).toBe("search");
  });
});

describe("a search in a shop made for the test", () => {
  let perfumes: number;
  beforeAll(async () => {
    shop = await openShop();
    perfumes = await makeCategory(shop, { slug: "perfumes", name: "Perfumes" });
  });

  it("ranks title over notes over ingredients over text", async () => {
    await makeProduct(shop, { slug: "in-text", categoryId: perfumes, description: "Smells of quincea at dusk." });
    await makeProduct(shop, { slug: "in-ingredients", categoryId: perfumes, ingredients: "Aqua, Quincea Extract" });
    await makeProduct(shop, { slug: "in-notes", categoryId: perfumes, topNotes: ["Quincea"] });
    await makeProduct(shop, { slug: "in-title", categoryId: perfumes, title: "Quincea Water" });
    expect((await search("quincea")).slugs).toEqual(["in-title", "in-notes", "in-ingredients", "in-text"]);
  });

  it("ranks the exact word before one that only begins with it, and bestsellers and the most reviewed first among equals", async () => {
    await makeProduct(shop, { slug: "longer", categoryId: perfumes, title: "Marulawood", isBestseller: true });
    await makeProduct(shop, { slug: "plain", categoryId: perfumes, title: "Marula" });
    await makeProduct(shop, { slug: "reviewed", categoryId: perfumes, title: "Marula", reviewCount: 3, ratingSum: 12 });
    await makeProduct(shop, { slug: "bestseller", categoryId: perfumes, title: "Marula", isBestseller: true });
    expect((await search("marula")).slugs).toEqual(["bestseller", "reviewed", "plain", "longer"]);
  });

  it("finds titles in another script", async () => {
    await makeProduct(shop, { slug: "gulab-jal", categoryId: perfumes, title: "गुलाब जल" });
    expect((await search("गुलाब")).slugs).toEqual(["gulab-jal"]);
    expect((await search("गुला")).slugs).toEqual(["gulab-jal"]);
  });

  it("finds a product by its new words as soon as it is changed, and no longer by the former ones", async () => {
    const id = await makeProduct(shop, { slug: "changing", categoryId: perfumes, title: "Oldwordish" });
    expect((await search("oldwordish")).slugs).toEqual(["changing"]);

    await shop.db.update(product).set({ title: "Newwordish" }).where(eq(product.id, id));
    expect((await search("newwordish")).slugs).toEqual(["changing"]);
    expect((await search("oldwordish")).slugs).not.toContain("oldwordish");
  });

  it("finds a product by its keywords, as soon as they change", async () => {
    const id = await makeProduct(shop, { slug: "keyworded", categoryId: perfumes, keywords: ["bridesmaid"] });
    expect((await search("bridesmaid")).slugs).toEqual(["keyworded"]);

    await shop.db
      .update(product)
      .set({ keywords: ["groomsman"] })
      .where(eq(product.id, id));
    expect((await search("groomsman")).slugs).toEqual(["keyworded"]);
    expect((await search("bridesmaid")).slugs).toEqual([]);
  });

  it("finds a product by a size as soon as it is sold, and no longer when it is not", async () => {
    const sizes = [{ sku: "OSMANTHUS-9", label: "9 ml" }];
    const id = await makeProduct(shop, { slug: "osmanthus", categoryId: perfumes, title: "Osmanthus", sizes });
    expect((await search("9ml")).slugs).toEqual(["osmanthus"]);
    await shop.db.update(variant).set({ onSale: false }).where(eq(variant.sku, "OSMANTHUS-9"));
    await projectVariants(shop.db, [id]);
    expect((await search("9ml")).slugs).toEqual([]);
  });

  it.each([
    ["कस्तूरी", "कस्तुरी"],
    ["কস্তুরীগন্ধ", "কস্তূরিগন্ধ"],
    ["ਗੁਲਾਬੀਰੰਗ", "ਗੁਲਾਬਿਰੰਗ"],
    ["મોગરાગંધ", "મોગરગંધ"],
    ["ଗୋଲାପୀରଙ୍ଗ", "ଗୋଲାପିରଙ୍ଗ"],
    ["மல்லிகைப்பந்து", "மல்லிகைபந்து"],
    ["గులాబీరంగు", "గులాబిరంగు"],
    ["ಗುಲಾಬಿಬಣ್ಣ", "ಗುಲಾಬೀಬಣ್ಣ"],
    ["മുല്ലമാലകൾ", "മുല്ലമലകൾ"],
  ])("tolerates a typing error in a title of its own script: %s as %s", async (title, typed) => {
    const slug = `scripted-${encodeURIComponent(title).replaceAll("%", "").toLowerCase().slice(0, 24)}`;
    await makeProduct(shop, { slug, categoryId: perfumes, title });
    expect((await search(typed)).slugs).toContain(slug);
  });

  it("tells apart titles by a digit", async () => {
    await makeProduct(shop, { slug: "nagkesar-5", categoryId: perfumes, title: "Nagkesar No. 5", isBestseller: true });
    await makeProduct(shop, { slug: "nagkesar-7", categoryId: perfumes, title: "Nagkesar No. 7" });
    expect((await search("nagkesar 7")).slugs).toEqual(["nagkesar-7"]);
  });

  it("lists those first whose title has more of the words", async () => {
    await makeProduct(shop, {
      slug: "noted",
      categoryId: perfumes,
      title: "Evening",
      topNotes: ["Davana"],
      isBestseller: true,
    });
    await makeProduct(shop, { slug: "titled", categoryId: perfumes, title: "Davana" });
    expect((await search("davana perfumes")).slugs).toEqual(["titled", "noted"]);
  });

  it("of staff finds products and sizes by SKU, barcode, size and another script, in each of its places", async () => {
    const sizes = [
      { sku: "LODHRA-7", label: "7 ml" },
      { sku: "LODHRA-70", label: "70 ml" },
    ];
    await makeProduct(shop, { slug: "lodhra-attar", categoryId: perfumes, title: "Lodhra Attar", sizes });
    await shop.db.update(variant).set({ barcode: "8901234567890" }).where(eq(variant.sku, "LODHRA-70"));
    const owner = await signInAs(shop, "Owner");
    const found = async (path: string, list: string, key: string) => {
      const { status, body } = await owner.send("GET", path);
      expect(status, JSON.stringify(body)).toBe(200);
      return ((list ? body.data[list] : body.data) as Record<string, unknown>[]).map((one) => one[key]);
    };
    for (const typed of ["lodhra-70", "8901234567890", "Lodhra Attar 70ml", "lodhraattar", "लोध्रा", "lodrha"]) {
      const q = encodeURIComponent(typed);
      expect(await found(`/products?q=${q}`, "products", "slug"), typed).toEqual(["lodhra-attar"]);
      expect(await found(`/search?q=${q}`, "products", "slug"), typed).toEqual(["lodhra-attar"]);
      expect(await found(`/offers/choices?kind=product&q=${q}`, "", "value"), typed).toEqual(["lodhra-attar"]);
      expect(await found(`/offers/choices?kind=size&q=${q}`, "", "value"), typed).toContain("LODHRA-70");
      expect(await found(`/stock?q=${q}`, "sizes", "sku"), typed).toContain("LODHRA-70");
    }
    for (const code of ["LODHRA-70", "8901234567890", "LODHRA–70", "lodhra_70", "LODHRA\u201170", "LODHRA-७०"]) {
      expect(await found(`/offers/choices?kind=size&q=${code}`, "", "value")).toEqual(["LODHRA-70"]);
      expect(await found(`/stock?q=${code}`, "sizes", "sku")).toEqual(["LODHRA-70"]);
    }
  });

  it("finds products by a category's new name", async () => {
    const renamed = await makeCategory(shop, { slug: "bath", name: "Bathtime" });
    await makeProduct(shop, { slug: "salts", categoryId: renamed });

    await shop.db.update(category).set({ name: "Hammam" }).where(eq(category.id, renamed));
    expect((await search("hammam")).slugs).toEqual(["salts"]);
  });

  it("filters and sorts by the current price, stock and rating", async () => {
    const [cheap, dear] = [
      await makeProduct(shop, {
        slug: "cheap-ambrette",
        categoryId: perfumes,
        title: "Ambrette",
        pricePaise: 100_00,
        stock: 5,
      }),
      await makeProduct(shop, {
        slug: "dear-ambrette",
        categoryId: perfumes,
        title: "Ambrette",
        pricePaise: 200_00,
        stock: 5,
      }),
    ];
    const listed = async (more: string) => (await search("ambrette", more)).slugs;
    expect(await listed("&price_sort=asc")).toEqual(["cheap-ambrette", "dear-ambrette"]);
    expect(await listed("&min_price=150")).toEqual(["dear-ambrette"]);
    await shop.db
      .update(variant)
      .set({ pricePaise: paise(300_00) })
      .where(eq(variant.productId, cheap));
    await projectVariants(shop.db, [cheap]);
    expect(await listed("&price_sort=asc")).toEqual(["dear-ambrette", "cheap-ambrette"]);
    expect(await listed("&min_price=250")).toEqual(["cheap-ambrette"]);
    await setStock(shop, cheap, 0);
    expect(await listed("&availability=in_stock")).toEqual(["dear-ambrette"]);
    expect(await listed("")).toEqual(["cheap-ambrette", "dear-ambrette"]);
    await shop.db.update(product).set({ reviewCount: 1 }).where(eq(product.id, dear));
    expect(await listed("")).toEqual(["dear-ambrette", "cheap-ambrette"]);
  });

  it("lists at most its window, titles first", async () => {
    await shop.db.execute(sql`
      insert into product (slug, title, sub_title, description, category_id, price_paise, lowest_price_paise, in_stock, ingredients,
        country_of_origin, shelf_life_months)
      select 'many-' || n, case when n > ${SEARCH_WINDOW} then 'Zephyrine' else 'Other' end, '', 'A zephyrine air.', ${perfumes}, 10000, 10000, true,
        '', 'India', 12
      from generate_series(1, ${SEARCH_WINDOW + 50}::int) as n`);
    const { body, slugs } = await search("zephyrine");
    expect(body).toMatchObject({ totalData: SEARCH_WINDOW, totalRelation: "gte", facets: { relation: "gte" } });
    expect(slugs.slice(0, 50).every((slug) => Number(slug.slice(5)) > SEARCH_WINDOW)).toBe(true);
  });
});
