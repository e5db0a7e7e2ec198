/**
 * Decides what is credited when units are taken out of an order: cancelled, returned, lost or refunded. What stays must be paid for as if it
 * alone had been ordered, with the terms of the order; what was paid beyond that is credited. So the result depends on what stays, and
 * not on the steps. Why: docs/decisions/2026-11-28-offers-after-cancellations.md. Where units are added as well, all that the order then holds
 * must be paid for: docs/decisions/2026-11-30-editing-orders.md.
 */

import { type Paise, paise, sumPaise } from "../../base/money.ts";
import type { OrderTerms, TermsLine } from "../../platform/database/schema.ts";
import { allocate } from "../pricing/allocate.ts";
import { type Creditable, creditOf } from "../pricing/credit.ts";
import { type DividedCredit, divideCredit } from "../pricing/divide-credit.ts";
import type { Price } from "../pricing/price.ts";
import { totalOf } from "../pricing/tax.ts";
import { type CombinedOffer, conditionProblem } from "./combine-offers.ts";
import { priceByTerms, withUnits } from "./price-by-terms.ts";

/** Units of a size, at a price. */
export interface PricedUnits extends TermsLine {
  productId: number;
  originalPricePaise: Paise | null;
  gstPercent: number;
}

/** An item of an order with the units and amounts that are left of it; free samples are none. */
export interface RemovalItem extends PricedUnits, Creditable {}

/** The credit for a set of the order that another order uses. */
export interface SpentCredit {
  /** The set; in rows of older versions, all that it may be. */
  productIds: readonly number[];
  amountPaise: Paise;
  orderNumber: string;
}

/** What else of an order decides about its price. */
export interface RemovalContext {
  /** Null for an order that was placed by an older version. */
  terms: OrderTerms | null;
  feesPaise: Paise;
  /** Shipping and fees that staff has refunded by themselves. */
  waivedPaise: Paise;
  withinState: boolean;
  /** Whether what stays is rounded down to whole rupees: the order is paid in cash. */
  wholeRupees: boolean;
  /** Whether a courier is still to collect what stays, so that it must be whole rupees even if it keeps its price. */
  isDue: boolean;
  spentCredits: readonly SpentCredit[];
  /** What the order itself uses of a set's credit. */
  usedCreditPaise: Paise;
  /**
   * Whether the removed units are credited by their shares in what was paid, and the rest keeps its price: the shop is at fault. If the rest
   * would cost less alone, that decides, so that the customer never gets less than otherwise.
   */
  keepsOffers: boolean;
  /** Whether shipping and fees are retained: units of an order that was sent come back, and the shop is not at fault. */
  keepsFees: boolean;
  /** Units that are added at the same time, at positions of their own or those of items. Only with terms, which cover them. */
  added?: readonly PricedUnits[];
}

/** Why less is credited than was paid for the units. */
export type RemovalReason =
  | { kind: "offer"; name: string; code: string | null; beforePaise: Paise; afterPaise: Paise }
  | { kind: "charges"; beforePaise: Paise; afterPaise: Paise }
  | { kind: "kept_fees"; amountPaise: Paise }
  | { kind: "spent_credit"; amountPaise: Paise; orderNumber: string };

export interface Removal {
  /** What is credited, by item. */
  lines: DividedCredit[];
  totalPaise: Paise;
  /** What was paid for the units. */
  paidPaise: Paise;
  /** The price of what stays and is added by itself; null if nothing stays, or it keeps its price. */
  kept: (Price<PricedUnits> & { applied: CombinedOffer[] }) | null;
  /** What the added units cost more than is credited or left: 0 without any. */
  added: AddedPrice;
  /** What stays must be paid for; null if it keeps its price. */
  worthPaise: Paise | null;
  /** Whether something stays, at its price. */
  keepsRest: boolean;
  /** Empty unless less is credited than was paid. */
  reasons: RemovalReason[];
  /** Whether the order's free samples are no longer earned. */
  losesSamples: boolean;
  /** What of a set's credit is still used for what stays. */
  setCreditPaise: Paise;
  /** The credits that other orders use for sets that go now, and that are not charged for. */
  forgiven: readonly SpentCredit[];
  /** The units that are gone by the shop's fault, and still earn the offers of what stays; null if that does not change. */
  earning: TermsLine[] | null;
}

