import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Cart, CartItem } from "../../contract/cart/schemas.ts";
import { announce } from "../shared/announcer.tsx";
import { EmptyShelf } from "../shared/empty-shelf.tsx";
import { EmptyState } from "../shared/empty-state.tsx";
import { focusPart } from "../shared/focus.ts";
import { CartError } from "./cart-error.tsx";
import { CartHeading } from "./cart-heading.tsx";
import { CartSkeleton } from "./cart-skeleton.tsx";
import { CartSummary } from "./cart-summary.tsx";
import { CartTable } from "./cart-table.tsx";
import { CART_COLUMNS } from "./columns.ts";
import { GiftToggle } from "./gift-toggle.tsx";
import { keyOfProduct } from "./item-key.ts";
import { SampleChoice } from "./sample-choice.tsx";
import { Suggestions } from "./suggestions.tsx";
import { type CartHandle, useCart } from "./use-cart.ts";

export function CartPage() {
  const handle = useCart();
  const { cart, failed } = handle;
  return (
    <div className="container-page py-6 md:py-12">
      {cart ? (
        <FilledCart cart={cart} handle={handle} />
      ) : failed ? (
        <CartError failed={failed} onRetry={handle.retry} />
      ) : (
        <CartSkeleton />
      )}
    </div>
  );
}

function FilledCart({ cart, handle }: { cart: Cart; handle: CartHandle }) {
  const heading = useRef<HTMLHeadingElement>(null);
  /** The item that was removed last, which can be restored. */
  const [removed, setRemoved] = useState<CartItem | null>(null);
  const items = cart.data;

  const remove = (item: CartItem) => {
    // Removes the row before moving the focus, so that the focus is never lost. Undo comes next after the heading.
    flushSync(() => {
      setRemoved(item);
      void handle.change(keyOfProduct(item.product), { kind: "remove" });
    });
    focusPart(heading.current);
    announce(`${item.product.title} was removed from your cart.${canUndo(item) ? " You can undo this." : ""}`);
  };

  const undo = ({ product, quantity }: CartItem) => {
    focusPart(heading.current);
    announce(`${product.title} was added to your cart.`);
    void handle.change(keyOfProduct(product), { kind: "add", quantity });
  };
  const undoable =
    removed !== null &&
    canUndo(removed) &&
    !items.some(({ product }) => keyOfProduct(product) === keyOfProduct(removed.product));

  return (
    <div className="@container">
      <CartHeading ref={heading} count={items.length} />
      {undoable && (
        <p className="mt-4 flex items-center gap-x-3 border-leaf border-l-2 bg-linen px-4 py-1 text-small">
          <span className="mr-auto py-2">{removed.product.title} was removed from your cart.</span>
          <button
            type="button"
            className="min-h-11 px-1 font-semibold text-leaf text-link"
            onClick={() => undo(removed)}
          >
            Undo
            <span className="sr-only">: {removed.product.title}</span>
          </button>
          <span role="alert" className="font-semibold text-terracotta">
            {handle.problems[keyOfProduct(removed.product)]}
          </span>
        </p>
      )}

      {handle.failed && <CartError failed={handle.failed} onRetry={handle.retry} shown />}
      {items.length === 0 ? (
        <div className="mt-5 grid gap-y-9 @tablet:mt-8 @tablet:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] @tablet:gap-x-10 @desktop:grid-cols-[minmax(0,5fr)_minmax(0,9fr)] @desktop:gap-x-14">
          <EmptyCart />
          <Suggestions items={items} />
        </div>
      ) : (
        <div className={CART_COLUMNS}>
          <div className="min-w-0">
            <CartTable items={items} handle={handle} onRemove={remove} />
            <div className="divide-y divide-sand border-sand border-b">
              {cart.samples && <SampleChoice samples={cart.samples} />}
              <GiftToggle />
            </div>
          </div>
          <CartSummary cart={cart} waiting={handle.waiting.size > 0} />
        </div>
      )}
      {items.length > 0 && <Suggestions items={items} />}
    </div>
  );
}

/** A product that is sold out or no longer sold cannot be added again. */
const canUndo = ({ max }: CartItem): boolean => max > 0;

function EmptyCart() {
  return (
    <EmptyState
      title="No Product Found"
      drawing={<EmptyShelf isLong />}
      className="content-center overflow-hidden bg-linen px-gutter @max-tablet:-mx-gutter @tablet:rounded-picture @tablet:px-6"
    >
      Your cart is waiting for its first scent. Have a look at what is in bloom.
    </EmptyState>
  );
}
