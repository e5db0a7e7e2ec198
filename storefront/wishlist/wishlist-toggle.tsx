import { HeartIcon } from "../shared/icons.tsx";

interface WishlistToggleProps {
  title: string;
  inWishlist: boolean;
  onToggle: () => void;
  className?: string;
}

/** A heart, filled or empty; its parent handles the click. */
export function WishlistToggle({ title, inWishlist, onToggle, className = "" }: WishlistToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={inWishlist}
      aria-label={`Save ${title} to your wishlist`}
      onClick={onToggle}
      className={`icon-button rounded-full text-ink/70 transition-transform duration-150 hover:scale-105 hover:text-ink active:scale-90 aria-pressed:text-terracotta forced-colors:bg-[color:Canvas] noscript:hidden ${className}`}
    >
      <HeartIcon width="22" height="22" className={inWishlist ? "fill-current" : "fill-transparent"} />
    </button>
  );
}
