/** A catalogue, offers and shipping prices for some histories, made at random. It replaces those of the world before. */

import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { newOffer } from "../../contract/admin/offers.ts";
import { createOffer } from "../../server/selling/offers/manage-offers.ts";
import type { NewOffer } from "../../server/selling/offers/new-offer.ts";
import { makeProduct, variantsOf } from "../api/make-product.ts";
import type { TestShop } from "../api/shop.ts";
import type { signInAs } from "../api/staff-people.ts";
import type { Random } from "./random.ts";
import type { OfferRule } from "./rules.ts";

export interface Ware {
  /** Its id in the API. */
  id: number;
  variantId: number;
  sku: string;
  slug: string;
  pricePaise: number;
  gstPercent: number;
  /** Units on hand by the model. */
  onHand: number;
}

export interface World {
  wares: Ware[];
  /** The large size of each ware, by its id: nobody orders it, but it is what customers want in exchange. */
  large: ReadonlyMap<number, Ware>;
  /** A size that is only given away. */
  sample: Ware;
  /** The set whose price is credited to a later order. */
  set: Ware;
  offers: OfferRule[];
  /** Whether the price of the set is credited. */
  creditsSets: boolean;
  shipping: { pricePaise: number; freeFromPaise: number | null };
}

/** Round amounts, amounts of real shops, and odd ones. */
export const PRICES = [
  9_900, 19_900, 24_950, 29_900, 33_333, 44_901, 64_900, 74_900, 99_900, 189_900, 249_999, 299_900,
];
const STOCK = 100_000;

export async function makeWorld(
  shop: TestShop,
  random: Random,
  { name, categoryId, owner }: { name: string; categoryId: number; owner: Awaited<ReturnType<typeof signInAs>> },
): Promise<World> {
  await shop.db.execute(sql`update offer set ends_at = now() - interval '1 second' where ends_at is null`);
  const larges = new Map<number, Ware>();
  const make = async (index: number): Promise<Ware> => {
    const slug = `${name}-${index}`;
    const ware = { slug, pricePaise: random.pick(PRICES), gstPercent: random.pick([0, 5, 18, 18]) };
    const large = { sku: `SKU-${slug}-LARGE`, label: "100 ml", pricePaise: random.pick(PRICES), stock: STOCK };
    const sizes = [
      { sku: `${slug}-vial`.toUpperCase(), label: "2 ml", onSale: false, stock: STOCK },
      { ...large, gstPercent: ware.gstPercent },
    ];
    const id = await makeProduct(shop, { ...ware, categoryId, title: `Ware ${slug}`, stock: STOCK, sizes });
    const [variantId = 0, , largeId = 0] = await variantsOf(shop, id);
    const { sku, pricePaise } = large;
    larges.set(id, { ...ware, id, sku, pricePaise, variantId: largeId, onHand: STOCK });
    return { ...ware, id, sku: `SKU-${slug}`, variantId, onHand: STOCK };
  };
  const wares: Ware[] = [];
  for (let index = 0; index < 4; index += 1) wares.push(await make(index));
  const [first] = wares as [Ware];
  const set = await make(4);
  const [, vial = 0] = await variantsOf(shop, first.id);
  const sample = { ...first, variantId: vial };

  const offers: OfferRule[] = [];
  const sell = async (rule: OfferRule) => {
    offers.push(rule);
    await createOffer(shop.db, z.parse(newOffer, toNewOffer(rule, { wares: [...wares, set], sample })), new Date());
  };
  const count = random.int(1, 4);
  for (let index = 0; index < count; index += 1) await sell(randomOffer(random, `${name}-offer-${index}`, wares));
  if (random.chance(0.3))
    await sell({
      kind: "free_samples",
      name: `${name}-vials`,
      code: null,
      products: null,
      minimumPaise: random.int(300, 2500) * 100,
      max: 1,
    });
  const creditsSets = random.chance(0.4);
  if (creditsSets)
    await createOffer(
      shop.db,
      z.parse(newOffer, { name: `${name}-credit`, kind: "set_credit", days: 60, sets: [set.slug] }),
      new Date(),
    );
  return { wares, large: larges, sample, set, offers, creditsSets, shipping: await priceShipping(random, owner) };
}

export function randomOffer(random: Random, name: string, wares: readonly { id: number }[]): OfferRule {
  const products = random.chance(0.5) ? null : random.some(wares).map(({ id }) => id);
  const minimumPaise = random.chance(0.6) ? random.int(2, 30) * 10_000 : 0;
  const shared = { name, code: random.chance(0.5) ? name.toUpperCase() : null, products, minimumPaise };
  switch (random.int(0, 4)) {
    case 0:
      return { ...shared, kind: "percentage", percent: random.pick([5, 7, 10, 15, 33, 50, 100]) };
    case 1:
      return { ...shared, kind: "amount", amountPaise: random.pick([5_000, 9_999, 20_000, 29_850, 1_000_000]) };
    case 2:
      return { ...shared, kind: "buy_x_get_y", buy: random.int(1, 3), free: 1 };
    case 3:
      return { ...shared, kind: "bundle_price", buy: random.int(2, 3), amountPaise: random.pick([49_900, 99_900]) };
    default:
      return { ...shared, kind: "free_shipping" };
  }
}

function toNewOffer(rule: OfferRule, { wares, sample }: { wares: readonly Ware[]; sample: Ware }): Partial<NewOffer> {
  const { name, code, products, minimumPaise, kind } = rule;
  const shared = {
    name,
    kind,
    codes: code === null ? [] : [code],
    products: (products ?? []).map((id) => wares.find((one) => one.id === id)?.slug ?? ""),
    ...(minimumPaise > 0 && { minimum: minimumPaise / 100 }),
  };
  switch (rule.kind) {
    case "percentage":
      return { ...shared, percent: rule.percent };
    case "amount":
      return { ...shared, amount: rule.amountPaise / 100 };
    case "buy_x_get_y":
      return { ...shared, buy: rule.buy, free: rule.free };
    case "bundle_price":
      return { ...shared, buy: rule.buy, amount: rule.amountPaise / 100 };
    case "free_samples":
      return { ...shared, free: rule.max, samples: [`${sample.slug}-vial`.toUpperCase()] };
    case "free_shipping":
      return shared;
  }
}

async function priceShipping(random: Random, owner: Awaited<ReturnType<typeof signInAs>>): Promise<World["shipping"]> {
  const price = random.pick([0, 49, 79.5, 99]);
  const freeFrom = random.chance(0.5) ? random.int(5, 40) * 100 : null;
  const { version } = (await owner.send("GET", "/shipping")).body.data;
  const rate = { price, ...(freeFrom !== null && { freeFrom }) };
  const changed = await owner.send("PATCH", "/shipping", {
    version,
    methods: [{ code: "standard", name: "Standard", cutOff: "12:00" }],
    zones: [{ code: "india", name: "India", pincodes: [], states: [], rates: { standard: [rate] } }],
  });
  if (changed.status !== 200) throw new Error(`shipping was not changed: ${JSON.stringify(changed.body)}`);
  return { pricePaise: price * 100, freeFromPaise: freeFrom === null ? null : freeFrom * 100 };
}
