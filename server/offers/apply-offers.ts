/**
 * Decides which offers apply to a cart: first the automatic offer with the largest discount, then the code in the cart on what is left,
 * then the credit for a discovery set. Free shipping and free samples apply besides. Offers by units ("buy 2, get 1 free", "3 for ₹999")
 * count only products without another offer's discount.
 */

import { type Paise, paise, sumPaise } from "../money.ts";
import { type CandidateOffer, covers, type OfferLine } from "./candidate.ts";
import { discountsOf, remainingOf, unitsMissing } from "./discounts.ts";
import { decideSamples, type SampleDecision } from "./free-samples.ts";

/** A delivered discovery set whose price is not credited yet. */
export interface SetCredit {
  orderId: number;
  productId: number;
  pricePaise: Paise;
  deliveredAt: Date;
}

export interface OfferInput {
  customerId: number;
  offers: readonly CandidateOffer[];
  /** The code in the cart. */
  code: string | null;
  /** Whether the customer has an order that is paid or confirmed, and not cancelled. */
  hasOrdered: boolean;
  /** Oldest first. */
  setCredits: readonly SetCredit[];
  /** What shipping costs without offers; 0 by default. */
  shippingPaise?: Paise;
  now: Date;
}

/** Why a code does not apply. */
export type CodeProblem =
  | { reason: "unknown" | "used_up" | "used_already" | "first_order_only" | "other_customers" }
  | { reason: "not_these_products" | "discounted_already" | "shipping_is_free" | "no_saving" }
  | { reason: "not_started" | "expired"; at: Date }
  | { reason: "minimum"; missingPaise: Paise; ofSomeProducts: boolean }
  | { reason: "more_units"; missingUnits: number };

export interface AppliedOffer {
  offerId: number;
  name: string;
  /** Null for an automatic offer. */
  code: string | null;
  /** 0 for free shipping and free samples. */
  discountPaise: Paise;
  /** The order of the set, for a set credit. */
  setOrderId: number | null;
}

export interface OfferDecision {
  applied: AppliedOffer[];
  /** The discount of each line, in the order of the lines; at most price × quantity. */
  discounts: Paise[];
  freeShipping: boolean;
  /** Null unless an offer of free samples could apply to this cart or a larger one. */
  samples: SampleDecision | null;
  /** Null if the cart has no code. */
  code: { code: string; problem: CodeProblem | null } | null;
}

/** Applies the offers to the lines. The result does not depend on the order of offers or lines. */
export function applyOffers(lines: readonly OfferLine[], input: OfferInput): OfferDecision {
  const order = [...lines.keys()].sort((a, b) => compareLines(lines[a], lines[b]));
  const sorted = order.map((at) => lines[at] as OfferLine);
  const taken = sorted.map(() => paise(0));
  const applied: AppliedOffer[] = [];
  const apply = (candidate: CandidateOffer, discounts: readonly Paise[], setOrderId: number | null = null) => {
    for (const [at, discount] of discounts.entries()) taken[at] = paise((taken[at] ?? 0) + discount);
    const { id: offerId, name, code } = candidate;
    applied.push({ offerId, name, code, discountPaise: sumPaise(discounts), setOrderId });
  };
  const automatic = input.offers.filter(({ needsCode }) => !needsCode).sort((a, b) => a.id - b.id);
  const allowed = automatic.filter((one) => problemOf(one, sorted, input) === null);

  const [best] = allowed
    .filter(({ kind }) => kind !== "free_shipping" && kind !== "set_credit" && kind !== "free_samples")
    .map((candidate) => ({ candidate, discounts: discountsOf(candidate, sorted, taken) }))
    .sort((a, b) => sumPaise(b.discounts) - sumPaise(a.discounts));
  if (best && sumPaise(best.discounts) > 0) apply(best.candidate, best.discounts);

  const shippingOffer =
    (input.shippingPaise ?? 0) > 0 ? allowed.find(({ kind }) => kind === "free_shipping") : undefined;
  if (shippingOffer) apply(shippingOffer, []);

  const code = input.code === null ? null : { code: input.code, problem: applyCode() };

  for (const candidate of allowed.filter(({ kind }) => kind === "set_credit")) {
    const credit = input.setCredits.find((one) => isCreditable(candidate, one, input.now));
    const discounts = credit ? creditOf(candidate, credit, sorted, taken) : [];
    if (credit && sumPaise(discounts) > 0) {
      apply(candidate, discounts, credit.orderId);
      break;
    }
  }

  const samples = samplesOf(automatic, sorted, input);
  const sampling = input.offers.find(({ id }) => id === samples?.offerId);
  if (sampling && samples && samples.chosen.length > 0) apply(sampling, []);

  const discounts = lines.map(() => paise(0));
  for (const [at, original] of order.entries()) discounts[original] = taken[at] ?? paise(0);
  const freeShipping = applied.some(({ offerId }) => kindOf(offerId) === "free_shipping");
  return { applied, discounts, freeShipping, samples, code };

  function kindOf(offerId: number) {
    return input.offers.find(({ id }) => id === offerId)?.kind;
  }

  function applyCode(): CodeProblem | null {
    const candidate = input.offers.find((one) => one.code !== null);
    if (!candidate) return { reason: "unknown" };
    if (sorted.length === 0) return null;
    const problem = problemOf(candidate, sorted, input);
    if (problem) return problem;
    if (candidate.kind === "free_shipping") {
      if ((input.shippingPaise ?? 0) === 0 || shippingOffer) return { reason: "shipping_is_free" };
      apply(candidate, []);
      return null;
    }
    const codeDiscounts = discountsOf(candidate, sorted, taken);
    if (sumPaise(codeDiscounts) === 0) return noDiscountProblem(candidate, sorted, taken);
    apply(candidate, codeDiscounts);
    return null;
  }
}

