import type { GiftBody } from "../../../contract/orders/gift.ts";
import { ApiError } from "../../base/errors.ts";
import { type Paise, paise } from "../../base/money.ts";
import type { OrderGift } from "../../platform/database/schema.ts";

/**
 * Returns the gift of an order.
 * @param wrapPaise the price of gift wrap; null if the shop offers none
 * @throws ApiError (409) for gift wrap that the shop does not offer
 */
export function toOrderGift(requested: GiftBody | undefined, wrapPaise: Paise | null): OrderGift | null {
  if (!requested) return null;
  const { message, wrap, receiver } = requested;
  if (wrap && wrapPaise === null)
    throw ApiError.ofField(
      "gift.wrap",
      "Gift wrap isn’t available right now. Please untick it to continue.",
      "gift_wrap_not_available",
    );
  return {
    message,
    wrapPaise: wrap ? wrapPaise : null,
    receiver: receiver ? { name: receiver.name, mobile: receiver.mobile_no } : null,
  };
}

/** Returns the gift's part of the fees. */
export const wrapFee = (gift: Pick<OrderGift, "wrapPaise"> | null): Paise => paise(gift?.wrapPaise ?? 0);

export function isSameGift(left: OrderGift | null, right: OrderGift | null): boolean {
  if (!left || !right) return left === right;
  return (
    left.message === right.message &&
    left.wrapPaise === right.wrapPaise &&
    left.receiver?.name === right.receiver?.name &&
    left.receiver?.mobile === right.receiver?.mobile
  );
}
