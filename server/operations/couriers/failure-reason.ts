/** Why a delivery failed, from what the rider has chosen: couriers' codes differ by contract, their sentences hardly do. */

import type { FailureReason } from "../../../contract/couriers.ts";

/** The first that matches. */
const WORDS: readonly [RegExp, FailureReason][] = [
  [/not attempted|misroute|damaged|vehicle|short of time|weather|network|operational|delay/i, "courier"],
  [/cash|payment|amount|money|qr/i, "no_cash"],
  [/refus|reject|cancel+ed|cancelled|does not want|did not order|open delivery|opening/i, "refused"],
  [/out of delivery area|oda|restricted|not serviceable|non.?serviceable/i, "out_of_area"],
  [/address|shifted|moved|landmark|pincode/i, "wrong_address"],
  [/number|phone|mobile|not reachable|unreachable|not contactable|switched off/i, "wrong_phone"],
  [/closed|holiday/i, "closed"],
  [/resched|defer|later|future|another day|self.?collect/i, "later"],
  [/not available|unavailable|not at home|absent|no.?one|door lock|house lock/i, "not_at_home"],
];

export const failureReasonOf = (words: string): FailureReason =>
  WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? "other";
