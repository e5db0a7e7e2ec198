import { useStore } from "../shared/store.ts";
import { type AddedItem, addedStore } from "./added.ts";
import { cartStore } from "./cart.ts";
import { changeCart } from "./change-cart.ts";
import type { ItemKey } from "./item-key.ts";
import { useLoginBeforeCart } from "./use-login-before-cart.ts";

interface CartButtonProps {
  /** The item to add or remove. */
  item: ItemKey;
  title: string;
  product: AddedItem["product"];
  available: boolean;
  /** Units to add. */
  quantity?: number;
  /** Whether the page has a more important button. */
  quiet?: boolean;
  className?: string;
}

/** Adds the item to the cart or removes it; the change shows at once. */
export function CartButton({
  item,
  title,
  product,
  available,
  quantity = 1,
  quiet = false,
  className = "",
}: CartButtonProps) {
  const inCart = useStore(cartStore).items.includes(item);
  const loginBefore = useLoginBeforeCart();

  const add = async () => {
    if (await changeCart(item, title, { kind: "add", quantity })) addedStore.set({ item, title, product });
  };
  const toggle = async () => {
    // Decided by what is shown at the click, not by the last render, nor by a cart that is read while the session loads.
    const removes = cartStore.get().items.includes(item);
    if (!(await loginBefore(title, add))) return;
    await (removes ? changeCart(item, title, { kind: "remove" }) : add());
  };

  if (!available && !inCart) {
    return (
      <button type="button" disabled className={`button-quiet ${className}`}>
        OUT OF STOCK
      </button>
    );
  }
  return (
    <button
      type="button"
      className={`noscript:hidden ${inCart ? "button-undo" : quiet ? "button-quiet" : "button-primary"} ${className}`}
      onClick={toggle}
    >
      {inCart ? "REMOVE FROM CART" : "ADD TO CART"}
      <span className="sr-only">: {title}</span>
    </button>
  );
}
