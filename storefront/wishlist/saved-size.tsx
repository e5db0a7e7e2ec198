import { Link } from "react-router";
import { productPath } from "../../contract/catalogue/product-path.ts";
import type { SavedSize as Saved } from "../../contract/wishlist/schemas.ts";
import { formatMoney } from "../shared/money.ts";
import { useShop } from "../shared/shop-context.ts";

interface SavedSizeProps {
  slug: string;
  /** Undefined if the product was saved without a size. */
  saved: Saved | undefined;
}

/** Shows the saved size below its product's card. */
export function SavedSize({ slug, saved }: SavedSizeProps) {
  const { currencySymbol } = useShop();
  if (!saved) return null;
  return (
    <p className="row-start-7 pt-2 text-small">
      <Link to={productPath(slug, saved.size)} className="text-leaf text-link">
        Saved in {saved.size}
      </Link>
      <span className="text-bark">, {formatMoney(saved.price, currencySymbol)}</span>
    </p>
  );
}
