import type { Ref } from "react";
import { Link } from "react-router";
import type { Product, Variant } from "../../../contract/catalogue/schemas.ts";
import { cartStore } from "../../cart/cart.ts";
import { CartButton } from "../../cart/cart-button.tsx";
import { itemOfSize } from "../../cart/item-key.ts";
import { limitText, unitsToChoose } from "../../cart/quantity.ts";
import { QuantityStepper } from "../../cart/quantity-stepper.tsx";
import { reviewCount } from "../../shared/product/stars.tsx";
import { useShop } from "../../shared/shop-context.ts";
import { useStore } from "../../shared/store.ts";
import { unbroken } from "../../shared/unbroken.ts";
import { WishlistButton } from "../../wishlist/wishlist-button.tsx";
import { Breadcrumb } from "../breadcrumb.tsx";
import { ScentLine } from "../scent-line.tsx";
import { Badges } from "./badges.tsx";
import { BoughtSizes } from "./bought-sizes.tsx";
import { Delivery } from "./delivery.tsx";
import { DeliveryPromise } from "./delivery-promise.tsx";
import { PriceBlock } from "./price-block.tsx";
import { RatingLink } from "./rating-link.tsx";
import { SizePicker } from "./size-picker.tsx";
import { SoldOut } from "./sold-out.tsx";

interface BuyBoxProps {
  product: Product;
  /** The chosen size. */
  size: Variant;
  onSize: (size: Variant) => void;
  quantity: number;
  onQuantity: (quantity: number) => void;
  /** Observed by the buy bar, which shows when it is out of sight. */
  buttonRef: Ref<HTMLDivElement>;
}

/** Titles longer than this, in characters, are set smaller. */
const LONG_TITLE = 20;

/** Shows title, rating, price, quantity and ADD TO CART. */
export function BuyBox({ product, size, onSize, quantity, onQuantity, buttonRef }: BuyBoxProps) {
  const { maxUnits, shippingMethods } = useShop();
  const available = size.availability === "in_stock";
  const max = unitsToChoose(size.lowStock, maxUnits);
  const cart = useStore(cartStore);
  const hasSizes = product.variants.length > 1;
  // Pages contain no personal data: the cart decides once it is loaded, until then the product's own flag.
  const item = itemOfSize(product, size);
  const inCart =
    cart.read || cart.count > 0 ? cart.items.includes(item) : product.add_cart && size._id === product.variant_id;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col">
        <Breadcrumb path={product.categoryPath} />
        <h1 className={`wrap-anywhere sm:mt-3 ${product.title.length > LONG_TITLE ? "text-heading" : "text-display"}`}>
          {product.title}
        </h1>
        {/* In the specification's order: title, rating, sub title, price. */}
        <div className="mt-1">
          <RatingLink rating={product.rating} count={reviewCount(product)} />
        </div>
        {product.sub_title && <p className="text-lead text-bark">{unbroken(product.sub_title)}</p>}
        <div className="mt-3">
          <PriceBlock size={size} />
        </div>
      </div>
      {hasSizes && <SizePicker variants={product.variants} chosen={size} onChoose={onSize} />}
      <div className="@container">
        {/* In a narrow column the button has its own line below the stepper and the heart, so that its label stays on one. */}
        <div className="flex flex-wrap items-stretch gap-2 @narrow:flex-nowrap @narrow:has-[.in-cart]:flex-wrap">
          {inCart ? (
            // In a wide column it is below the button, so that the button does not move.
            <InCart quantity={cart.quantities[item]} className="basis-full @narrow:order-last" />
          ) : (
            available && (
              <div className="stepper flex-1 @narrow:flex-none">
                <QuantityStepper
                  quantity={quantity}
                  max={max}
                  maxReachedText={limitText(max, maxUnits)}
                  onChange={onQuantity}
                />
              </div>
            )
          )}
          <div
            ref={buttonRef}
            className="min-w-0 flex-1 @max-narrow:[.stepper+&]:order-last @max-narrow:[.stepper+&]:basis-full"
          >
            <CartButton
              item={item}
              title={hasSizes ? `${product.title}, ${size.label}` : product.title}
              product={product}
              available={available}
              quantity={quantity}
              className="min-h-12! w-full px-2! py-1!"
            />
          </div>
          <WishlistButton
            productId={product._id}
            title={product.title}
            variantId={hasSizes ? size._id : undefined}
            className="size-12! shrink-0 rounded-control! border border-control bg-white!"
          />
        </div>
        {!inCart && quantity === maxUnits && <p className="mt-2 text-bark text-small">{limitText(max, maxUnits)}</p>}
        {available ? <Stock lowStock={size.lowStock} /> : <SoldOut product={product} size={size} />}
        <BoughtSizes productId={product._id} />
      </div>
      <ScentLine product={product} />
      {available && <Delivery />}
      {available && shippingMethods && <DeliveryPromise variantId={size._id} />}
      <Badges />
    </div>
  );
}

/** Replaces the stepper while the product is in the cart. @param quantity unknown until the cart has been read */
function InCart({ quantity, className }: { quantity: number | undefined; className: string }) {
  return (
    <p className={`in-cart flex min-h-12 items-center whitespace-pre text-[0.9375rem] ${className}`}>
      {quantity === undefined ? "In your cart" : `In your cart: ${quantity}`}
      {" · "}
      <Link to="/cart" className="py-2.5 font-semibold text-leaf text-link">
        View cart
      </Link>
    </p>
  );
}

/** Shows the stock only if few units are left. */
function Stock({ lowStock }: { lowStock: number | null }) {
  if (lowStock === null) return null;
  return (
    <p className="mt-3 flex items-center gap-2 text-small font-semibold text-terracotta before:size-1.5 before:rounded-full before:bg-current">
      Only {lowStock} left
    </p>
  );
}
