import type { OrderGift } from "../../../contract/orders/gift.ts";

/** A gift's wrap, receiver and message. */
export function GiftFacts({ gift: { wrap, receiver, message } }: { gift: OrderGift }) {
  return (
    <>
      <p>{wrap === null ? "Without gift wrap" : "In gift wrap"}</p>
      {receiver && (
        <p className="wrap-anywhere">
          For {receiver.name}, {receiver.mobile_no}
        </p>
      )}
      {message && <p className="mt-2 whitespace-pre-line border-sand border-l-2 pl-3 wrap-anywhere">{message}</p>}
    </>
  );
}
