/** Formats offers for the command `offers`. */

import { formatDateTime as at } from "../../../contract/dates.ts";
import { formatRupees } from "../../base/money.ts";
import type { OfferRow } from "../../selling/offers/manage-offers.ts";
import { discountText, stateOf } from "../../selling/offers/offer-texts.ts";

/** Formats an offer of the list. */
export function offerLine(offer: OfferRow, now: Date): string {
  const { id, name, codes } = offer;
  return [
    String(id).padStart(4),
    stateOf(offer, now).padEnd(9),
    (codes.join(", ") || "automatic").padEnd(16),
    discountText(offer),
    name,
  ].join("  ");
}

/** Formats everything about an offer. */
export function offerPageLines(offer: OfferRow, now: Date): string[] {
  const { id, name, codes, conditions, minPaise, firstOrderOnly, startsAt, endsAt, maxUses, maxUsesPerCustomer, uses } =
    offer;
  const ids = (label: string, values: readonly number[]) =>
    values.length > 0 ? [`${label.padEnd(12)}${values.join(", ")}`] : [];
  return [
    `${id} · ${name} · ${stateOf(offer, now)}`,
    `Gives       ${discountText(offer)}`,
    `Codes       ${codes.join(", ") || "none: it applies by itself"}`,
    `From        ${at(startsAt)}`,
    `Until       ${endsAt ? at(endsAt) : "open"}`,
    ...ids("Products", conditions.products),
    ...ids("Categories", conditions.categories),
    ...ids("Sets", conditions.sets),
    ...ids("Samples", conditions.samples ?? []),
    ...ids("Customers", conditions.customers),
    ...(minPaise > 0 ? [`Minimum     ${formatRupees(minPaise)}`] : []),
    ...(firstOrderOnly ? ["Only for a customer’s first order"] : []),
    ...(maxUses === null ? [] : [`Uses        ${uses.toLocaleString("en")} of ${maxUses.toLocaleString("en")}`]),
    ...(maxUsesPerCustomer === null ? [] : [`A customer  ${maxUsesPerCustomer} at most`]),
  ];
}
