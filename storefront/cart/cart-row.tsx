import { Link } from "react-router";
import type { CartItem } from "../../contract/cart/schemas.ts";
import { productPath } from "../../contract/catalogue/product-path.ts";
import { formatMoney } from "../shared/money.ts";
import { Picture } from "../shared/picture.tsx";
import { MrpLabel } from "../shared/product/price.tsx";
import { useShop } from "../shared/shop-context.ts";
import { unbroken } from "../shared/unbroken.ts";
import type { PendingChange } from "./cart-changes.ts";
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
      className="grid grid-cols-[6rem_minmax(0,1fr)_auto] @min-[26rem]:grid-cols-[8rem_minmax(0,1fr)_auto] gap-x-4 @max-narrow:grid-cols-[4.5rem_minmax(0,1fr)_2rem] @max-narrow:gap-x-3 border-sand border-b py-5 @tablet:table-row @tablet:[&>td]:py-5 @tablet:[&>td]:align-middle"
    >
      <th
        role="rowheader"
        scope="row"
        abbr={product.title}
        className="contents text-left font-normal @tablet:table-cell @tablet:py-5 @tablet:pr-5 @tablet:align-middle"
      >
        <div className="contents @tablet:grid @tablet:grid-cols-[7rem_minmax(0,1fr)] @tablet:grid-rows-[1fr_auto] @tablet:gap-x-5">
          <div
            className={`row-span-3 row-start-1 aspect-4/5 w-full self-start @max-narrow:row-span-2 overflow-hidden rounded-picture bg-linen @tablet:row-span-2 @tablet:aspect-square ${buyable ? "" : "opacity-60"}`}
          >
            {picture && <Picture picture={picture} alt="" sizes="144px" imageClassName="size-full object-cover" />}
          </div>
          <ItemTitle product={product} />
          <div className="col-span-full row-start-4 @tablet:col-span-1 @tablet:col-start-2 @tablet:row-start-2">
            <ItemNotices item={item} waiting={waiting} problem={problem} onRequestChange={onRequestChange} />
          </div>
        </div>
      </th>
      <td
        role="cell"
        className="col-span-2 col-start-2 row-start-2 text-bark @max-tablet:text-small @tablet:whitespace-nowrap @tablet:pl-4 @tablet:text-right"
      >
        <span className="tabular-nums">
          {product.originalPrice === undefined && <MrpLabel />}
          {formatMoney(product.price, cartCurrencySymbol)}
        </span>{" "}
        {product.originalPrice !== undefined ? (
          <span className="whitespace-nowrap text-small tabular-nums @tablet:block">
            MRP <s>{formatMoney(product.originalPrice, cartCurrencySymbol)}</s>
          </span>
        ) : (
          // As the specification writes it. The MRP is named before it, so this is not read aloud.
          cartShowsZeroMrp && (
            <span aria-hidden="true" className="text-small tabular-nums @tablet:block">
              <s>{formatMoney(0, cartCurrencySymbol)}</s>
            </span>
          )
        )}
      </td>
      {/* Below the picture in a very narrow window, to leave room for the total. */}
      <td role="cell" className="col-start-2 row-start-3 mt-3 @max-narrow:col-span-full @tablet:px-4">
        <div className="@tablet:flex @tablet:flex-col @tablet:items-center">
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
                <p className="mt-1.5 text-bark text-small @tablet:max-w-36 @tablet:text-center">
                  {limitText(item.max, maxUnits)}
                </p>
              )}
            </>
          ) : (
            <span className="text-bark tabular-nums">
              <span className="@tablet:sr-only">Quantity </span>
              {quantity}
            </span>
          )}
        </div>
      </td>
      <td
        role="cell"
        aria-busy={waiting}
        className={`col-start-3 row-start-3 mt-3 self-start text-right @max-narrow:col-span-full @max-narrow:justify-self-end @max-[15rem]:row-start-5 font-semibold tabular-nums @max-tablet:leading-[3rem] transition-opacity duration-150 @tablet:pl-4 ${waiting || !buyable ? "opacity-60" : ""}`}
      >
        {formatMoney(item.total, cartCurrencySymbol, "always")}
      </td>
      <td
        role="cell"
        className="-mr-3 @max-tablet:-mt-2.5 col-start-3 row-span-2 row-start-1 justify-self-end @tablet:pl-2"
      >
        <div className="@tablet:-mr-3 @tablet:flex @tablet:justify-end">
          <RemoveButton title={product.title} onClick={onRemove} />
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
    <div className="col-start-2 col-end-4 row-start-1 min-w-0 self-start pr-9 wrap-anywhere @tablet:col-end-3 @tablet:self-center @tablet:pr-0">
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
