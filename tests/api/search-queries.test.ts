/** Realistic searches, with the product that must come first and one that must not appear. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop({ demo: true });
});
afterAll(() => shop.close());

async function search(words: string) {
  const { status, body } = await shop.get(`/api/product?perPage=100&search=${encodeURIComponent(words)}`);
  expect(status).toBe(200);
  return body as { data: { slug: string; lowestPrice: number; originalPrice?: number; bestseller: boolean }[] };
}
const slugsOf = async (words: string) => (await search(words)).data.map(({ slug }) => slug);

describe("searches with results", () => {
  it.each<[typed: string, foundFirst: string, notFound?: string]>([
    ["rose", "rose-of-kannauj", "charcoal-neem-soap"],
    ["rose perfume", "rose-of-kannauj", "hibiscus-hair-oil"],
    ["gulab", "gulab-attar"],
    ["oud", "saffron-oud", "rose-water-toner"],
    ["oud perfume for men", "saffron-oud"],
    ["mogra", "mogra-nights", "tulsi-citrus"],
    ["jasmine perfume", "mogra-nights"],
    ["kewda", "kewra-bloom"],
    ["sandalwood", "sandalwood-body-oil"],
    ["chandan ka tel", "sandalwood-body-oil"],
    ["mitti attar", "mitti-after-rain"],
    ["petrichor", "mitti-after-rain"],
    ["khus", "ruh-khus-attar"],
    ["saffron cream", "saffron-night-cream"],
    ["kesar", "saffron-oud"],
    ["vanilla", "sandal-silk"],
    ["musk", "kewra-bloom"],
    ["citrus", "tulsi-citrus"],
    ["floral", "kewra-bloom"],
    ["woody perfume", "saffron-oud"],
    ["fresh perfume", "mitti-after-rain"],
    ["face wash", "neem-tulsi-face-wash", "saffron-oud"],
    ["facewash for oily skin", "neem-tulsi-face-wash"],
    ["toner", "rose-water-toner", "saffron-oud"],
    ["gulab jal", "rose-water-toner"],
    ["face oil", "kumkumadi-face-oil"],
    ["night cream", "saffron-night-cream"],
    ["body butter", "coconut-mogra-body-butter"],
    ["body lotion", "sandalwood-body-oil"],
    ["hair oil", "hibiscus-hair-oil", "saffron-oud"],
    ["hair fall", "hibiscus-hair-oil"],
    ["aloe vera gel", "aloe-vetiver-gel"],
    ["soap", "charcoal-neem-soap"],
    ["ubtan", "ubtan-face-mask"],
    ["dry skin", "kumkumadi-face-oil", "saffron-oud"],
    ["sensitive skin", "rose-water-toner"],
    ["men", "kewra-bloom"],
    ["women", "kewra-bloom"],
    ["perfume for her", "kewra-bloom"],
    ["unisex", "kewra-bloom"],
    ["vegan", "kewra-bloom"],
    ["alcohol free", "gulab-attar", "kewra-bloom"],
    ["gift", "discovery-set", "charcoal-neem-soap"],
    ["gift for wife", "discovery-set"],
    ["diwali", "discovery-set"],
    ["sample", "discovery-set", "kewra-bloom"],
    ["summer", "mitti-after-rain", "saffron-oud"],
    ["winter perfume", "saffron-oud", "tulsi-citrus"],
    ["office perfume", "kewra-bloom"],
    ["wedding", "kumkumadi-face-oil"],
  ])("%s", async (typed, foundFirst, notFound) => {
    const slugs = await slugsOf(typed);
    expect(slugs[0]).toBe(foundFirst);
    if (notFound) expect(slugs).not.toContain(notFound);
  });
});

/** What is written on a label, an invoice or another shop's page: exactly one thing is meant, and it comes first. */
describe("searches for one thing", () => {
  it.each<[typed: string, first: string]>([
    // A title with its size, as cart, mail and invoice write it, and as people do.
    ["Rose of Kannauj, 50 ml", "rose-of-kannauj"],
    ["Rose of Kannauj 50ml", "rose-of-kannauj"],
    ["rose of kannauj 50 ML", "rose-of-kannauj"],
    ["rose of kannauj - 50 millilitres", "rose-of-kannauj"],
    ["gulab attar 6ml", "gulab-attar"],
    ["Gulab Attar (6 ml)", "gulab-attar"],
    ["gulab attar 12 ml", "gulab-attar"],
    ["GULAB ATTAR 6 MLS", "gulab-attar"],
    ["6ml gulab attar", "gulab-attar"],
    ["attar gulab", "gulab-attar"],
    ["shamama attar 6 ml", "shamama-attar"],
    ["ruh khus 6 milliliters", "ruh-khus-attar"],
    ["ruh khus attar, 6 ml", "ruh-khus-attar"],
    ["saffron night cream 50g", "saffron-night-cream"],
    ["saffron night cream 50 gm", "saffron-night-cream"],
    ["Saffron Night Cream 50 grams", "saffron-night-cream"],
    ["charcoal soap 125 gms", "charcoal-neem-soap"],
    ["Charcoal and Neem Soap, 125 g", "charcoal-neem-soap"],
    ["neem tulsi facewash 100ml", "neem-tulsi-face-wash"],
    ["hibiscus hair oil 150 ml", "hibiscus-hair-oil"],
    ["kumkumadi oil 30ml", "kumkumadi-face-oil"],
    ["sandalwood body oil 200ml", "sandalwood-body-oil"],
    ["body butter 200 gm", "coconut-mogra-body-butter"],
    ["The Discovery Set", "discovery-set"],
    ["discovery set 5 x 2ml", "discovery-set"],
    ["saffron oud eau de parfum 50 ml", "saffron-oud"],
    ["saffron-oud edp", "saffron-oud"],
    ["tulsi citrus", "tulsi-citrus"],
    ["Vetiver Coast", "vetiver-coast"],
    ["midnight champa 50ml perfume", "midnight-champa"],
    // SKUs, in any spelling, alone and beside words.
    ["KW-EDP-ROSE-50", "rose-of-kannauj"],
    ["kw-edp-rose-50", "rose-of-kannauj"],
    [" KW-EDP-ROSE-50 ", "rose-of-kannauj"],
    ["KW - EDP - ROSE - 50", "rose-of-kannauj"],
    ["SKU KW-EDP-OUD-50", "saffron-oud"],
    ["kw-atr-gulab-6", "gulab-attar"],
    ["KW-BDY-CHARSOAP-125", "charcoal-neem-soap"],
    ["KW-SET-DISCOVERY-5", "discovery-set"],
    ["KW-EDP-ROSE-50 100", "rose-of-kannauj"],
    ["ＫＷ-ＥＤＰ-ＲＯＳＥ-５０", "rose-of-kannauj"],
    // Words that are joined, or taken apart.
    ["hairoil", "hibiscus-hair-oil"],
    ["hair-oil", "hibiscus-hair-oil"],
    ["bodybutter", "coconut-mogra-body-butter"],
    ["rosewater", "rose-water-toner"],
    ["rose water", "rose-water-toner"],
    ["gulabjal", "rose-water-toner"],
    ["faceoil", "kumkumadi-face-oil"],
    ["facemask", "ubtan-face-mask"],
    ["nightcream", "saffron-night-cream"],
    ["bodyoil", "sandalwood-body-oil"],
    ["facewash", "neem-tulsi-face-wash"],
    ["face wash", "neem-tulsi-face-wash"],
    ["khusattar", "ruh-khus-attar"],
    ["discoveryset", "discovery-set"],
    ["saffronoud", "saffron-oud"],
    ["aloevera gel", "aloe-vetiver-gel"],
  ])("%s", async (typed, first) => {
    expect((await slugsOf(typed))[0]).toBe(first);
  });

  it.each([
    ["50ml", 10],
    ["50 ml", 10],
    ["50 ML", 10],
    ["6ml", 3],
    ["125 gm", 1],
  ])("%s: what is sold in that size, and nothing else", async (typed, count) => {
    const { data } = await search(typed);
    expect(data).toHaveLength(count);
  });

  it("a barcode", async () => {
    await shop.db.execute(sql`update variant set barcode = '8901234567890' where sku = 'KW-EDP-MITTI-50'`);
    expect((await slugsOf("8901234567890"))[0]).toBe("mitti-after-rain");
    expect((await slugsOf("EAN 8901234567890"))[0]).toBe("mitti-after-rain");
    expect(await slugsOf("8901234567906")).toEqual([]);
  });
});

