import { privatePageMeta } from "../shared/page-meta.ts";
import { GuestWishlist } from "../wishlist-page/guest-wishlist.tsx";

export const meta = privatePageMeta("Wishlist", "The products you have saved.");

export default function WishlistRoute() {
  return <GuestWishlist />;
}
