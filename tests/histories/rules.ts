/**
 * What goods cost, written from the rules of docs/offers.md, docs/shipping.md and docs/orders.md and not from the code: the shop must agree
 * with it to the paisa. All amounts are paise, GST included.
 */

export interface Goods {
  product: number;
  pricePaise: number;
  quantity: number;
}

export type OfferRule = {
  name: string;
  /** Null for an automatic offer. */
  code: string | null;
  /** The products that it is for; null for all. */
  products: readonly number[] | null;
  minimumPaise: number;
} & (
  | { kind: "percentage"; percent: number }
  | { kind: "amount"; amountPaise: number }
  | { kind: "buy_x_get_y"; buy: number; free: number }
  | { kind: "bundle_price"; buy: number; amountPaise: number }
  | { kind: "free_shipping" }
  | { kind: "free_samples"; max: number }
);

/** What an order was priced by: fixed when it is placed. */
export interface Terms {
  /** In the order of their creation. */
  offers: readonly OfferRule[];
  /** The code that was entered. */
  code: string | null;
  /** The price of the customer's discovery set, if its credit was used. */
  setCreditPaise: number;
  /** The discovery set, on which no credit is spent. */
  setProduct: number;
  shippingPaise: number;
  /** The value of the goods, after discounts, from which shipping is free; null: never. */
  freeFromPaise: number | null;
  /** What does not depend on the goods, such as the fee for cash on delivery. */
  feesPaise: number;
  /** Whether it is paid in cash: a courier collects whole rupees, so the total is rounded down. */
  wholeRupees: boolean;
}

export interface Worth {
  discountPaise: number;
  shippingPaise: number;
  totalPaise: number;
  /** Whether they earn free samples. */
  earnsSamples: boolean;
  /** What of the set's credit they use. */
  creditPaise: number;
  /** What is taken off each product. */
  off: ReadonlyMap<number, number>;
}

/** Prices goods as if they alone were ordered. Nothing costs nothing. */
export function worthOf(kept: readonly Goods[], terms: Terms): Worth {
  const lines = inOneLine(kept.filter(({ quantity }) => quantity > 0)).sort((a, b) => a.product - b.product);
  if (lines.length === 0)
    return { discountPaise: 0, shippingPaise: 0, totalPaise: 0, earnsSamples: false, creditPaise: 0, off: new Map() };
  const off = lines.map(() => 0);
  const taken: number[][] = [];
  const take = (discounts: readonly number[]) => {
    taken.push([...discounts]);
    for (const [at, discount] of discounts.entries()) off[at] = (off[at] ?? 0) + discount;
  };
  const isEarned = (offer: OfferRule) => {
    const covered = lines.filter((line) => isFor(offer, line));
    return covered.length > 0 && sum(covered.map(priceOf)) >= offer.minimumPaise;
  };
  const earned = terms.offers.filter(isEarned);
  const automatic = earned.filter(({ code }) => code === null);

  const [best] = automatic
    .map((offer) => ({ offer, discounts: discountsOf(offer, lines, off) }))
    .sort((a, b) => sum(b.discounts) - sum(a.discounts));
  if (best && sum(best.discounts) > 0) take(best.discounts);

  let shipsFree = false;
  const shipping = automatic.find(({ kind }) => kind === "free_shipping");
  if (shipping) shipsFree = true;

  const byCode = earned.find(({ code }) => code !== null && code === terms.code);
  if (byCode?.kind === "free_shipping") shipsFree = true;
  else if (byCode) {
    const discounts = discountsOf(byCode, lines, off);
    if (sum(discounts) > 0) take(discounts);
  }

  let creditPaise = 0;
  const at = indexOfDearest(
    lines.map((line) => (line.product === terms.setProduct ? { ...line, pricePaise: 0 } : line)),
  );
  if (terms.setCreditPaise > 0 && lines[at]?.product !== terms.setProduct) {
    const line = lines[at] as Goods;
    creditPaise = Math.min(terms.setCreditPaise, priceOf(line) - (off[at] ?? 0));
    take(lines.map((_, one) => (one === at ? creditPaise : 0)));
  }
  const credited = creditPaise > 0 ? taken.at(-1) : null;

  const beforePaise = sum(lines.map(priceOf));
  // Less than ₹1 cannot be paid: the last discount leaves as much more.
  const leftPaise = beforePaise - sum(off);
  let missingPaise = leftPaise > 0 && leftPaise < 100 ? 100 - leftPaise : 0;
  for (const discounts of taken.reverse())
    for (const [at, discount] of discounts.entries()) {
      const less = Math.min(discount, missingPaise);
      off[at] = (off[at] ?? 0) - less;
      missingPaise -= less;
      if (discounts === credited) creditPaise -= less;
    }
  const goodsPaise = beforePaise - sum(off);
  const isFree = shipsFree || (terms.freeFromPaise !== null && goodsPaise >= terms.freeFromPaise);
  let shippingPaise = isFree ? 0 : terms.shippingPaise;
  // The paise of what is collected in cash are a discount on the goods; goods that cost nothing leave them to shipping.
  const exactPaise = goodsPaise + shippingPaise + terms.feesPaise;
  const totalPaise = terms.wholeRupees ? Math.floor(exactPaise / 100) * 100 : exactPaise;
  const offGoods = Math.min(exactPaise - totalPaise, goodsPaise);
  const shares = divide(
    offGoods,
    lines.map((line, at) => priceOf(line) - (off[at] ?? 0)),
  );
  for (const [at, share] of shares.entries()) off[at] = (off[at] ?? 0) + share;
  shippingPaise -= exactPaise - totalPaise - offGoods;
  return {
    discountPaise: sum(off),
    shippingPaise,
    totalPaise,
    earnsSamples: automatic.some(({ kind }) => kind === "free_samples"),
    creditPaise,
    off: new Map(lines.map(({ product }, at) => [product, off[at] ?? 0])),
  };
}

