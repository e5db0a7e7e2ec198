import { type RefObject, useEffect, useRef, useState } from "react";
import type { Product, Variant } from "../../../contract/catalogue/schemas.ts";
import { CartButton } from "../../cart/cart-button.tsx";
import { itemOfSize } from "../../cart/item-key.ts";
import { formatMoney } from "../../shared/money.ts";
import { Picture } from "../../shared/picture.tsx";
import { titleWithSize } from "../../shared/product/title-with-size.ts";
import { useShop } from "../../shared/shop-context.ts";

interface BuyBarProps {
  product: Product;
  size: Variant;
  quantity: number;
  watched: RefObject<HTMLElement | null>;
}

/** Shows ADD TO CART at the bottom of a phone's window while the page's own button is out of sight. */
export function BuyBar({ product, size, quantity, watched }: BuyBarProps) {
  const { currencySymbol } = useShop();
  const picture = size.image ?? product.images[0];
  const bar = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(false);
  const hasSizes = product.variants.length > 1;

  useEffect(() => {
    const button = watched.current;
    if (!button) return;
    const observer = new IntersectionObserver(([entry]) => entry && setShown(!entry.isIntersecting), {
      // A button behind the bar also counts as out of sight.
      rootMargin: "0px 0px -64px 0px",
    });
    observer.observe(button);
    return () => observer.disconnect();
  }, [watched]);

  // Adds space at the page's end for the bar, which a wide window does not show.
  useEffect(() => {
    const room = shown ? (bar.current?.offsetHeight ?? 0) : 0;
    if (room === 0) return;
    document.body.style.paddingBottom = `${room}px`;
    return () => {
      document.body.style.paddingBottom = "";
    };
  }, [shown]);

  return (
    <aside
      ref={bar}
      data-bottom-bar
      aria-label="Buy"
      inert={!shown}
      className={`buy-bar ${shown ? "" : "invisible translate-y-full"}`}
    >
      <div className="container-page flex items-center gap-3 py-2">
        {picture && (
          <Picture
            picture={picture}
            alt=""
            sizes="40px"
            className="shrink-0 max-[350px]:hidden"
            imageClassName="size-10 rounded-picture object-cover"
          />
        )}
        <div className="min-w-0 flex-1">
          <p className="truncate font-display text-item leading-tight">{product.title}</p>
          <p className="flex gap-x-1 text-small tabular-nums">
            {hasSizes && <span className="truncate text-bark">{size.label} ·</span>}
            <span className="font-semibold">{formatMoney(size.price, currencySymbol)}</span>
          </p>
        </div>
        <CartButton
          item={itemOfSize(product, size)}
          title={titleWithSize(product.title, hasSizes && size.label)}
          product={product}
          available
          quantity={quantity}
          className="max-w-[46%] shrink-0 px-4"
        />
      </div>
    </aside>
  );
}
