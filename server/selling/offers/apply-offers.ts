/**
 * Decides which offers apply to a cart: those that this customer may have now, combined by `combineOffers`, and free samples besides.
 */

import { DAY_MS } from "../../../contract/dates.ts";
import { type Paise, paise, sumPaise } from "../../base/money.ts";
import type { OfferTerms } from "../../platform/database/schema.ts";
import { type CandidateOffer, type OfferLine, toOfferTerms } from "./candidate.ts";
import { combineOffers, conditionProblem, type LinesProblem } from "./combine-offers.ts";
import { decideSamples, type SampleDecision } from "./free-samples.ts";

/** A delivered discovery set whose price is not credited yet. */
export interface SetCredit {
  orderId: number;
  productId: number;
  pricePaise: Paise;
  deliveredAt: Date;
}

export interface OfferInput {
  /** Null for somebody without an account. */
  customerId: number | null;
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

/** Why a customer cannot have an offer now. */
type CustomerProblem =
  | { reason: "used_up" | "used_already" | "first_order_only" | "other_customers" }
  | { reason: "not_started" | "expired"; at: Date };
/** Why a code does not apply. */
export type CodeProblem = { reason: "unknown" } | CustomerProblem | LinesProblem;

export interface AppliedOffer {
  offerId: number;
  name: string;
  kind: OfferTerms["kind"];
  /** Null for an automatic offer. */
  code: string | null;
  /** 0 for free shipping and free samples. */
  discountPaise: Paise;
  /** What it takes off each line, in the order of the lines; empty for free samples. */
  discounts: Paise[];
  /** The set and its order, for a set credit. */
  set: { orderId: number; productId: number } | null;
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
  /** The offers of the terms of an order placed now, by the indices of the lines; see `OrderTerms`. */
  terms: OfferTerms[];
}

/** Applies the offers to the lines. The result does not depend on the order of offers or lines. */
export function applyOffers(lines: readonly OfferLine[], input: OfferInput): OfferDecision {
  const possible = input.offers.filter((one) => customerProblem(one, input) === null);
  const terms = possible.map((one) => toOfferTerms(one, lines, creditFor(one, input)));
  const positioned = lines.map((line, position) => ({ ...line, position }));
  const combined = combineOffers(positioned, terms, input.shippingPaise ?? paise(0));
  const samples = samplesOf(possible, terms, lines);
  const hasSamples = samples !== null && samples.chosen.length > 0;
  const sampling = hasSamples ? terms.filter(({ id }) => id === samples.offerId) : [];
  const applied = [...combined.applied, ...sampling.map((offer) => ({ offer, discounts: [] }))].map(
    ({ offer: { id: offerId, name, kind, code, credit }, discounts }): AppliedOffer => ({
      offerId,
      name,
      kind,
      code,
      discountPaise: sumPaise(discounts),
      discounts,
      set: credit && { orderId: credit.orderId, productId: credit.productId },
    }),
  );
  const isApplied = ({ id }: OfferTerms) => applied.some(({ offerId }) => offerId === id);
  return {
    applied,
    discounts: combined.discounts,
    freeShipping: combined.freeShipping,
    samples,
    code: input.code === null ? null : { code: input.code, problem: codeProblem() },
    terms: terms.filter(
      (one) => (one.code === null && one.kind !== "set_credit" && one.kind !== "free_samples") || isApplied(one),
    ),
  };

  function codeProblem(): CodeProblem | null {
    const candidate = input.offers.find(({ code }) => code !== null);
    if (!candidate) return { reason: "unknown" };
    return lines.length === 0 ? null : (customerProblem(candidate, input) ?? combined.codeProblem);
  }
}

/** Picks an offer of free samples: of those that the cart has earned, the one with the most samples; otherwise the one with the nearest minimum. */
function samplesOf(
  possible: readonly CandidateOffer[],
  terms: readonly OfferTerms[],
  lines: readonly OfferLine[],
): SampleDecision | null {
  if (lines.length === 0) return null;
  const positioned = lines.map((line, position) => ({ ...line, position }));
  const [best] = possible
    .flatMap((candidate, at) => {
      const offer = terms[at];
      if (candidate.kind !== "free_samples" || candidate.samples.length === 0 || !offer) return [];
      const problem = conditionProblem(offer, positioned);
      if (problem === null) return [{ candidate, missingPaise: paise(0) }];
      return problem.reason === "minimum" ? [{ candidate, missingPaise: problem.missingPaise }] : [];
    })
    .sort(
      (a, b) =>
        a.missingPaise - b.missingPaise ||
        (b.candidate.freeUnits ?? 0) - (a.candidate.freeUnits ?? 0) ||
        a.candidate.id - b.candidate.id,
    );
  return best ? decideSamples(best.candidate, lines, best.missingPaise) : null;
}

/** Why a customer cannot have an offer now, whatever is in the cart; null if the customer can. */
function customerProblem(one: CandidateOffer, { customerId, hasOrdered, now }: OfferInput): CustomerProblem | null {
  const { conditions, startsAt, endsAt, maxUses, maxUsesPerCustomer } = one;
  if (conditions.customers.length > 0 && (customerId === null || !conditions.customers.includes(customerId)))
    return { reason: "other_customers" };
  if (startsAt > now) return { reason: "not_started", at: startsAt };
  if (endsAt !== null && endsAt <= now) return { reason: "expired", at: endsAt };
  if (maxUsesPerCustomer !== null && one.customerUses >= maxUsesPerCustomer) return { reason: "used_already" };
  if (maxUses !== null && one.uses - (one.isPending ? 1 : 0) >= maxUses) return { reason: "used_up" };
  if (one.firstOrderOnly && hasOrdered) return { reason: "first_order_only" };
  return null;
}

/** Returns the oldest credit that an offer gives to this customer. */
function creditFor(
  { kind, conditions, creditDays }: CandidateOffer,
  { setCredits, now }: OfferInput,
): OfferTerms["credit"] {
  if (kind !== "set_credit") return null;
  const credit = setCredits.find(
    ({ productId, deliveredAt }) =>
      conditions.sets.includes(productId) && now.getTime() - deliveredAt.getTime() <= (creditDays ?? 0) * DAY_MS,
  );
  return credit ? { orderId: credit.orderId, productId: credit.productId, pricePaise: credit.pricePaise } : null;
}
