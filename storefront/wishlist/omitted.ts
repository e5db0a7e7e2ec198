import { MAX_WISHLIST_ITEMS } from "../../contract/limits.ts";
import type { LeftOutReason } from "../../contract/wishlist/schemas.ts";
import { RequestFailed } from "../api/request.ts";

const REASONS: Readonly<Record<LeftOutReason, { statusCode: number; message: string }>> = {
  gone: { statusCode: 404, message: "It’s no longer available." },
  full: {
    statusCode: 422,
    message: `Your wishlist is full (${MAX_WISHLIST_ITEMS} products). Please remove one to make room.`,
  },
};

/** A product that was not put on the wishlist, told like any other failure. */
export function leftOut(reason: LeftOutReason): RequestFailed {
  const { statusCode, message } = REASONS[reason];
  return new RequestFailed(statusCode, { success: false, statusCode, message });
}
