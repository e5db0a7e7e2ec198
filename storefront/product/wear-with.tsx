import { Link } from "react-router";
import type { Product } from "../../contract/catalogue/schemas.ts";
import { toRequestError } from "../api/request.ts";
import { cartStore } from "../cart/cart.ts";
import { useLoginBeforeCart } from "../cart/use-login-before-cart.ts";
import { announce } from "../shared/announcer.tsx";
import { formatMoney } from "../shared/money.ts";
import { Picture } from "../shared/picture.tsx";
import { useShop } from "../shared/shop-context.ts";
import { useStore } from "../shared/store.ts";
import { showError } from "../shared/toasts/toasts.tsx";

const SHOWN = 2;

/** Shows scents to wear together with this one, each with its effect; one button adds those that are in stock. */
export function WearWith({
  product,
}: {
  product: Pick<Product, "title" | "wearWith" | "similar_products" | "availability">;
}) {
  const { currencySymbol } = useShop();
  const { items } = useStore(cartStore);
  const loginBefore = useLoginBeforeCart();
  const pairings = product.wearWith
    .flatMap(({ slug, effect }) => {
      const scent = product.similar_products.find((similar) => similar.slug === slug);
      return scent ? [{ scent, effect }] : [];
    })
    .slice(0, SHOWN);
  if (pairings.length === 0) return null;

  const toAdd = pairings
    .map(({ scent }) => scent)
    .filter(({ _id, availability }) => availability === "in_stock" && !items.includes(_id));
  const titles = toAdd.map(({ title }) => title).join(" and ");
  const addAll = async () => {
    if (!(await loginBefore(titles))) return;
    try {
      const { cartSync } = await import("../cart/cart-sync.ts");
      await Promise.all(toAdd.map(({ _id }) => cartSync.request(_id, { kind: "add", quantity: 1 })));
      announce(`${titles} added to your cart.`);
    } catch (error) {
      void showError(`${titles} couldn’t be added to your cart.`, toRequestError(error));
    }
  };

  return (
    <section
      aria-labelledby="wear-with"
      className="container-page grid items-center gap-x-16 gap-y-8 pt-section lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]"
    >
      <div>
        <h2 id="wear-with" className="text-heading">
          Wear it with
        </h2>
        <p className="mt-3 max-w-[38ch] text-bark">
          {product.title} first, on the skin. Then, once it has dried, a little of the other over it.
        </p>
        {/* Beside a sold-out product, two others would be an odd purchase. */}
        {product.availability === "in_stock" && toAdd.length > 0 && (
          <button type="button" className="button-quiet mt-6 noscript:hidden" onClick={addAll}>
            {toAdd.length > 1 ? "Add both to cart" : `Add ${titles} to cart`}
            <span className="tabular-nums">
              {formatMoney(
                toAdd.reduce((sum, { price }) => sum + price, 0),
                currencySymbol,
              )}
            </span>
          </button>
        )}
      </div>
      <ul className="grid gap-6 sm:grid-cols-2">
        {pairings.map(({ scent, effect }) => (
          <li key={scent._id}>
            <Link to={`/product/${scent.slug}`} className="group flex items-center gap-5 sm:block lg:flex">
              {scent.images[0] && (
                <Picture
                  picture={scent.images[0]}
                  alt=""
                  sizes="(min-width: 640px) 190px, 112px"
                  widths={PICTURE_WIDTHS}
                  className="max-w-[55%] shrink-0"
                  imageClassName="aspect-4/5 w-28 rounded-picture object-cover sm:w-48"
                />
              )}
              <span className="min-w-0 font-display text-quote wrap-anywhere leading-tight text-balance sm:mt-3 sm:block lg:mt-0">
                <span className="group-hover:underline group-hover:decoration-1 group-hover:underline-offset-4">
                  {scent.title}
                </span>{" "}
                <em className="text-bark">{effect}</em>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const PICTURE_WIDTHS = [192, 320, 480, 640] as const;
