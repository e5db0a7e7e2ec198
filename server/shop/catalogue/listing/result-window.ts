/** Limits deep pagination: for a page beyond the window the database would count through all products before it. */

import { RESULT_WINDOW } from "../../../../contract/limits.ts";
import { totalPagesOf } from "../../../../contract/responses.ts";
import { ApiError } from "../../../base/errors.ts";

/** @throws ApiError (400) for a page that ends beyond the window */
export function requireInWindow(page: number, perPage: number): void {
  if (page * perPage <= RESULT_WINDOW) return;
  const message = `page × perPage must be at most ${RESULT_WINDOW}. Narrow the list by category, price, notes or a search to reach the rest.`;
  throw new ApiError("bad_request", message, [{ field: "page", message }]);
}

/** Returns how many pages of `total` products can be requested. */
export function reachablePages(total: number, perPage: number): number {
  return Math.min(totalPagesOf(total, perPage), Math.floor(RESULT_WINDOW / perPage));
}
