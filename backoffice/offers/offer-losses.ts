/** What a change of an offer takes away from shoppers who count on it, in words. */

import { formatCalendarDay } from "../../contract/dates.ts";
import { formatMoney } from "../shared/money.ts";
import { bodyOf, chosenIn, type OfferValues } from "./offer-body.ts";

/**
 * Says what shoppers lose if an offer that runs is changed; empty if nothing. Placed orders lose nothing.
 * @param before the stored values of its form
 */
export function lossesOf(before: OfferValues, after: OfferValues): string[] {
  const [was, is] = [bodyOf(before), bodyOf(after)];
  const text = (value: number | undefined, format: (value: number) => string) =>
    value === undefined ? "no limit" : format(value);
  const plain = (value: number) => value.toLocaleString("en-IN");
  /** Compares two values of a field in which more, or less, is worse. */
  const changed = (name: NumberField, label: string, worse: "more" | "less", format = plain) => {
    const [one, other] = [was[name] ?? undefined, is[name] ?? undefined];
    const absent = worse === "more" ? 0 : Number.POSITIVE_INFINITY;
    const difference = (other ?? absent) - (one ?? absent);
    const isWorse = worse === "more" ? difference > 0 : difference < 0;
    return isWorse
      ? [
          `${label}: ${text(other, format)} instead of ${one === undefined && worse === "more" ? "none" : text(one, format)}`,
        ]
      : [];
  };
  const isBundle = was.kind === "bundle_price";
  const removed = removedFrom(was.codes ?? [], is.codes ?? []);
  return [
    ...changed("percent", "Percentage", "less", (value) => `${value}%`),
    ...(isBundle
      ? changed("amount", "Price together", "more", formatMoney)
      : changed("amount", "Amount off", "less", formatMoney)),
    ...changed("buy", "Units to buy", "more"),
    ...changed("free", "Free units", "less"),
    ...changed("days", "Days after the delivery", "less"),
    ...(was.codes?.length === 0 && is.codes?.length !== 0 ? ["It no longer applies by itself, only with a code"] : []),
    ...(removed.length > 0 && is.codes?.length !== 0 ? [`No longer valid: ${removed.join(", ")}`] : []),
    ...narrowed(before, after),
    ...missing("Sets no longer credited", before.sets, after.sets),
    ...missing("Samples no longer offered", before.samples, after.samples),
    ...changed("minimum", "Minimum", "more", formatMoney),
    ...(was.customers?.length === 0 && is.customers?.length !== 0
      ? ["Only for the customers named, not for everybody"]
      : []),
    ...(is.customers?.length !== 0 && removedFrom(was.customers ?? [], is.customers ?? []).length > 0
      ? ["Not for customers who could use it before"]
      : []),
    ...(is.firstOrder && !was.firstOrder ? ["Only for a customer’s first order"] : []),
    ...changed("maxUses", "Uses at most", "less"),
    ...changed("maxUsesPerCustomer", "Uses per customer at most", "less"),
    ...(is.until && (!was.until || is.until < was.until)
      ? [`Last day: ${formatCalendarDay(is.until)} instead of ${was.until ? formatCalendarDay(was.until) : "none"}`]
      : []),
  ];
}

type NumberField = "percent" | "amount" | "buy" | "free" | "days" | "minimum" | "maxUses" | "maxUsesPerCustomer";

const removedFrom = (before: readonly string[], after: readonly string[]) =>
  before.filter((one) => !after.includes(one));

function missing(label: string, before: string, after: string): string[] {
  const kept = chosenIn(after).map(({ value }) => value);
  const gone = chosenIn(before).filter(({ value }) => !kept.includes(value));
  return gone.length > 0 ? [`${label}: ${gone.map(({ name }) => name).join(", ")}`] : [];
}

/** Products and categories add up: with neither an offer is for everything. */
function narrowed(before: OfferValues, after: OfferValues): string[] {
  const all = ({ products, categories }: OfferValues) => products === "[]" && categories === "[]";
  if (all(after)) return [];
  if (all(before)) return ["Only for some products, not for all"];
  return [
    ...missing("No longer for", before.products, after.products),
    ...missing("No longer for the category", before.categories, after.categories),
  ];
}
