import { Link, useLocation, useNavigate } from "react-router";
import type { Product, Variant } from "../../../contract/catalogue/schemas.ts";
import { loginReasonStore } from "../../session/login-reason.ts";
import { sessionStore, sessionToken } from "../../session/session.ts";
import { CheckIcon } from "../../shared/icons.tsx";
import { Picture } from "../../shared/picture.tsx";
import { Price, SizeLine } from "../../shared/product/price.tsx";
import { useStore } from "../../shared/store.ts";
import { showError } from "../../shared/toasts/toasts.tsx";
import { pendingWishlist, wishlistStore } from "../../wishlist/wishlist.ts";

const ALTERNATIVES = 2;

/** What to do about a product that is sold out: have an email sent when it is back, or take another one. */
export function SoldOut({ product, size }: { product: Product; size: Variant }) {
  const others = alternativesTo(product);
  return (
    <div className="mt-1">
      <p className="mb-3 text-bark text-small">This batch is sold out.</p>
      <EmailWhenBack product={product} size={size} />
      {others.length > 0 && (
        <div className="mt-6 border-sand border-t pt-4">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 className="text-title">In the meantime</h2>
            <Link to="#paired" className="inline-flex min-h-11 items-center text-leaf text-link text-small">
              See what comes close
            </Link>
          </div>
          <ul className="mt-2 grid gap-4">
            {others.map((other) => (
              <li key={other._id}>
                <Link
                  to={`/product/${other.slug}`}
                  className="group grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-4"
                >
                  {other.images[0] && (
                    <Picture
                      picture={other.images[0]}
                      alt=""
                      sizes="80px"
                      imageClassName="aspect-square w-full rounded-picture object-cover"
                    />
                  )}
                  <div>
                    <p className="font-display text-title leading-tight group-hover:underline group-hover:decoration-1 group-hover:underline-offset-4">
                      {other.title}
                    </p>
                    <Price price={other.price} originalPrice={other.originalPrice} className="mt-1 text-small" />
                    <SizeLine product={other} className="leading-5" />
                  </div>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** What is in stock, first from the same category; without what is worn with the product, which Best paired with begins with. */
const alternativesTo = ({ similar_products, wearWith, category }: Product) =>
  similar_products
    .filter(({ slug, availability }) => availability === "in_stock" && !wearWith.some((worn) => worn.slug === slug))
    .toSorted((a, b) => Number(b.category === category) - Number(a.category === category))
    .slice(0, ALTERNATIVES);

/** Saves the product to the wishlist, whose customers are emailed when it is back. A guest logs in for it. */
function EmailWhenBack({ product: { _id, title, variants }, size }: { product: Product; size: Variant }) {
  const isSaved = useStore(wishlistStore).has(_id);
  const { session } = useStore(sessionStore);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  const save = async () => {
    const saved = pendingWishlist.toggle([_id], true, variants.length > 1 ? size._id : undefined);
    if ((await sessionToken()) === undefined) {
      const from = pathname + search;
      loginReasonStore.set({ kind: "back in stock", from, title });
      void navigate("/login", { state: { from } });
      return;
    }
    const [failed] = await saved;
    if (failed) void showError(`${title} couldn’t be added to your wishlist.`, failed);
  };
  return isSaved && session ? (
    <p role="status" className="flex min-h-12 items-center gap-2 text-leaf">
      <CheckIcon width="20" height="20" className="shrink-0" />
      It’s on your wishlist: we’ll email you when it’s back.
    </p>
  ) : (
    <button type="button" className="button-primary min-h-12! w-full noscript:hidden" onClick={save}>
      Email me when it’s back
    </button>
  );
}