/** A product is one line, also if some of its units were added later. */
function inOneLine(goods: readonly Goods[]): Goods[] {
  const lines: Goods[] = [];
  for (const { product, pricePaise, quantity } of goods) {
    const known = lines.find((line) => line.product === product && line.pricePaise === pricePaise);
    if (known) known.quantity += quantity;
    else lines.push({ product, pricePaise, quantity });
  }
  return lines;
}

/** What an offer takes off each line, on what other offers have left. */
function discountsOf(offer: OfferRule, lines: readonly Goods[], off: readonly number[]): number[] {
  const left = lines.map((line, at) => (isFor(offer, line) ? priceOf(line) - (off[at] ?? 0) : 0));
  switch (offer.kind) {
    case "percentage":
      // Half a paisa rounds up.
      return divide(Math.floor((sum(left) * offer.percent + 50) / 100), left);
    case "amount":
      return divide(Math.min(offer.amountPaise, sum(left)), left);
    case "buy_x_get_y":
      return byGroups(offer, offer.buy + offer.free, lines, off, (group) =>
        group.map((price, at) => (at < offer.buy ? 0 : price)),
      );
    case "bundle_price":
      return byGroups(offer, offer.buy, lines, off, (group) =>
        divide(Math.max(0, sum(group) - offer.amountPaise), group),
      );
    case "free_shipping":
    case "free_samples":
      return lines.map(() => 0);
  }
}

/** Groups of units without another discount, dearest first; an incomplete group earns nothing. */
function byGroups(
  offer: OfferRule,
  size: number,
  lines: readonly Goods[],
  off: readonly number[],
  discountGroup: (prices: readonly number[]) => readonly number[],
): number[] {
  const units = lines
    .flatMap((line, at) => (isFor(offer, line) && off[at] === 0 ? Array<number>(line.quantity).fill(at) : []))
    .sort((a, b) => (lines[b]?.pricePaise ?? 0) - (lines[a]?.pricePaise ?? 0));
  const discounts = lines.map(() => 0);
  for (let from = 0; from + size <= units.length; from += size) {
    const group = units.slice(from, from + size);
    const taken = discountGroup(group.map((at) => lines[at]?.pricePaise ?? 0));
    for (const [unit, at] of group.entries()) discounts[at] = (discounts[at] ?? 0) + (taken[unit] ?? 0);
  }
  return discounts;
}

/** Divides an amount in proportion: rounded down, the paise that are left to the largest fractions. */
function divide(amount: number, weights: readonly number[]): number[] {
  const whole = sum(weights);
  if (whole === 0) return weights.map(() => 0);
  const shares = weights.map((weight, at) => {
    const exact = BigInt(amount) * BigInt(weight);
    return { at, share: Number(exact / BigInt(whole)), fraction: Number(exact % BigInt(whole)) };
  });
  let left = amount - sum(shares.map(({ share }) => share));
  for (const one of [...shares].sort((a, b) => b.fraction - a.fraction || a.at - b.at)) {
    if (left === 0) break;
    one.share += 1;
    left -= 1;
  }
  return shares.map(({ share }) => share);
}

/** The GST within an amount that includes it: CGST and SGST are equal, so within a state it is even. */
export function gstWithin(amountPaise: number, percent: number, isWithinState: boolean): number {
  const exact = (amountPaise * percent) / (100 + percent);
  return isWithinState ? 2 * Math.round(exact / 2) : Math.round(exact);
}

const isFor = ({ products }: OfferRule, { product }: Goods) => products === null || products.includes(product);
const priceOf = ({ pricePaise, quantity }: Goods) => pricePaise * quantity;
const indexOfDearest = (lines: readonly Goods[]) =>
  [...lines.keys()].sort((a, b) => (lines[b]?.pricePaise ?? 0) - (lines[a]?.pricePaise ?? 0))[0] ?? 0;
export const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
