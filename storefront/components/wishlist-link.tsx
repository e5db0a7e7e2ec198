import { Link } from "react-router";
import { heartsStore } from "../state/hearts.ts";
import { useStore } from "../state/store.ts";
import { HeartIcon } from "./icons.tsx";

/** The pane of the profile with the hearted products. A guest gets there by way of the log-in, which takes the hearts along. */
export const WISHLIST_ADDRESS = "/profile?tab=4";

/** The header's way to the wishlist; a phone has it in its menu. Its heart is filled while there is something on it. */
export function WishlistLink() {
  const { size } = useStore(heartsStore);
  return (
    <Link
      to={WISHLIST_ADDRESS}
      className="grid size-11 place-items-center rounded-full hover:bg-linen max-md:hidden"
      aria-label={size > 0 ? `Wishlist, ${size} ${size === 1 ? "product" : "products"}` : "Wishlist"}
    >
      <HeartIcon className={size > 0 ? "fill-terracotta text-terracotta" : ""} />
    </Link>
  );
}