describe("searches in the languages of India", () => {
  it.each<[typed: string, foundFirst: string]>([
    ["चंदन", "sandalwood-body-oil"],
    ["चन्दन का तेल", "sandalwood-body-oil"],
    ["इत्र", "gulab-attar"],
    ["गुलाब", "rose-of-kannauj"],
    ["गुलाब जल", "rose-water-toner"],
    ["केवड़ा", "kewra-bloom"],
    ["मोगरा", "mogra-nights"],
    ["चमेली", "mogra-nights"],
    ["केसर", "saffron-oud"],
    ["ज़ाफ़रान", "saffron-oud"],
    ["नीम", "neem-tulsi-face-wash"],
    ["उबटन", "ubtan-face-mask"],
    ["बालों के लिए तेल", "hibiscus-hair-oil"],
    ["परफ्यूम", "kewra-bloom"],
    ["तुळस", "neem-tulsi-face-wash"],
    ["চন্দন", "sandalwood-body-oil"],
    ["গোলাপ জল", "rose-water-toner"],
    ["আতর", "gulab-attar"],
    ["জুঁই", "mogra-nights"],
    ["সাবান", "charcoal-neem-soap"],
    ["চুলের তেল", "hibiscus-hair-oil"],
    ["ਗੁਲਾਬ", "rose-of-kannauj"],
    ["ਇਤਰ", "gulab-attar"],
    ["ਸਾਬਣ", "charcoal-neem-soap"],
    ["ચંદન", "sandalwood-body-oil"],
    ["ગુલાબ જળ", "rose-water-toner"],
    ["અત્તર", "gulab-attar"],
    ["ଚନ୍ଦନ", "sandalwood-body-oil"],
    ["ଗୋଲାପ", "rose-of-kannauj"],
    ["சந்தனம்", "sandalwood-body-oil"],
    ["மல்லிகை", "mogra-nights"],
    ["கற்றாழை", "aloe-vetiver-gel"],
    ["வெட்டிவேர்", "vetiver-coast"],
    ["గంధం", "sandalwood-body-oil"],
    ["మల్లె", "mogra-nights"],
    ["అత్తరు", "gulab-attar"],
    ["ಶ್ರೀಗಂಧ", "sandalwood-body-oil"],
    ["ಮಲ್ಲಿಗೆ", "mogra-nights"],
    ["ಸಾಬೂನು", "charcoal-neem-soap"],
    ["ചന്ദനം", "sandalwood-body-oil"],
    ["മുല്ല", "mogra-nights"],
    ["രാമച്ചം", "vetiver-coast"],
    ["عطر", "gulab-attar"],
    ["گلاب", "rose-of-kannauj"],
    ["صندل", "sandalwood-body-oil"],
  ])("%s", async (typed, foundFirst) => {
    expect((await slugsOf(typed))[0]).toBe(foundFirst);
  });
});

