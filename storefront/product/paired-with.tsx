import type { Product } from "../../contract/catalogue/schemas.ts";
import { toRequestError } from "../api/request.ts";
import { cartStore } from "../cart/cart.ts";
import { itemOfCard } from "../cart/item-key.ts";
import { useLoginBeforeCart } from "../cart/use-login-before-cart.ts";
import { ProductCard } from "../product-card/product-card.tsx";
import { announce } from "../shared/announcer.tsx";
import { Carousel } from "../shared/carousel.tsx";
import { formatMoney } from "../shared/money.ts";
import { useShop } from "../shared/shop-context.ts";
import { useStore } from "../shared/store.ts";
import { showError } from "../shared/toasts/toasts.tsx";

/** The specification gives no interval. */
const AUTOPLAY_MS = 4000;
/** Scents to wear together with this one. */
const WORN = 2;

/** Shows similar products, first the scents to wear together with this one, each with its effect. */
export function PairedWith({
  product,
}: {
  product: Pick<Product, "title" | "wearWith" | "similar_products" | "availability">;
}) {
  const { similar_products: similar } = product;
  if (similar.length === 0) return null;
  // A sold-out product is not worn first, and two others beside it would be an odd purchase.
  const wearWith = product.availability === "in_stock" ? product.wearWith : [];
  const worn = wearWith
    .flatMap(({ slug, effect }) => {
      const scent = similar.find((other) => other.slug === slug);
      return scent ? [{ scent, effect }] : [];
    })
    .slice(0, WORN);
  const scents = worn.map(({ scent }) => scent);
  const others = similar.filter((other) => !scents.includes(other));
  return (
    <div className="container-page pt-section">
      <Carousel
        label="Best paired with"
        heading={
          <div className="max-sm:w-full">
            <h2 id="paired" className="text-heading">
              Best paired with
            </h2>
            {worn.length > 0 && (
              <p className="mt-3 max-w-[60ch] text-bark">
                {product.title} first, on the skin. Then, once it has dried, a little of the other over it.
              </p>
            )}
            <AddAll scents={scents} />
          </div>
        }
        autoplayMs={AUTOPLAY_MS}
        stopOnInteraction={false}
        controls="beside"
        viewportClassName="-mx-2 mt-8 lg:-mx-3"
        slideClassName="grid basis-1/2 self-start px-2 sm:basis-1/3 lg:basis-1/4 lg:px-3"
      >
        {[...scents, ...others].map((shown, index) => (
          <ProductCard
            key={shown._id}
            product={shown}
            sizes="(min-width: 1344px) 302px, (min-width: 1024px) 23vw, (min-width: 640px) 31vw, 46vw"
            reason={worn[index]?.effect}
          />
        ))}
      </Carousel>
    </div>
  );
}

/** Adds all of these scents that are in stock and not in the cart. On a phone the button reaches below the carousel's control. */
function AddAll({ scents }: { scents: Product["similar_products"] }) {
  const { currencySymbol } = useShop();
  const { items } = useStore(cartStore);
  const loginBefore = useLoginBeforeCart();
  const toAdd = scents.filter((scent) => scent.availability === "in_stock" && !items.includes(itemOfCard(scent)));
  const titles = toAdd.map(({ title }) => title).join(" and ");
  const addAll = async () => {
    try {
      const { cartSync } = await import("../cart/cart-sync.ts");
      await Promise.all(toAdd.map((scent) => cartSync.request(itemOfCard(scent), { kind: "add", quantity: 1 })));
      announce(`${titles} added to your cart.`);
    } catch (error) {
      void showError(`${titles} couldn’t be added to your cart.`, toRequestError(error));
    }
  };
  if (toAdd.length === 0) return null;
  return (
    <button
      type="button"
      className="button-quiet mt-5 max-sm:w-[min(100%+2.75rem,100vw-2*var(--spacing-gutter))] max-sm:px-2 max-sm:text-small noscript:hidden"
      onClick={async () => {
        if (await loginBefore(titles, addAll)) await addAll();
      }}
    >
      <span className="text-balance">
        {`Add ${titles} `}
        <span className="max-sm:sr-only">to cart </span>
        <span className="inline-block tabular-nums">
          {"· "}
          {formatMoney(
            toAdd.reduce((sum, { price }) => sum + price, 0),
            currencySymbol,
          )}
        </span>
      </span>
    </button>
  );
}