/** Picks an offer of free samples: of those that the cart has earned, the one with the most samples; otherwise the one with the nearest minimum. */
function samplesOf(
  automatic: readonly CandidateOffer[],
  lines: readonly OfferLine[],
  input: OfferInput,
): SampleDecision | null {
  if (lines.length === 0) return null;
  const possible = automatic
    .filter(({ kind, samples }) => kind === "free_samples" && samples.length > 0)
    .flatMap((candidate) => {
      const problem = problemOf(candidate, lines, input);
      if (problem === null) return [{ candidate, missingPaise: paise(0) }];
      return problem.reason === "minimum" ? [{ candidate, missingPaise: problem.missingPaise }] : [];
    })
    .sort(
      (a, b) =>
        a.missingPaise - b.missingPaise ||
        (b.candidate.freeUnits ?? 0) - (a.candidate.freeUnits ?? 0) ||
        a.candidate.id - b.candidate.id,
    );
  const [best] = possible;
  return best ? decideSamples(best.candidate, lines, best.missingPaise) : null;
}

function compareLines(a: OfferLine | undefined, b: OfferLine | undefined): number {
  if (!a || !b) return 0;
  return a.variantId - b.variantId;
}

/** Why the conditions of an offer are not met; null if they are. */
function problemOf(
  one: CandidateOffer,
  lines: readonly OfferLine[],
  { customerId, hasOrdered, now }: OfferInput,
): CodeProblem | null {
  const { conditions, startsAt, endsAt, maxUses, maxUsesPerCustomer } = one;
  if (conditions.customers.length > 0 && !conditions.customers.includes(customerId))
    return { reason: "other_customers" };
  if (startsAt > now) return { reason: "not_started", at: startsAt };
  if (endsAt !== null && endsAt <= now) return { reason: "expired", at: endsAt };
  if (maxUsesPerCustomer !== null && one.customerUses >= maxUsesPerCustomer) return { reason: "used_already" };
  if (maxUses !== null && one.uses - (one.isPending ? 1 : 0) >= maxUses) return { reason: "used_up" };
  if (one.firstOrderOnly && hasOrdered) return { reason: "first_order_only" };
  const covered = lines.filter((line) => covers(one, line));
  if (covered.length === 0) return { reason: "not_these_products" };
  const missing = one.minPaise - covered.reduce((sum, { pricePaise, quantity }) => sum + pricePaise * quantity, 0);
  if (missing > 0)
    return { reason: "minimum", missingPaise: paise(missing), ofSomeProducts: covered.length < lines.length };
  return null;
}

/** Why an offer takes nothing off although its conditions are met. */
function noDiscountProblem(one: CandidateOffer, lines: readonly OfferLine[], taken: readonly Paise[]): CodeProblem {
  const missingUnits = unitsMissing(
    one,
    lines,
    lines.map(() => paise(0)),
  );
  if (missingUnits > 0) return { reason: "more_units", missingUnits };
  if (unitsMissing(one, lines, taken) > 0) return { reason: "discounted_already" };
  return remainingOf(one, lines, taken) === 0 ? { reason: "discounted_already" } : { reason: "no_saving" };
}

const DAY_MS = 24 * 60 * 60_000;

function isCreditable(
  { conditions, creditDays }: CandidateOffer,
  { productId, deliveredAt }: SetCredit,
  now: Date,
): boolean {
  return conditions.sets.includes(productId) && now.getTime() - deliveredAt.getTime() <= (creditDays ?? 0) * DAY_MS;
}

/** Credits the set's price to one line, the one with the most expensive product. */
function creditOf(
  one: CandidateOffer,
  credit: SetCredit,
  lines: readonly OfferLine[],
  taken: readonly Paise[],
): Paise[] {
  const discounts = lines.map(() => paise(0));
  const [at] = [...lines.keys()]
    .filter((index) => covers(one, lines[index] as OfferLine))
    .sort((a, b) => (lines[b]?.pricePaise ?? 0) - (lines[a]?.pricePaise ?? 0));
  const line = at === undefined ? undefined : lines[at];
  if (at === undefined || !line) return discounts;
  discounts[at] = paise(Math.min(credit.pricePaise, line.pricePaise * line.quantity - (taken[at] ?? 0)));
  return discounts;
}
