import { Link } from "react-router";
import { sessionStore } from "../session/session.ts";
import { HeartIcon } from "../shared/icons.tsx";
import { useStore } from "../shared/store.ts";
import { wishlistStore } from "./wishlist.ts";

/** A guest's wishlist; redirects a customer to the profile. */
const GUEST_WISHLIST_PATH = "/wishlist";
/** The profile's tab with a customer's wishlist. */
export const WISHLIST_PATH = "/profile?tab=4";

/** The link to the shopper's wishlist, with its count. */
export function useWishlistLink(): { to: string; size: number } {
  const { session } = useStore(sessionStore);
  const { size } = useStore(wishlistStore);
  return { to: session ? WISHLIST_PATH : GUEST_WISHLIST_PATH, size };
}

/** The header's wishlist link; the narrowest phones have it in their menu only. */
export function WishlistLink() {
  const { to, size } = useWishlistLink();
  return (
    <Link
      to={to}
      className="relative icon-button rounded-full hover:bg-linen max-[359px]:hidden"
      aria-label={size > 0 ? `Wishlist, ${size} ${size === 1 ? "product" : "products"}` : "Wishlist"}
    >
      <HeartIcon className={size > 0 ? "fill-terracotta text-terracotta" : ""} />
      {size > 0 && <span className="count-badge">{size}</span>}
    </Link>
  );
}
