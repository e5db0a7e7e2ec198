import { accountMeta } from "../account/account-meta.ts";
import { GuestWishlist } from "../wishlist/guest-wishlist.tsx";

export const meta = accountMeta("Wishlist", "The products you have saved.");

export default function WishlistRoute() {
  return <GuestWishlist />;
}
