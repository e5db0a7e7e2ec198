import { toRequestError } from "../api/request.ts";
import { announce } from "../shared/announcer.tsx";
import { useStore } from "../shared/store.ts";
import { showError } from "../shared/toasts/toasts.tsx";
import { cartStore } from "./cart.ts";
import type { ItemKey } from "./item-key.ts";
import { useLoginBeforeCart } from "./use-login-before-cart.ts";

interface CartButtonProps {
  /** The item to add or remove. */
  item: ItemKey;
  title: string;
  available: boolean;
  /** Units to add. */
  quantity?: number;
  className?: string;
}

/** ADD TO CART or REMOVE FROM CART; the change shows at once. */
export function CartButton({ item, title, available, quantity = 1, className = "" }: CartButtonProps) {
  const inCart = useStore(cartStore).items.includes(item);
  const loginBefore = useLoginBeforeCart();

  const toggle = async () => {
    if (!(await loginBefore(title))) return;
    // Decided by what is shown at the click, not at the last render.
    const removes = cartStore.get().items.includes(item);
    try {
      const { cartSync } = await import("./cart-sync.ts");
      await cartSync.request(item, removes ? { kind: "remove" } : { kind: "add", quantity });
      announce(`${title} was ${removes ? "removed from" : "added to"} your cart.`);
    } catch (error) {
      const failed = toRequestError(error);
      void showError(`${title} couldn’t be ${removes ? "removed from" : "added to"} your cart.`, failed);
    }
  };

  if (!available && !inCart) {
    return (
      <button type="button" disabled className={`button-quiet ${className}`}>
        OUT OF STOCK
      </button>
    );
  }
  return (
    <button type="button" className={`${inCart ? "button-chosen" : "button-primary"} ${className}`} onClick={toggle}>
      {inCart ? "REMOVE FROM CART" : "ADD TO CART"}
      <span className="sr-only">: {title}</span>
    </button>
  );
}
