import { formatMoney } from "../shared/money.ts";
import { useShop } from "../shared/shop-context.ts";
import { useGift } from "./gift.ts";

/** Marks the next order as a gift. The checkout asks for message, wrap and receiver. */
export function GiftToggle() {
  const { giftWrap, cartCurrencySymbol } = useShop();
  const { gift, changeGift } = useGift();
  const wrap =
    giftWrap === null ? "" : `, gift wrap (${giftWrap === 0 ? "free" : formatMoney(giftWrap, cartCurrencySymbol)})`;
  return (
    <div className="flex items-center gap-x-4 py-4">
      <div className="min-w-0 flex-1 gap-x-6 @desktop:flex @desktop:items-center">
        <label className="flex min-h-11 shrink-0 cursor-pointer items-center gap-3 font-display text-item leading-tight">
          <input
            type="checkbox"
            checked={gift.isGift}
            onChange={({ target }) => changeGift({ isGift: target.checked })}
            className="size-5 shrink-0 accent-leaf"
          />
          It is a gift
        </label>
        <p className="text-bark text-small">
          {gift.isGift
            ? `You can add a message${wrap} and another receiver at checkout.`
            : "Your own message, no prices in the box, and delivery to someone else if you like."}
        </p>
      </div>
      <GiftBox />
    </div>
  );
}

/** Draws a box tied with a cord. */
function GiftBox() {
  return (
    <svg
      viewBox="0 0 64 64"
      width="36"
      height="36"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="shrink-0 text-brass @max-narrow:hidden"
    >
      <path d="M9 29h46v27H9zM6 20h52v9H6zM32 20v36" />
      <path d="M32 20c-9 0-15-3-15-8 0-6 11-4 15 8Zm0 0c9 0 15-3 15-8 0-6-11-4-15 8Z" />
    </svg>
  );
}
