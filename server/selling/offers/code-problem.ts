import { formatDay, justBefore } from "../../../contract/dates.ts";
import { unreachable } from "../../base/errors.ts";
import { formatRupees } from "../../base/money.ts";
import type { CodeProblem } from "./apply-offers.ts";

/** Returns the shopper's text for why a code does not apply. */
export function codeProblemText(code: string, problem: CodeProblem): string {
  switch (problem.reason) {
    case "unknown":
      return `We don’t know the code ${code}. Please check the spelling.`;
    case "not_started":
      return `The code ${code} can be used from ${formatDay(problem.at)}.`;
    case "expired":
      return `The code ${code} expired on ${formatDay(justBefore(problem.at))}.`;
    case "used_up":
      return `The code ${code} has been used as often as it could be.`;
    case "used_already":
      return `You’ve already used the code ${code}.`;
    case "first_order_only":
      return `The code ${code} is for your first order only.`;
    case "other_customers":
      return `The code ${code} isn’t for your account.`;
    case "not_these_products":
      return `The code ${code} isn’t for the products in your cart.`;
    case "minimum":
      return `Add ${formatRupees(problem.missingPaise)} more${problem.ofSomeProducts ? " of the products that it is for" : ""} to use the code ${code}.`;
    case "more_units":
      return `Add ${problem.missingUnits} more of the products that it is for to use the code ${code}.`;
    case "discounted_already":
      return `Your cart already has an offer on these products, so the code ${code} takes nothing off.`;
    case "shipping_is_free":
      return `Shipping is free already, so you don’t need the code ${code}.`;
    case "no_saving":
      return `Your cart already costs no more than with the code ${code}.`;
    default:
      return unreachable(problem);
  }
}

/** Whether the cart costs more than its shopper may expect of the code. */
export const losesDiscount = ({ reason }: CodeProblem): boolean =>
  reason !== "shipping_is_free" && reason !== "no_saving" && reason !== "discounted_already";

/** Whether the shopper can still make the code apply, by changing the cart. */
export function canStillApply({ reason }: CodeProblem): boolean {
  return (
    reason === "minimum" ||
    reason === "more_units" ||
    reason === "not_these_products" ||
    reason === "discounted_already"
  );
}
