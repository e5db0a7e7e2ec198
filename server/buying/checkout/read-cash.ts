import { paise, toRupees } from "../../base/money.ts";
import type { ReadCash } from "../../selling/shipping/cash-at-pincode.ts";
import { categorySlugsOf } from "../../shop/catalogue/categories.ts";
import { findCashListing } from "./cash-list.ts";
import { cashProblem, cashRulesOf } from "./cash-terms.ts";

/** Says it before the checkout, as far as it does not depend on who buys, for whom, and what else. */
export const readCash: ReadCash = async (db, settings, { productId, goodsPaise }, { pincode, couriers }) => {
  const rules = cashRulesOf(settings);
  if (!rules) return null;
  const [listing, categories] = await Promise.all([
    findCashListing(db, { kind: "pincode", value: pincode }),
    categorySlugsOf(db, productId === null ? [] : [productId]),
  ]);
  const problem = cashProblem(
    // More can be put into the cart until its value is enough.
    { ...rules, minPaise: paise(0) },
    { categories, listing: listing ? (listing.isBlocked ? "blocked" : "allowed") : null },
    { pincode, goodsPaise, hasOtherReceiver: false, couriers },
  );
  return { isTaken: problem === null, from: goodsPaise < rules.minPaise ? toRupees(rules.minPaise) : 0 };
};
