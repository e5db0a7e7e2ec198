import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { api } from "../api/api.ts";
import { ArrivesBy } from "../shared/delivery/arrives-by.tsx";
import { useDeliveryDay } from "../shared/delivery/use-delivery-day.ts";
import { CheckIcon, CloseIcon } from "../shared/icons.tsx";
import { Picture } from "../shared/picture.tsx";
import { useShop } from "../shared/shop-context.ts";
import { useStore } from "../shared/store.ts";
import { useRead } from "../shared/use-read.ts";
import type { AddedItem } from "./added.ts";
import { cartStore } from "./cart.ts";
import { itemOfCard } from "./item-key.ts";
import { ProductTile } from "./product-tile.tsx";

/** After this time the panel closes, unless the pointer or the focus is on it. */
const SHOWN_MS = 8000;
/** As many as the panel's height has room for: two on a phone, three on most desktops. */
const PAIRINGS = 5;
/** Matches a title that ends with a size; neither breaks across lines if it fits in one. */
const WITH_SIZE = /^(.+,) (\d\S* \p{L}+)$/u;

/**
 * Slides in from the right, on a phone from below. The page stays usable: a click outside, Escape and a navigation close
 * it. The focus stays on the button; the panel comes next in the tab order.
 */
export function AddedPanel({ added }: { added: AddedItem }) {
  const panel = useRef<HTMLElement>(null);
  const close = useCallback(() => panel.current?.hidePopover(), []);
  useShownFor(panel, added);
  useClosedWith(added, close);
  const promise = useDeliveryDay();
  const {
    title,
    product: { images },
  } = added;
  const [, name, size] = WITH_SIZE.exec(title) ?? ["", title];
  return (
    <aside
      ref={panel}
      popover="auto"
      aria-label="Added to your cart"
      className="slide-in on-leaf overflow-y-auto overscroll-contain bg-leaf-deep text-ink [box-shadow:0_0_48px_rgb(34_28_21/0.35)]"
    >
      <div className="flex gap-4 p-4 pb-0 sm:gap-6 sm:p-6 sm:pb-0">
        {images[0] && (
          <div className="relative shrink-0 self-start">
            <Picture
              picture={images[0]}
              alt=""
              sizes="(min-width: 640px) 160px, 96px"
              imageClassName="aspect-4/5 w-24 rounded-picture object-cover sm:w-40"
            />
            <Tick />
          </div>
        )}
        <div className="min-w-0 flex-1 self-center pr-9 sm:pr-0">
          <h2 className="text-quote leading-tight">
            <span className="inline-block">{name}</span> {size && <span className="inline-block">{size}</span>}{" "}
            <em className="block text-straw">is in your cart</em>
          </h2>
          {promise && (
            <p className="mt-1.5 text-bark text-small sm:mt-2.5">
              <ArrivesBy promise={promise} />
            </p>
          )}
        </div>
      </div>
      <div className="grid grid-cols-2 gap-3 p-4 sm:px-6 sm:pt-5">
        <Link to="/cart" className="button-light px-3">
          View cart
        </Link>
        <button type="button" className="button-quiet px-3" onClick={close}>
          Keep looking
        </button>
      </div>
      <Pairings key={added.item} added={added} />
      <button
        type="button"
        aria-label="Close"
        onClick={close}
        className="absolute top-2 right-2 icon-button rounded-full hover:bg-linen"
      >
        <CloseIcon />
      </button>
    </aside>
  );
}

/** A tick that draws itself, on the picture's corner. */
function Tick() {
  return (
    <span className="-right-2 -bottom-2 absolute grid size-9 place-items-center rounded-full bg-straw text-leaf-deep">
      <svg
        viewBox="0 0 24 24"
        className="draw-line size-5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        aria-hidden="true"
      >
        <path d="m5 12.5 4.5 4.5L19 7" pathLength="1" />
      </svg>
    </span>
  );
}

/** Shows what to wear with the product, otherwise similar products; nothing while they load, or if that fails. */
function Pairings({ added: { product } }: { added: AddedItem }) {
  const { currencySymbol } = useShop();
  const { items } = useStore(cartStore);
  // One that is added here stays, with a tick.
  const [before] = useState(items);
  const { _id, slug } = product;
  const { value } = useRead(useCallback(() => api.readProduct({ params: { slug } }), [slug]));
  if (value?._id !== _id) return null;
  const ranked = value.similar_products.map((similar) => ({
    similar,
    effect: value.wearWith.find((pairing) => pairing.slug === similar.slug)?.effect,
  }));
  const shown = ranked
    .filter(({ similar }) => similar.availability === "in_stock" && !before.includes(itemOfCard(similar)))
    .sort((one, other) => Number(one.effect === undefined) - Number(other.effect === undefined))
    .slice(0, PAIRINGS);
  if (shown.length === 0) return null;
  return (
    <div className="border-sand border-t p-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:mx-6 sm:px-0 sm:pt-5">
      <h3 className="eyebrow text-bark">Goes well with</h3>
      <ul className="mt-3 grid gap-4">
        {shown.map(({ similar }) => (
          <li key={similar._id} className="max-sm:nth-[n+3]:hidden nth-[n+4]:[@media(height<60rem)]:hidden">
            <ProductTile
              product={similar}
              currencySymbol={currencySymbol}
              heading="h4"
              added={items.includes(itemOfCard(similar)) && <CheckIcon width="20" height="20" className="text-leaf" />}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function useShownFor(panel: RefObject<HTMLElement | null>, added: AddedItem): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows it again at each addition
  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    const source = document.activeElement;
    if (source instanceof HTMLElement) element.showPopover({ source });
    else element.showPopover();

    let pointed = false;
    // The panel may have slid below a resting pointer.
    const onMove = ({ movementX, movementY }: PointerEvent) => {
      if (movementX !== 0 || movementY !== 0) pointed = true;
    };
    const onLeave = () => {
      pointed = false;
    };
    element.addEventListener("pointermove", onMove);
    element.addEventListener("pointerleave", onLeave);
    let timer = 0;
    const wait = () => {
      timer = window.setTimeout(() => {
        if (pointed || element.matches(":focus-within")) wait();
        else element.hidePopover();
      }, SHOWN_MS);
    };
    wait();
    return () => {
      window.clearTimeout(timer);
      element.removeEventListener("pointermove", onMove);
      element.removeEventListener("pointerleave", onLeave);
    };
  }, [added, panel]);
}

/** Closes it when the page changes and when the item leaves the cart. */
function useClosedWith({ item }: AddedItem, close: () => void): void {
  const { key } = useLocation();
  const { items } = useStore(cartStore);
  const isInCart = items.includes(item);
  const page = useRef(key);
  useEffect(() => {
    if (page.current !== key || !isInCart) close();
    page.current = key;
  }, [key, isInCart, close]);
}
