import type { Ref } from "react";
import { Link } from "react-router";
import type { Product, Variant } from "../../../contract/catalogue/schemas.ts";
import { cartStore } from "../../cart/cart.ts";
import { CartButton } from "../../cart/cart-button.tsx";
import { itemOfSize } from "../../cart/item-key.ts";
import { limitText, unitsToChoose } from "../../cart/quantity.ts";
import { QuantityStepper } from "../../cart/quantity-stepper.tsx";
import { NeedsScript } from "../../shared/needs-script.tsx";
import { reviewCount } from "../../shared/product/stars.tsx";
import { titleWithSize } from "../../shared/product/title-with-size.ts";
import { useShop } from "../../shared/shop-context.ts";
import { useStore } from "../../shared/store.ts";
import { unbroken } from "../../shared/unbroken.ts";
import { Breadcrumb } from "../breadcrumb.tsx";
import { ScentLine } from "../scent-line.tsx";
import { Badges } from "./badges.tsx";
import { BoughtSizes } from "./bought-sizes.tsx";
import { Delivery } from "./delivery.tsx";
import { DeliveryPromise } from "./delivery-promise.tsx";
import { EmailWhenBack } from "./email-when-back.tsx";
import { PriceBlock } from "./price-block.tsx";
import { RatingLink } from "./rating-link.tsx";
import { SizePicker } from "./size-picker.tsx";

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

/** What cannot be pressed looks like a line of text. */
const SOLD_OUT = "min-h-0 justify-start border-0 p-0 text-bark opacity-100!";

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
    <div className="@container flex flex-col gap-5">
      <div className="flex flex-col">
        <Breadcrumb path={product.categoryPath} />
        <h1 className={`wrap-anywhere sm:mt-3 ${product.title.length > LONG_TITLE ? "text-heading" : "text-display"}`}>
          {product.title}
        </h1>
        {/* In the specification's order: title, rating, sub title, price. */}
        <div className="mt-1">
          <RatingLink rating={product.rating} count={reviewCount(product)} />
        </div>
        {product.sub_title && <p className="text-lead text-bark wrap-anywhere">{unbroken(product.sub_title)}</p>}
        <div className="mt-3">
          <PriceBlock size={size} />
        </div>
      </div>
      <div>
        {hasSizes && <SizePicker variants={product.variants} chosen={size} onChoose={onSize} />}
        <div ref={buttonRef} className={`flex flex-wrap gap-2 ${hasSizes ? "mt-5" : ""}`}>
          {!inCart && available && (
            <QuantityStepper
              quantity={quantity}
              max={max}
              maxReachedText={limitText(max, maxUnits)}
              onChange={onQuantity}
            />
          )}
          <CartButton
            item={item}
            title={titleWithSize(product.title, hasSizes && size.label)}
            product={product}
            available={available}
            quantity={quantity}
            className={available || inCart ? "min-h-12 min-w-[min(9rem,100%)] flex-1 px-2 py-1" : SOLD_OUT}
          />
          {available && <NeedsScript>Ordering needs JavaScript. Please switch it on and reload the page.</NeedsScript>}
          {/* Below the button, so that the button does not move. */}
          {inCart && <InCart quantity={cart.quantities[item]} />}
        </div>
        {!inCart && quantity === maxUnits && <p className="mt-2 text-bark text-small">{limitText(max, maxUnits)}</p>}
        {available ? <Stock lowStock={size.lowStock} /> : <EmailWhenBack product={product} size={size} />}
        <BoughtSizes productId={product._id} />
      </div>
      <ScentLine product={product} />
      {available && <Delivery />}
      {available && shippingMethods && <DeliveryPromise variantId={size._id} />}
      <Badges countryOfOrigin={product.countryOfOrigin} />
    </div>
  );
}

/** Replaces the stepper while the product is in the cart. @param quantity unknown until the cart has been read */
function InCart({ quantity }: { quantity: number | undefined }) {
  return (
    <p className="flex min-h-12 basis-full items-center whitespace-pre text-compact">
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
