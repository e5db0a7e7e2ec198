import type { ErrorResponse } from "../../contract/errors.ts";
import { MAX_WISHLIST_ITEMS } from "../../contract/limits.ts";
import type { OmissionReason } from "../../contract/wishlist/schemas.ts";
import { RequestError } from "../api/request.ts";

const REASONS: Readonly<Record<OmissionReason, Omit<ErrorResponse, "success">>> = {
  gone: { statusCode: 404, code: "not_found", message: "It’s no longer available." },
  full: {
    statusCode: 422,
    code: "wishlist_full",
    message: `Your wishlist is full (${MAX_WISHLIST_ITEMS} products). Please remove one to make room.`,
  },
};

/** The error of a product that was not added to the wishlist. */
export function omissionError(reason: OmissionReason): RequestError {
  const { statusCode } = REASONS[reason];
  return new RequestError(statusCode, { success: false, ...REASONS[reason] });
}
