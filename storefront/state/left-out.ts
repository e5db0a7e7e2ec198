import { MAX_WISHLIST_ITEMS } from "../../contract/limits.ts";
import type { LeftOutReason } from "../../contract/wishlist.ts";
import { CallFailed } from "../api/call.ts";

const REASONS: Readonly<Record<LeftOutReason, { statusCode: number; message: string }>> = {
  gone: { statusCode: 404, message: "It is no longer sold." },
  full: {
    statusCode: 422,
    message: `A wishlist holds ${MAX_WISHLIST_ITEMS} products. Please take one off that you no longer want.`,
  },
};

/** A product that was not put on the wishlist, told like any other failure. */
export function leftOut(reason: LeftOutReason): CallFailed {
  const { statusCode, message } = REASONS[reason];
  return new CallFailed(statusCode, { success: false, statusCode, message });
}
