import { MAX_WISHLIST_ITEMS } from "../../contract/limits.ts";
import type { LeftOutReason } from "../../contract/wishlist.ts";
import { CallFailed } from "../api/call.ts";

const REASONS: Readonly<Record<LeftOutReason, { statusCode: number; message: string }>> = {
  gone: { statusCode: 404, message: "It’s no longer available." },
  full: {
    statusCode: 422,
    message: `Your wishlist is full (${MAX_WISHLIST_ITEMS} products). Please remove one to make room.`,
  },
};

/** A product that was not put on the wishlist, told like any other failure. */
export function leftOut(reason: LeftOutReason): CallFailed {
  const { statusCode, message } = REASONS[reason];
  return new CallFailed(statusCode, { success: false, statusCode, message });
}
