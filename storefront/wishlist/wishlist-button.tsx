import { useStore } from "../shared/store.ts";
import { showError } from "../shared/toasts/toasts.tsx";
import { pendingWishlist, wishlistStore } from "./wishlist.ts";
import { WishlistToggle } from "./wishlist-toggle.tsx";

interface WishlistButtonProps {
  productId: string;
  title: string;
  /** The size to save; any if it is missing. */
  variantId?: string | undefined;
  className?: string;
}

/** Adds a product to the wishlist or removes it, at once. */
export function WishlistButton({ productId, title, variantId, className = "" }: WishlistButtonProps) {
  const inWishlist = useStore(wishlistStore).has(productId);
  const toggle = async () => {
    // Decided by what is shown at the click, not at the last render.
    const adds = !wishlistStore.get().has(productId);
    const [failed] = await pendingWishlist.toggle([productId], adds, variantId);
    const what = adds ? "couldn’t be added to your wishlist" : "couldn’t be removed from your wishlist";
    if (failed) void showError(`${title} ${what}.`, failed);
  };
  return <WishlistToggle title={title} inWishlist={inWishlist} onToggle={toggle} className={className} />;
}
