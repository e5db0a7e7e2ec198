import { heartsStore, wishHearts } from "../state/hearts.ts";
import { useStore } from "../state/store.ts";
import { HeartToggle } from "./heart-toggle.tsx";
import { showFailure } from "./toasts.tsx";

interface HeartButtonProps {
  productId: string;
  title: string;
  className?: string;
}

/** Puts a product on the wishlist or takes it off, at once (S2.126). */
export function HeartButton({ productId, title, className = "" }: HeartButtonProps) {
  const hearted = useStore(heartsStore).has(productId);
  const toggle = async () => {
    // What the shopper sees now decides, not what the heart was when the page began.
    const wanted = !heartsStore.get().has(productId);
    const [failed] = await wishHearts([productId], wanted);
    const what = wanted ? "couldn’t be added to your wishlist" : "couldn’t be removed from your wishlist";
    if (failed) void showFailure(`${title} ${what}.`, failed);
  };
  return <HeartToggle title={title} hearted={hearted} onToggle={toggle} className={className} />;
}
