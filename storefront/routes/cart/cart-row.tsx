import { Link } from "react-router";
import type { CartItem } from "../../../contract/cart.ts";
import { formatMoney } from "../../components/money.ts";
import { Picture } from "../../components/picture.tsx";
import { QuantityStepper } from "../../components/quantity-stepper.tsx";
import { useShop } from "../../components/shop-context.ts";
import type { Wish } from "../../state/cart-wishes.ts";
import { ItemNotices } from "./item-notices.tsx";
import { RemoveButton } from "./remove-button.tsx";

interface CartRowProps {
  item: CartItem;
  /** What was asked of it has not been answered. */
  waiting: boolean;
  problem: string | undefined;
  onWish: (wish: Wish) => void;
  onRemove: () => void;
}

const PICTURE_WIDTHS = [192, 320] as const;

/** One product of the cart (S2.156 to S2.163), with what has changed about it. */
export function CartRow({ item, waiting, problem, onWish, onRemove }: CartRowProps) {
  const { cartCurrencySymbol } = useShop();
  const { product, quantity } = item;
  const [picture] = product.images;
  const buyable = item.most > 0;
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see the table
    <tr
      role="row"
      className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] gap-x-4 border-sand border-b py-5 align-top md:table-row md:[&>td]:py-6"
    >
      <td role="cell" className="contents md:table-cell md:pr-5">
        <div className="contents md:grid md:grid-cols-[5.5rem_minmax(0,1fr)] md:gap-x-5">
          <div
            className={`row-span-3 row-start-1 size-22 overflow-hidden rounded-picture bg-linen md:row-span-2 ${buyable ? "" : "opacity-60"}`}
          >
            {picture && (
              <Picture
                picture={picture}
                alt=""
                sizes="88px"
                widths={PICTURE_WIDTHS}
                imageClassName="size-full object-cover"
              />
            )}
          </div>
          <ItemTitle product={product} />
          <div className="col-span-full row-start-4 md:col-span-1 md:col-start-2 md:row-start-2">
            <ItemNotices item={item} waiting={waiting} problem={problem} onWish={onWish} />
          </div>
        </div>
      </td>
      <td role="cell" className="col-start-2 row-start-2 mt-0.5 md:whitespace-nowrap md:pl-4 md:text-right">
        <span className="tabular-nums">{formatMoney(product.price, cartCurrencySymbol)}</span>{" "}
        <span className="text-bark text-small tabular-nums md:block">
          <span className="sr-only">MRP </span>
          <s>{formatMoney(product.originalPrice ?? 0, cartCurrencySymbol)}</s>
        </span>
      </td>
      <td role="cell" className="col-start-2 row-start-3 mt-3 md:px-4">
        <div className="md:flex md:flex-col md:items-center">
          {buyable ? (
            <>
              <QuantityStepper
                quantity={quantity}
                most={item.most}
                of={product.title}
                onChange={(wanted) => {
                  if (wanted !== quantity) onWish({ kind: "quantity", quantity: wanted });
                }}
              />
              {quantity === item.most && <Limit most={item.most} />}
            </>
          ) : (
            <span className="text-bark tabular-nums">
              <span className="md:sr-only">Quantity </span>
              {quantity}
            </span>
          )}
        </div>
      </td>
      <td
        role="cell"
        aria-busy={waiting}
        className={`col-start-3 row-start-3 mt-3 self-start text-right font-semibold tabular-nums max-md:leading-[3rem] transition-opacity duration-150 md:pl-4 ${waiting || !buyable ? "opacity-60" : ""}`}
      >
        {formatMoney(item.total, cartCurrencySymbol, "always")}
      </td>
      <td role="cell" className="-mt-2.5 -mr-3 col-start-3 row-span-2 row-start-1 justify-self-end md:pl-2">
        <div className="md:-mt-3 md:-mr-3 md:flex md:justify-end">
          <RemoveButton productId={product._id} title={product.title} onClick={onRemove} />
        </div>
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: see the table
  );
}

/** A product that is no longer sold has no page to lead to. */
function ItemTitle({ product: { slug, title } }: Pick<CartItem, "product">) {
  const className = "col-start-2 row-start-1 min-w-0 self-start font-display text-title leading-tight wrap-anywhere";
  if (slug === "") return <span className={className}>{title}</span>;
  return (
    <Link to={`/product/${slug}`} className={`${className} hover:text-leaf`}>
      {title}
    </Link>
  );
}

/** Said where more pieces cannot be had. */
function Limit({ most }: { most: number }) {
  const { mostPieces } = useShop();
  return (
    <p className="mt-1.5 text-bark text-small md:max-w-32 md:text-center">
      {most < mostPieces ? `Only ${most} left` : `At most ${mostPieces} in one order`}
    </p>
  );
}
