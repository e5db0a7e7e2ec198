/** The Cloud API's error codes. Titles are not read: Meta says that they will go away. */

import type { RefusalKind } from "../channel.ts";

const CODES: readonly (readonly [RefusalKind, readonly number[]])[] = [
  // No WhatsApp, an old app, or its terms are not accepted.
  ["number", [131026]],
  ["blocked", [131050]],
  // Meta's own cap per person, an experiment of Meta's, a text outside the window.
  ["never", [131047, 131049, 130472]],
  ["later", [1, 2, 4, 80007, 130429, 131000, 131016, 131048, 131056]],
  ["template", [132000, 132001, 132005, 132007, 132012, 132015, 132016, 132068, 132069]],
  ["account", [0, 3, 10, 190, 368, 131005, 131031, 131042, 131045, 133010]],
];

/** Returns what an error code asks for. @param status of the response; 200 for an error of a report */
export function refusalOf(code: number, status: number): RefusalKind {
  const listed = CODES.find(([, codes]) => codes.includes(code));
  if (listed) return listed[0];
  if (code >= 200 && code <= 299) return "account";
  if (status >= 500 || status === 429) return "later";
  return status === 401 || status === 403 ? "account" : "never";
}