/**
 * What search engines suggest and shops publish as frequent searches, and what people say that they searched for in vain: words around the
 * goods, questions, and other shops' names for them.
 */
describe("searches that people are known to make", () => {
  it.each<[typed: string, foundFirst: string, notFound?: string]>([
    ["organic coconut oil", "coconut-mogra-body-butter"],
    ["organic aloe vera gel", "aloe-vetiver-gel"],
    ["perfume that smells like soap", "charcoal-neem-soap"],
    ["perfume that smells like roses", "rose-of-kannauj"],
    ["perfume that smells like vanilla", "sandal-silk"],
    ["perfume for men long lasting", "kewra-bloom"],
    ["best perfume for men", "kewra-bloom"],
    ["long lasting perfume for women", "kewra-bloom"],
    ["perfume gift set women", "discovery-set"],
    ["perfume gift set", "discovery-set"],
    ["mini perfume set", "discovery-set"],
    ["perfume sample set", "discovery-set"],
    ["perfume tester", "discovery-set"],
    ["non alcoholic attar", "gulab-attar"],
    ["alcohol free attar", "gulab-attar"],
    ["attar for men", "gulab-attar"],
    ["itr for women", "gulab-attar"],
    ["rose attar", "gulab-attar"],
    ["khus attar", "ruh-khus-attar"],
    ["vetiver perfume for men", "vetiver-coast"],
    ["oud attar", "saffron-oud"],
    ["oudh perfume", "saffron-oud"],
    ["sandalwood perfume", "sandal-silk"],
    ["chandan perfume", "sandal-silk"],
    ["chandan oil for skin", "sandalwood-body-oil"],
    ["jasmin perfume", "mogra-nights"],
    ["mogra perfume for ladies", "mogra-nights"],
    ["rain perfume", "mitti-after-rain"],
    ["first rain smell", "mitti-after-rain"],
    ["mitti ka itr", "mitti-after-rain"],
    ["rose face toner", "rose-water-toner"],
    ["rose water for face", "rose-water-toner"],
    ["gulab jal for face", "rose-water-toner"],
    ["face wash for men", "neem-tulsi-face-wash"],
    ["face wash for oily skin", "neem-tulsi-face-wash"],
    ["neem face wash", "neem-tulsi-face-wash"],
    ["tulsi face wash", "neem-tulsi-face-wash"],
    ["charcoal soap", "charcoal-neem-soap"],
    ["neem soap", "charcoal-neem-soap"],
    ["bathing soap", "charcoal-neem-soap"],
    ["body butter for dry skin", "coconut-mogra-body-butter"],
    ["body moisturizer", "sandalwood-body-oil"],
    ["coconut body lotion", "coconut-mogra-body-butter"],
    ["kumkumadi tailam", "kumkumadi-face-oil"],
    ["kumkumadi oil for face", "kumkumadi-face-oil"],
    ["ayurvedic face oil", "kumkumadi-face-oil"],
    ["saffron face cream", "saffron-night-cream"],
    ["kesar night cream", "saffron-night-cream"],
    ["night cream for women", "saffron-night-cream"],
    ["ubtan face pack", "ubtan-face-mask"],
    ["haldi chandan ubtan", "ubtan-face-mask"],
    ["hair growth oil", "hibiscus-hair-oil"],
    ["hair oil for hair fall", "hibiscus-hair-oil"],
    ["gudhal oil", "hibiscus-hair-oil"],
    ["aloe vera hair gel", "aloe-vetiver-gel"],
    ["perfume under 2000", "kewra-bloom"],
    ["gift for mom", "discovery-set"],
    ["gift for husband", "discovery-set"],
    ["rakhi gift", "discovery-set"],
    ["birthday gift for girlfriend", "discovery-set"],
    ["anniversary gift", "discovery-set"],
    ["perfum", "kewra-bloom"],
    ["purfume", "kewra-bloom"],
    ["perfum for man", "kewra-bloom"],
    ["safron cream", "saffron-night-cream"],
    ["cocnut body butter", "coconut-mogra-body-butter"],
  ])("%s", async (typed, foundFirst, notFound) => {
    const slugs = await slugsOf(typed);
    expect(slugs[0]).toBe(foundFirst);
    if (notFound) expect(slugs).not.toContain(notFound);
  });
});