/** What is paid for added units. Their discounts, and so their total, make up what the whole order costs then. */
interface AddedPrice {
  totalPaise: Paise;
  /** Which part of it is shipping and fees. */
  shippingPaise: Paise;
  /** What offers take off each of them, in their order. */
  discounts: Paise[];
}

const NOTHING_ADDED: AddedPrice = { totalPaise: paise(0), shippingPaise: paise(0), discounts: [] };

/** @param removed units by position, at most what is left */
export function priceRemoval(
  items: readonly RemovalItem[],
  removed: readonly { position: number; quantity: number }[],
  {
    terms,
    feesPaise,
    waivedPaise,
    withinState,
    wholeRupees,
    isDue,
    spentCredits,
    usedCreditPaise,
    keepsOffers,
    keepsFees,
    added = [],
  }: RemovalContext,
): Removal {
  if (added.length > 0 && (!terms || keepsOffers)) throw new Error("units are added by the terms of the order");
  const credited = items.map((item) => ({
    ...item,
    credited: removed.find(({ position }) => position === item.position)?.quantity ?? 0,
  }));
  const keptItems = withAdded(
    credited.map(({ credited: units, ...item }) => ({ ...item, quantity: item.quantity - units })),
    added,
  ).filter(({ quantity }) => quantity > 0);
  const shares = credited
    .filter((item) => item.credited > 0)
    .map((item) => ({ position: item.position, quantity: item.credited, ...creditOf(item, item.credited) }));
  const paidPaise = sumPaise(shares.map(totalOf));
  const leftPaise = sumPaise(items.map(totalOf));
  const charges = { withinState, feesPaise, wholeRupees };
  const kept = terms && keptItems.length > 0 ? priceByTerms(keptItems, terms, charges) : null;
  const losesSamples = !keepsOffers && terms !== null && !earnsSamples(terms, keptItems);
  const gone = credited
    .filter((item) => item.credited > 0)
    .map(({ position, variantId, pricePaise, credited: quantity }) => ({ position, variantId, pricePaise, quantity }));
  const earning = keepsOffers && terms ? withUnits(terms.earning ?? [], gone) : null;
  const isEverything = keptItems.length === 0;
  const spent = terms ? spentCredits.filter((one) => isTakenOut(one, items, keptItems)) : [];
  const newlySpent = spent.filter((one) => isTakenOut(one, present(items), keptItems));
  // The shop's fault excuses the set that goes now, not one that was sent back before.
  const forgiven = keepsOffers ? newlySpent : [];
  const owed = spent.filter((one) => !forgiven.includes(one));
  const shippingLeft = sumPaise(items.map(({ shippingPaise }) => shippingPaise));
  const ownChargesPaise = kept ? chargesOf(kept, waivedPaise) : paise(0);
  const keptFeesPaise = paise(keepsFees ? Math.max(0, shippingLeft - ownChargesPaise) : 0);
  const chargesPaise = paise(ownChargesPaise + keptFeesPaise);
  const goodsPaise = kept ? paise(kept.totalPaise - kept.shippingPaise - kept.feesPaise) : paise(0);
  const spentPaise = sumPaise(owed.map(({ amountPaise }) => amountPaise));
  const worthPaise = sumPaise([goodsPaise, chargesPaise, spentPaise]);
  const aboveRupees = (amountPaise: number) => (isDue ? amountPaise % 100 : 0);
  if (kept && added.length > 0) return edited(kept, worthPaise);
  const totalPaise = paise(Math.max(aboveRupees(leftPaise), leftPaise - worthPaise));
  const sharesPaise = paise(paidPaise + aboveRupees(leftPaise - paidPaise));
  if (!isEverything && (!kept || (keepsOffers && totalPaise <= sharesPaise)))
    return {
      lines:
        sharesPaise === paidPaise
          ? shares
          : divideCredit(credited, {
              totalPaise: sharesPaise,
              shippingPaise: sumPaise(shares.map(({ shippingPaise }) => shippingPaise)),
            }),
      totalPaise: sharesPaise,
      paidPaise,
      kept: null,
      added: NOTHING_ADDED,
      worthPaise: null,
      keepsRest: true,
      reasons: [],
      losesSamples,
      setCreditPaise: creditOfShares(),
      forgiven,
      earning,
    };

  const shippingPaise = paise(Math.max(0, shippingLeft - chargesPaise));
  return {
    lines: divideCredit(credited, { totalPaise, shippingPaise }),
    totalPaise,
    paidPaise: isEverything ? leftPaise : paidPaise,
    kept,
    added: NOTHING_ADDED,
    worthPaise,
    keepsRest: false,
    reasons: totalPaise < (isEverything ? leftPaise : paidPaise) ? reasonsOf(kept) : [],
    losesSamples,
    setCreditPaise: kept ? setCreditOf(kept.applied) : paise(0),
    forgiven,
    earning,
  };

  /**
   * Credits what goes by what was paid for it, and charges for what comes so that the order then costs its worth. Where that would take more
   * than the price of what comes, or less than nothing, less or more is credited. The total rises by that price at most: as when units go,
   * nobody is charged for an offer that the rest loses.
   */
  function edited(whole: NonNullable<Removal["kept"]>, worthPaise: Paise): Removal {
    const values = added.map(({ pricePaise, quantity }) => paise(pricePaise * quantity));
    const valuePaise = sumPaise(values);
    const shippingShare = sumPaise(shares.map(({ shippingPaise }) => shippingPaise));
    // What of the charges the rest does not carry already; below 0 if it carries too much.
    const missing = chargesPaise - (shippingLeft - shippingShare);
    const rise = valuePaise + Math.max(0, chargesPaise - shippingLeft);
    const change = Math.min(worthPaise - leftPaise, rise - aboveRupees(leftPaise + rise));
    const credit = paidPaise + Math.max(0, -missing);
    const charged = Math.min(valuePaise + Math.max(0, missing), Math.max(0, credit + change));
    const lines = divideCredit(credited, {
      totalPaise: paise(charged - change),
      shippingPaise: paise(shippingShare + Math.max(0, -missing)),
    });
    const totalPaise = sumPaise(lines.map(totalOf));
    const addedPaise = paise(totalPaise + change);
    const shippingLess = sumPaise(lines.map(({ shippingPaise }) => shippingPaise));
    const ownCharges = Math.min(Math.max(0, chargesPaise - (shippingLeft - shippingLess)), addedPaise);
    const shippingPaise = paise(Math.max(ownCharges, addedPaise - valuePaise));
    return {
      lines,
      totalPaise,
      paidPaise,
      kept: whole,
      added: {
        totalPaise: addedPaise,
        shippingPaise,
        discounts: discountsOf(whole, paise(valuePaise - (addedPaise - shippingPaise))),
      },
      worthPaise,
      keepsRest: false,
      reasons: totalPaise < paidPaise ? reasonsOf(whole) : [],
      losesSamples,
      setCreditPaise: setCreditOf(whole.applied),
      forgiven,
      earning,
    };
  }

  /** Divides what the added units cost less among them: first as the offers do, the rest by their values. */
  function discountsOf({ lines }: NonNullable<Removal["kept"]>, amountPaise: Paise): Paise[] {
    const values = added.map(({ pricePaise, quantity }) => pricePaise * quantity);
    const byOffers = added.map(({ position, quantity }) => {
      const line = lines.find((one) => one.position === position);
      return line ? Math.floor((line.discountPaise * quantity) / line.quantity) : 0;
    });
    const offPaise = byOffers.reduce((sum, one) => sum + one, 0);
    if (offPaise >= amountPaise)
      return amountPaise === 0 ? values.map(() => paise(0)) : allocate(amountPaise, byOffers);
    const left = values.map((value, at) => value - (byOffers[at] ?? 0));
    const further = allocate(paise(amountPaise - offPaise), left);
    return byOffers.map((one, at) => paise(one + (further[at] ?? 0)));
  }

  /** Lists why less is credited than was paid for the units. */
  function reasonsOf(whole: Removal["kept"]): RemovalReason[] {
    return [
      ...(whole && terms ? offerReasons(priceByTerms(present(items), terms, charges).applied, whole.applied) : []),
      ...(keptFeesPaise > 0 ? [{ kind: "kept_fees", amountPaise: keptFeesPaise } as const] : []),
      ...(whole && keptFeesPaise === 0
        ? chargeReasons(shippingLeft, chargesPaise, sumPaise(shares.map((one) => one.shippingPaise)))
        : []),
      ...newlySpent
        .filter((one) => owed.includes(one))
        .map(({ amountPaise, orderNumber }): RemovalReason => ({ kind: "spent_credit", amountPaise, orderNumber })),
    ];
  }

  /** What stays used of the credit for a set if units go by their shares: in proportion to the units of the line that it is taken off. */
  function creditOfShares(): Paise {
    if (!terms) return paise(0);
    const lines = present(items);
    const credit = priceByTerms(lines, terms, charges).applied.find(({ offer }) => offer.kind === "set_credit");
    const line = lines[credit?.discounts.findIndex((discount) => discount > 0) ?? -1];
    const gone = removed.find(({ position }) => position === line?.position)?.quantity ?? 0;
    return line ? paise(usedCreditPaise - Math.floor((usedCreditPaise * gone) / line.quantity)) : usedCreditPaise;
  }

  /** Lists the offers that take less off what stays than its share in what they took off before. */
  function offerReasons(before: readonly CombinedOffer[], after: readonly CombinedOffer[]): RemovalReason[] {
    const lines = present(items);
    return before.flatMap(({ offer: { id, name, code }, discounts }): RemovalReason[] => {
      const ofKept = lines.map(({ position, quantity }, at) => {
        const stays = keptItems.find((one) => one.position === position)?.quantity ?? 0;
        return paise(Math.floor(((discounts[at] ?? 0) * stays) / quantity));
      });
      const beforePaise = sumPaise(ofKept);
      const afterPaise = sumPaise(after.find(({ offer }) => offer.id === id)?.discounts ?? []);
      return afterPaise < beforePaise ? [{ kind: "offer", name, code, beforePaise, afterPaise }] : [];
    });
  }
}

