import type { CartItem, CartNotice } from "../../contract/cart/schemas.ts";
import { BusyButton } from "../shared/form/busy-button.tsx";
import { AlertIcon, CheckIcon } from "../shared/icons.tsx";
import { formatMoney } from "../shared/money.ts";
import { useShop } from "../shared/shop-context.ts";
import type { PendingChange } from "./cart-changes.ts";
import { limitText } from "./quantity.ts";

/** An attribute of each notice that blocks payment; Checkout scrolls to the first one. */
export const BLOCKING_NOTICE = "data-blocks-payment";

interface ItemNoticesProps {
  item: CartItem;
  waiting: boolean;
  /** The error of the item's last change. */
  problem: string | undefined;
  onRequestChange: (change: PendingChange) => void;
}

/** Shows what has changed about an item since it was added, and how to resolve it. */
export function ItemNotices({ item, waiting, problem, onRequestChange }: ItemNoticesProps) {
  return (
    <div className="text-small [&>p]:mt-3 @desktop:[&>p]:mt-2">
      {item.notices.map((notice) => (
        <Notice key={notice} notice={notice} item={item} waiting={waiting} onRequestChange={onRequestChange} />
      ))}
      <p role="alert" className="font-semibold text-terracotta empty:hidden">
        {problem}
      </p>
    </div>
  );
}

function Notice({
  notice,
  item,
  waiting,
  onRequestChange,
}: { notice: CartNotice } & Omit<ItemNoticesProps, "problem">) {
  const { cartCurrencySymbol, maxUnits } = useShop();
  const { agreedPrice, max, product } = item;
  const money = (rupees: number) => formatMoney(rupees, cartCurrencySymbol);
  const accept = { kind: "accept", price: product.price } as const;
  const messages = {
    gone: { text: "No longer available. Please remove it to continue." },
    out_of_stock: { text: "Out of stock. Please remove it to continue. You can save it to your wishlist for later." },
    too_many: {
      text: limitText(max, maxUnits),
      action: { label: `Change to ${max}`, change: { kind: "quantity", quantity: max } as const },
    },
    price_rose: {
      text: `The price has gone up from ${money(agreedPrice)} to ${money(product.price)}.`,
      action: { label: `Buy at ${money(product.price)}`, change: accept },
    },
    price_fell: {
      text: `Good news: the price has dropped from ${money(agreedPrice)} to ${money(product.price)}.`,
      action: { label: "OK", change: accept },
    },
  } satisfies Record<CartNotice, { text: string; action?: { label: string; change: PendingChange } }>;
  const { text, action } = { action: undefined, ...messages[notice] };
  const isPositive = notice === "price_fell";
  const Icon = isPositive ? CheckIcon : AlertIcon;
  return (
    <p
      {...(!isPositive && { [BLOCKING_NOTICE]: "" })}
      tabIndex={-1}
      className={`flex items-start gap-2 ${isPositive ? "text-leaf" : "text-terracotta"}`}
    >
      <Icon width="18" height="18" className="mt-px shrink-0" />
      <span>
        {text}{" "}
        {action && (
          <BusyButton
            running={waiting}
            onClick={() => onRequestChange(action.change)}
            className="-my-3 inline-block py-3 font-semibold text-leaf text-link aria-disabled:opacity-60"
          >
            {action.label}
            <span className="sr-only">: {product.title}</span>
          </BusyButton>
        )}
      </span>
    </p>
  );
}
