import { Link } from "react-router";
import type { CartItem } from "../../contract/cart/schemas.ts";
import { formatMoney } from "../shared/money.ts";
import { Picture } from "../shared/picture.tsx";
import { productPath } from "../shared/product/product-path.ts";
import { useShop } from "../shared/shop-context.ts";
import { unbroken } from "../shared/unbroken.ts";
import type { PendingChange } from "./cart-changes.ts";
import { keyOfProduct } from "./item-key.ts";
import { ItemNotices } from "./item-notices.tsx";
import { limitText } from "./quantity.ts";
import { QuantityStepper } from "./quantity-stepper.tsx";
import { RemoveButton } from "./remove-button.tsx";

interface CartRowProps {
  item: CartItem;
  /** Whether its change is pending. */
  waiting: boolean;
  problem: string | undefined;
  onRequestChange: (change: PendingChange) => void;
  onRemove: () => void;
}

/** A row of the cart, with its notices. */
export function CartRow({ item, waiting, problem, onRequestChange, onRemove }: CartRowProps) {
  const { cartCurrencySymbol, cartShowsZeroMrp, maxUnits } = useShop();
  const { product, quantity } = item;
  const [picture] = product.images;
  const buyable = item.max > 0;
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see the table
    <tr
      role="row"
      className="grid grid-cols-[6rem_minmax(0,1fr)_auto] @min-[26rem]:grid-cols-[8rem_minmax(0,1fr)_auto] gap-x-4 @max-narrow:grid-cols-[4.5rem_minmax(0,1fr)_2rem] @max-narrow:gap-x-3 border-sand border-b py-5 @desktop:table-row @desktop:[&>td]:py-5 @desktop:[&>td]:align-middle"
    >
      <td role="cell" className="contents @desktop:table-cell @desktop:pr-5">
        <div className="contents @desktop:grid @desktop:grid-cols-[7rem_minmax(0,1fr)] @desktop:grid-rows-[1fr_auto] @desktop:gap-x-5">
          <div
            className={`row-span-3 row-start-1 aspect-4/5 w-full self-start @max-narrow:row-span-2 overflow-hidden rounded-picture bg-linen @desktop:row-span-2 @desktop:aspect-square ${buyable ? "" : "opacity-60"}`}
          >
            {picture && <Picture picture={picture} alt="" sizes="144px" imageClassName="size-full object-cover" />}
          </div>
          <ItemTitle product={product} />
          <div className="col-span-full row-start-4 @desktop:col-span-1 @desktop:col-start-2 @desktop:row-start-2">
            <ItemNotices item={item} waiting={waiting} problem={problem} onRequestChange={onRequestChange} />
          </div>
        </div>
      </td>
      <td
        role="cell"
        className="col-span-2 col-start-2 row-start-2 text-bark @max-desktop:text-small @desktop:whitespace-nowrap @desktop:pl-4 @desktop:text-right"
      >
        <span className="tabular-nums">{formatMoney(product.price, cartCurrencySymbol)}</span>{" "}
        {(product.originalPrice !== undefined || cartShowsZeroMrp) && (
          <span className="text-small tabular-nums @desktop:block">
            <span className="sr-only">MRP </span>
            <s>{formatMoney(product.originalPrice ?? 0, cartCurrencySymbol)}</s>
          </span>
        )}
      </td>
      {/* Below the picture in a very narrow window, to leave room for the total. */}
      <td role="cell" className="col-start-2 row-start-3 mt-3 @max-narrow:col-span-full @desktop:px-4">
        <div className="@desktop:flex @desktop:flex-col @desktop:items-center">
          {buyable ? (
            <>
              <QuantityStepper
                quantity={quantity}
                max={item.max}
                maxReachedText={limitText(item.max, maxUnits)}
                of={product.title}
                onChange={(next) => {
                  if (next !== quantity) onRequestChange({ kind: "quantity", quantity: next });
                }}
              />
              {quantity === item.max && (
                <p className="mt-1.5 text-bark text-small @desktop:max-w-36 @desktop:text-center">
                  {limitText(item.max, maxUnits)}
                </p>
              )}
            </>
          ) : (
            <span className="text-bark tabular-nums">
              <span className="@desktop:sr-only">Quantity </span>
              {quantity}
            </span>
          )}
        </div>
      </td>
      <td
        role="cell"
        aria-busy={waiting}
        className={`col-start-3 row-start-3 mt-3 self-start text-right @max-narrow:col-span-full @max-narrow:justify-self-end @max-[15rem]:row-start-5 font-semibold tabular-nums @max-desktop:leading-[3rem] transition-opacity duration-150 @desktop:pl-4 ${waiting || !buyable ? "opacity-60" : ""}`}
      >
        {formatMoney(item.total, cartCurrencySymbol, "always")}
      </td>
      <td
        role="cell"
        className="-mr-3 @max-desktop:-mt-2.5 col-start-3 row-span-2 row-start-1 justify-self-end @desktop:pl-2"
      >
        <div className="@desktop:-mr-3 @desktop:flex @desktop:justify-end">
          <RemoveButton itemKey={keyOfProduct(product)} title={product.title} onClick={onRemove} />
        </div>
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see the table
  );
}

/** The title, linked unless the product is no longer sold, and the size. */
function ItemTitle({ product: { slug, title, sub_title, size, variant_id } }: Pick<CartItem, "product">) {
  const path = productPath(slug, variant_id === undefined ? "" : size);
  return (
    <div className="col-start-2 col-end-4 row-start-1 min-w-0 self-start pr-9 wrap-anywhere @desktop:col-end-3 @desktop:self-center @desktop:pr-0">
      <p className="font-display text-[1.25rem] leading-tight text-balance @min-[26rem]:text-[1.5rem]">
        {slug === "" ? (
          title
        ) : (
          <Link to={path} className="hover:text-leaf">
            {title}
          </Link>
        )}
      </p>
      {sub_title && <p className="mt-1 text-bark text-small @max-[26rem]:hidden">{unbroken(sub_title)}</p>}
      <p className="mt-0.5 text-bark text-small">{size}</p>
    </div>
  );
}
