/**
 * Random histories without a database: many more of them, of the prices alone. What the shop charges for a cart, credits for units that go,
 * and charges for units that come must be what the model says. Others: `PRICE_HISTORIES=100000 HISTORIES_SEED=7 npm run vitest -- --project api
 * tests/histories/prices`.
 */

import { expect, it } from "vitest";
import { type Paise, paise, sumPaise } from "../../server/base/money.ts";
import type { OfferTerms, OrderTerms } from "../../server/platform/database/schema.ts";
import { combineOffers } from "../../server/selling/offers/combine-offers.ts";
import { priceByTerms } from "../../server/selling/offers/price-by-terms.ts";
import { type PricedUnits, priceRemoval, type RemovalItem } from "../../server/selling/offers/price-removal.ts";
import { totalOf } from "../../server/selling/pricing/tax.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { type Random, randomFrom } from "./random.ts";
import { gstWithin, type OfferRule, sum, type Terms, worthOf } from "./rules.ts";
import { PRICES, randomOffer } from "./world.ts";

const COUNT = Number(process.env.PRICE_HISTORIES ?? 5_000);
const SEED = Number(process.env.HISTORIES_SEED ?? 1);
/** The discovery set is the last product. */
const PRODUCTS = 5;

it(`${COUNT} random histories of prices agree with the model to the paisa`, {
  timeout: 2 * LONGEST_WAIT_MS + COUNT * 20,
}, () => {
  for (let number = 0; number < COUNT; number += 1) {
    const log: string[] = [];
    try {
      runPrices(randomFrom(SEED * 1_000_003 + number), log);
    } catch (error) {
      throw new Error(`HISTORIES_SEED=${SEED}, history ${number}\n${log.join("\n")}`, { cause: error });
    }
  }
});

function runPrices(random: Random, log: string[]): void {
  const wares = Array.from({ length: PRODUCTS }, (_, at) => ({
    id: at + 1,
    pricePaise: random.pick(PRICES),
    gstPercent: random.pick([0, 5, 18]),
  }));
  const rules = Array.from({ length: random.int(0, 4) }, (_, at) =>
    randomOffer(random, `offer-${at}`, wares.slice(0, -1)),
  );
  const shippingPaise = random.pick([0, 4_900, 7_950, 9_900]);
  const freeFromPaise = random.chance(0.5) ? random.int(5, 40) * 10_000 : null;
  const isCash = random.chance(0.35);
  const setCreditPaise = random.chance(0.3) ? random.pick(PRICES) : 0;
  const codes = rules.flatMap(({ code }) => code ?? []);
  const lines = random.some(wares).map((ware) => unitsOf(ware, random.int(1, 4)));
  const withinState = random.chance(0.5);

  const termsFor = (code: string | null): OrderTerms => ({
    offers: [
      ...rules.flatMap((rule, at) => (rule.code === null || rule.code === code ? [termsOf(rule, at, wares)] : [])),
      ...(setCreditPaise > 0 ? [setCredit(rules.length, setCreditPaise, wares)] : []),
    ],
    shipping: [
      {
        fromGrams: 0,
        pricePaise: paise(shippingPaise),
        freeFromPaise: freeFromPaise === null ? null : paise(freeFromPaise),
      },
    ],
    grams: [],
  });
  const wanted = codes.length > 0 && random.chance(0.6) ? random.pick(codes) : null;
  // An order is not placed with a code that does not apply.
  const applies =
    wanted !== null && combineOffers(lines, termsFor(wanted).offers, paise(shippingPaise)).codeProblem === null;
  const code = applies ? wanted : null;
  const model: Terms = {
    offers: rules,
    code,
    setProduct: PRODUCTS,
    setCreditPaise,
    shippingPaise,
    freeFromPaise,
    feesPaise: isCash ? 4_900 : 0,
    wholeRupees: isCash,
  };
  const modelWorth = (units: readonly PricedUnits[]) =>
    worthOf(
      units.map(({ productId, pricePaise, quantity }) => ({ product: productId, pricePaise, quantity })),
      model,
    );
  const context = { feesPaise: paise(model.feesPaise), withinState, wholeRupees: isCash };
  log.push(JSON.stringify({ lines, rules, model: { ...model, offers: undefined }, withinState }));

  const placed = priceByTerms(lines, termsFor(code), context);
  expect(placed.totalPaise).toBe(modelWorth(lines).totalPaise);
  for (const line of placed.lines)
    expect(line.cgstPaise + line.sgstPaise + line.igstPaise).toBe(
      gstWithin(line.totalPaise, line.gstPercent, withinState),
    );

  let items: RemovalItem[] = placed.lines.map(({ totalPaise: _, discountPaise: __, ...line }) => line);
  let netPaise: number = placed.totalPaise;
  for (let left = random.int(1, 5); left > 0; left -= 1) {
    const present = items.filter(({ quantity }) => quantity > 0);
    if (present.length === 0) break;
    const removed = random.chance(0.85)
      ? random.some(present).map(({ position, quantity }) => ({ position, quantity: random.int(1, quantity) }))
      : [];
    const added = random.chance(0.25) ? addedUnits(random, wares, removed) : [];
    if (removed.length === 0 && added.length === 0) continue;
    log.push(JSON.stringify({ removed, added: added.map(({ productId, quantity }) => [productId, quantity]) }));
    const removal = priceRemoval(items, removed, {
      terms: termsFor(code),
      ...context,
      waivedPaise: paise(0),
      isDue: isCash,
      spentCredits: [],
      usedCreditPaise: paise(0),
      keepsOffers: false,
      keepsFees: false,
      added,
    });
    const shippingLeft = sumPaise(items.map((item) => item.shippingPaise));
    items = items.map((item) => without(item, removal.lines));
    const worth = modelWorth(wares.map((ware) => unitsOf(ware, heldOf(ware, [...items, ...added]))));
    expect(sumPaise(removal.lines.map(totalOf))).toBe(removal.totalPaise);
    if (added.length === 0) {
      netPaise = Math.min(netPaise, worth.totalPaise);
      expect(sumPaise(items.map(totalOf))).toBe(netPaise);
      continue;
    }
    const value = sum(added.map(({ pricePaise, quantity }) => pricePaise * quantity));
    const rise = value + Math.max(0, worth.shippingPaise + model.feesPaise - shippingLeft);
    const most = isCash ? rise - ((netPaise + rise) % 100) : rise;
    netPaise += Math.min(worth.totalPaise - netPaise, most);
    expect(sumPaise(items.map(totalOf)) + removal.added.totalPaise).toBe(netPaise);
    // How the further invoice divides its amounts among its items is not in the model.
    return;
  }
}