const present = (items: readonly RemovalItem[]) => items.filter(({ quantity }) => quantity > 0);

/** Adds units to the items of the same position, or after them. */
function withAdded(items: readonly PricedUnits[], added: readonly PricedUnits[]): PricedUnits[] {
  const addedAt = (position: number) => added.find((one) => one.position === position)?.quantity ?? 0;
  return [
    ...items.map((item) => ({ ...item, quantity: item.quantity + addedAt(item.position) })),
    ...added.filter(({ position }) => !items.some((item) => item.position === position)),
  ];
}

/** Shipping and fees of what stays, without what staff has refunded of them. */
const chargesOf = ({ shippingPaise, feesPaise }: Price<PricedUnits>, waivedPaise: Paise): Paise =>
  paise(Math.max(0, shippingPaise + feesPaise - waivedPaise));

/** Says that shipping and fees stay although the units had a share in them, or rise. */
function chargeReasons(beforePaise: Paise, afterPaise: Paise, sharePaise: Paise): RemovalReason[] {
  return afterPaise > beforePaise - sharePaise ? [{ kind: "charges", beforePaise, afterPaise }] : [];
}

/** Whether a set is among the items, and none of it stays. */
const isTakenOut = (
  { productIds }: SpentCredit,
  items: readonly PricedUnits[],
  kept: readonly PricedUnits[],
): boolean =>
  items.some(({ productId }) => productIds.includes(productId)) &&
  !kept.some(({ productId }) => productIds.includes(productId));

/** Whether what stays earns the order's free samples; also true if it has none. */
function earnsSamples({ offers, earning = [] }: OrderTerms, kept: readonly TermsLine[]): boolean {
  const all = kept.length === 0 ? [] : withUnits(kept, earning);
  return offers.filter(({ kind }) => kind === "free_samples").every((one) => conditionProblem(one, all) === null);
}

const setCreditOf = (applied: readonly CombinedOffer[]): Paise =>
  sumPaise(applied.flatMap(({ offer, discounts }) => (offer.kind === "set_credit" ? discounts : [])));
