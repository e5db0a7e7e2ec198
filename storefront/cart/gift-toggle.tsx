import { formatMoney } from "../shared/money.ts";
import { useShop } from "../shared/shop-context.ts";
import { useGift } from "./gift.ts";

/** Marks the next order as a gift; its message, wrap and receiver are asked for at checkout. */
export function GiftToggle() {
  const { giftWrap, currencySymbol } = useShop();
  const { gift, changeGift } = useGift();
  const wrap =
    giftWrap === null ? "" : `, gift wrap (${giftWrap === 0 ? "free" : formatMoney(giftWrap, currencySymbol)})`;
  return (
    <div className="mt-3 text-small">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold">
        <input
          type="checkbox"
          checked={gift.isGift}
          onChange={({ target }) => changeGift({ isGift: target.checked })}
          className="size-5 shrink-0 accent-leaf"
        />
        It is a gift
      </label>
      {gift.isGift && <p className="text-bark">You can add a message{wrap} and another receiver at checkout.</p>}
    </div>
  );
}