interface Ware {
  id: number;
  pricePaise: number;
  gstPercent: number;
}

/** Units of a product, of which each has a position of its own. */
const unitsOf = ({ id, pricePaise, gstPercent }: Ware, quantity: number): PricedUnits => ({
  position: id - 1,
  productId: id,
  variantId: id,
  pricePaise: paise(pricePaise),
  originalPricePaise: null,
  gstPercent,
  quantity,
});

/** The position of units that are added as an item of their own. */
const ownPosition = ({ id }: Pick<Ware, "id">) => 100 + id;

const heldOf = ({ id }: Ware, units: readonly PricedUnits[]) =>
  sum(units.filter(({ productId }) => productId === id).map(({ quantity }) => quantity));

function addedUnits(random: Random, wares: readonly Ware[], removed: readonly { position: number }[]): PricedUnits[] {
  const stays = wares.filter(({ id }) => !removed.some(({ position }) => position === id - 1));
  return stays.length === 0
    ? []
    : random.some(stays).map((ware) => {
        const units = unitsOf(ware, random.int(1, 3));
        return random.chance(0.5) ? units : { ...units, position: ownPosition(ware) };
      });
}

/** What is left of an item after a credit. */
function without(
  item: RemovalItem,
  credited: readonly (Omit<RemovalItem, keyof PricedUnits> & { position: number; quantity: number })[],
): RemovalItem {
  const line = credited.find(({ position }) => position === item.position);
  if (!line) return item;
  const less = (part: "taxablePaise" | "cgstPaise" | "sgstPaise" | "igstPaise" | "shippingPaise"): Paise =>
    paise(item[part] - line[part]);
  return {
    ...item,
    quantity: item.quantity - line.quantity,
    taxablePaise: less("taxablePaise"),
    cgstPaise: less("cgstPaise"),
    sgstPaise: less("sgstPaise"),
    igstPaise: less("igstPaise"),
    shippingPaise: less("shippingPaise"),
  };
}

/** An offer as an order stores it. */
function termsOf(rule: OfferRule, id: number, wares: readonly Ware[]): OfferTerms {
  const covered = wares.filter((ware) => rule.products === null || rule.products.includes(ware.id));
  return {
    id,
    name: rule.name,
    code: rule.code,
    kind: rule.kind,
    percent: rule.kind === "percentage" ? rule.percent : null,
    amountPaise: "amountPaise" in rule ? paise(rule.amountPaise) : null,
    buyUnits: "buy" in rule ? rule.buy : null,
    freeUnits: rule.kind === "buy_x_get_y" ? rule.free : null,
    minPaise: paise(rule.minimumPaise),
    covers: covered.flatMap((ware) => [ware.id - 1, ownPosition(ware)]),
    credit: null,
  };
}

const setCredit = (id: number, pricePaise: number, wares: readonly Ware[]): OfferTerms => ({
  ...termsOf(
    { name: "credit", code: null, products: null, minimumPaise: 0, kind: "free_shipping" },
    id,
    wares.slice(0, -1),
  ),
  kind: "set_credit",
  credit: { orderId: 1, productId: PRODUCTS, pricePaise: paise(pricePaise) },
});
