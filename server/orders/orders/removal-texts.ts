/** Says to customers why less is credited than they paid for some units. */

import { unreachable } from "../../base/errors.ts";
import { formatRupees, paise } from "../../base/money.ts";
import type { OrderTerms, TermsLine } from "../../platform/database/schema.ts";
import { conditionProblem } from "../../selling/offers/combine-offers.ts";
import type { Removal, RemovalReason } from "../../selling/offers/price-removal.ts";
import type { Sample } from "./removal.ts";

/** Returns a sentence for each reason; none if what was paid is credited. */
export function reasonTexts({ reasons, totalPaise, paidPaise, worthPaise, kept }: Removal): string[] {
  if (worthPaise === null) return [];
  if (paidPaise === 0 && totalPaise === 0 && kept)
    return ["It was free with an offer, so there’s nothing to refund for it."];
  const nothing = totalPaise === 0 && paidPaise > 0 && kept ? ["What you keep costs as much as you’ve paid."] : [];
  return [...reasons.map(reasonText), ...nothing];
}

/** Says that what stays keeps its offers, if the order had earned any. */
export const keptText = ({ keepsRest }: Removal, terms: OrderTerms | null, items: readonly TermsLine[]): string[] =>
  keepsRest && terms?.offers.some((one) => conditionProblem(one, items) === null)
    ? ["The rest of your order keeps its offers."]
    : [];

function reasonText(reason: RemovalReason): string {
  switch (reason.kind) {
    case "offer": {
      const { name, code, beforePaise, afterPaise } = reason;
      const offer = code === null ? `“${name}”` : `“${name}” (${code})`;
      return afterPaise === 0
        ? `${offer} no longer applies to what you keep, so it costs ${formatRupees(beforePaise)} more.`
        : `${offer} takes ${formatRupees(afterPaise)} off what you keep, not ${formatRupees(beforePaise)} as before.`;
    }
    case "charges": {
      const { beforePaise, afterPaise } = reason;
      return afterPaise > beforePaise
        ? `Shipping and fees for what you keep are ${formatRupees(afterPaise)}, not ${formatRupees(beforePaise)} as before.`
        : `Shipping and fees of ${formatRupees(afterPaise)} stay with what you keep.`;
    }
    case "kept_fees":
      return `${formatRupees(reason.amountPaise)} of shipping and fees is refunded only if something was wrong with the items.`;
    case "spent_credit":
      return `The set’s price was credited to order ${reason.orderNumber}, so ${formatRupees(reason.amountPaise)} of it isn’t refunded.`;
    default:
      return unreachable(reason);
  }
}

/** What happens to free samples that are no longer earned. */
const SAMPLES_GO = { cancelled: "cancelled too", returned: "to be returned too" } as const;

/** Says which free samples go with the units; empty without any. */
export function samplesText(samples: readonly Sample[], how: keyof typeof SAMPLES_GO): string {
  if (samples.length === 0) return "";
  const names = new Intl.ListFormat("en-IN").format(samples.map(({ name }) => name));
  const isOne = samples.length === 1;
  const min = Math.max(...samples.map(({ minPaise }) => minPaise));
  const why = min > 0 ? ` came with an order from ${formatRupees(paise(min))} and` : "";
  return `Your free ${isOne ? "sample" : "samples"} ${names}${why} ${isOne ? "is" : "are"} ${SAMPLES_GO[how]}.`;
}
