import { useEffect } from "react";
import { followHearts, heartsStore, loadHearts, toggleHeart } from "../state/hearts.ts";
import { useStore } from "../state/store.ts";
import { HeartIcon } from "./icons.tsx";

/** Puts a product on the wish list or takes it off, at once (S2.126). */
export function HeartButton({
  productId,
  title,
  className = "",
}: {
  productId: string;
  title: string;
  className?: string;
}) {
  useKeptHearts();
  const hearted = useStore(heartsStore).has(productId);
  return (
    <button
      type="button"
      aria-pressed={hearted}
      aria-label={`Wish for ${title}`}
      onClick={() => toggleHeart(productId)}
      className={`grid size-11 place-items-center rounded-full bg-paper/85 text-terracotta transition-transform duration-150 hover:scale-105 active:scale-90 ${className}`}
    >
      <HeartIcon width="22" height="22" className={hearted ? "fill-terracotta" : "fill-transparent"} />
    </button>
  );
}

let onScreen = 0;
let stopFollowing = () => {};

/** The first heart on a screen reads those that are kept, the last to go stops following other tabs. */
function useKeptHearts(): void {
  useEffect(() => {
    onScreen += 1;
    if (onScreen === 1) {
      loadHearts();
      stopFollowing = followHearts();
    }
    return () => {
      onScreen -= 1;
      if (onScreen === 0) stopFollowing();
    };
  }, []);
}
