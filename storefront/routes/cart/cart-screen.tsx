import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Cart, CartItem } from "../../../contract/cart.ts";
import { CartHeading } from "./cart-heading.tsx";
import { CartSkeleton } from "./cart-skeleton.tsx";
import { CartSummary } from "./cart-summary.tsx";
import { CartTable } from "./cart-table.tsx";
import { CartTrouble } from "./cart-trouble.tsx";
import { EmptyCart } from "./empty-cart.tsx";
import { removeButtonId } from "./remove-button.tsx";
import { type CartHandle, useCart } from "./use-cart.ts";

/** The customer's cart (S2.154 to S2.167). */
export function CartScreen() {
  const handle = useCart();
  const { cart, failed } = handle;
  return (
    <div className="container-page py-6 md:py-12">
      {cart ? (
        <Filled cart={cart} handle={handle} />
      ) : failed ? (
        <CartTrouble failed={failed} onRetry={handle.retry} />
      ) : (
        <CartSkeleton />
      )}
    </div>
  );
}

function Filled({ cart, handle }: { cart: Cart; handle: CartHandle }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [announced, setAnnounced] = useState("");
  const items = cart.data;

  const remove = (item: CartItem) => {
    const at = items.indexOf(item);
    const neighbour = items[at + 1] ?? items[at - 1];
    // Gone from the screen before the focus goes on, so that it is never nowhere.
    flushSync(() => {
      setAnnounced(`${item.product.title} was removed.`);
      void handle.wish(item.product._id, { kind: "remove" });
    });
    if (neighbour) document.getElementById(removeButtonId(neighbour.product._id))?.focus();
    else heading.current?.focus();
  };

  return (
    <>
      <CartHeading ref={heading} count={items.length} />
      {handle.failed && <CartTrouble failed={handle.failed} onRetry={handle.retry} shown />}
      {items.length === 0 ? (
        <EmptyCart />
      ) : (
        <div className="mt-5 items-start gap-x-12 md:mt-8 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] xl:gap-x-16">
          <CartTable items={items} handle={handle} onRemove={remove} />
          <CartSummary cart={cart} waiting={handle.waiting.size > 0} />
        </div>
      )}
      <p role="status" className="sr-only">
        {announced}
      </p>
    </>
  );
}