/** One word for what English needs two for, and a typing error in one of two words that belong together. */
describe("searches that find the right product second", () => {
  it.each<[typed: string, found: string]>([
    ["பன்னீர்", "rose-water-toner"],
    ["sandle wood oil", "sandalwood-body-oil"],
  ])("%s", async (typed, found) => {
    expect((await slugsOf(typed)).slice(0, 2)).toContain(found);
  });
});

describe("words that become filters", () => {
  it("a highest price, alone or beside words", async () => {
    const { data } = await search("under 1000");
    // Of the demo's 24 products, 18 have a size for less than ₹1,000.
    expect(data).toHaveLength(18);
    expect(data.every(({ lowestPrice }) => lowestPrice <= 1000)).toBe(true);
    const attars = await search("attar below ₹2,000");
    expect(attars.data.length).toBeGreaterThan(0);
    expect(attars.data.every(({ lowestPrice }) => lowestPrice <= 2000)).toBe(true);
  });

  it("a lowest price, beside the filter panel's highest", async () => {
    const { body } = await shop.get("/api/product?perPage=100&max_price=1300&search=above%201100");
    const found = body.data as { slug: string }[];
    expect(found.map(({ slug }) => slug).sort()).toEqual(["kumkumadi-face-oil", "saffron-night-cream"]);
  });

  it("best sellers, deals and new arrivals", async () => {
    const bestsellers = await search("bestseller perfume");
    expect(bestsellers.data.length).toBeGreaterThan(0);
    expect(bestsellers.data.every(({ bestseller }) => bestseller)).toBe(true);
    const deals = await search("sale");
    expect(deals.data.length).toBeGreaterThan(0);
    expect(deals.data.every(({ originalPrice }) => originalPrice !== undefined)).toBe(true);
    expect((await search("new arrivals")).data).toEqual((await search("")).data);
  });
});

describe("searches without results", () => {
  it.each([
    "asdf",
    "qwerty",
    "chanel",
    "dior",
    "nike",
    "hello",
    "bread",
    "pizza",
    "shoes",
    "jeans",
    "lipstick",
    "laptop",
    "iphone 16",
    "samsung",
    "vitamin c",
    "xyz",
  ])("%s", async (typed) => {
    expect(await slugsOf(typed)).toEqual([]);
  });
});
