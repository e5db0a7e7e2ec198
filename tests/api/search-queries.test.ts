/** Realistic searches, with results that must and must not appear. "First" means among the first five. */

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
    ["kesar", "saffron-night-cream"],
    ["vanilla", "midnight-champa"],
    ["musk", "kewra-bloom"],
    ["citrus", "tulsi-citrus"],
    ["floral", "kewra-bloom"],
    ["woody perfume", "sandal-silk"],
    ["fresh perfume", "tulsi-citrus"],
    ["face wash", "neem-tulsi-face-wash", "saffron-oud"],
    ["facewash for oily skin", "neem-tulsi-face-wash"],
    ["toner", "rose-water-toner", "saffron-oud"],
    ["gulab jal", "rose-water-toner"],
    ["face oil", "kumkumadi-face-oil"],
    ["night cream", "saffron-night-cream"],
    ["body butter", "coconut-mogra-body-butter"],
    ["body lotion", "coconut-mogra-body-butter"],
    ["hair oil", "hibiscus-hair-oil", "saffron-oud"],
    ["hair fall", "hibiscus-hair-oil"],
    ["aloe vera gel", "aloe-vetiver-gel"],
    ["soap", "charcoal-neem-soap"],
    ["ubtan", "ubtan-face-mask"],
    ["dry skin", "coconut-mogra-body-butter", "saffron-oud"],
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
    ["summer", "tulsi-citrus", "saffron-oud"],
    ["winter perfume", "cardamom-amber", "tulsi-citrus"],
    ["office perfume", "kewra-bloom"],
    ["wedding", "saffron-oud"],
  ])("%s", async (typed, foundFirst, notFound) => {
    const slugs = await slugsOf(typed);
    expect(slugs.slice(0, 5)).toContain(foundFirst);
    if (notFound) expect(slugs).not.toContain(notFound);
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
