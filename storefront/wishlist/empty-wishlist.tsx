import { EmptyState, LineDrawing } from "../shared/empty-state.tsx";

/** A wishlist without products, a guest's or a customer's. */
export function EmptyWishlist({ className }: { className?: string }) {
  return (
    <EmptyState drawing={<BuddingHeart />} className={className}>
      There’s nothing on your wishlist yet. The heart on a product saves it here.
    </EmptyState>
  );
}

/** Draws a vase whose flower is the outline of a heart. */
function BuddingHeart() {
  return (
    <LineDrawing height={120}>
      <path d="M36 112h68M59 112c-6-5-10-11-10-18 0-8 6-12 13-14v-8h16v8c7 2 13 6 13 14 0 7-4 13-10 18M58 72h24" />
      <path d="M69 72c0-10 0-19 1-28M70 66c1-8 7-13 17-13 0 8-7 13-17 13Zm0-8c-1-7-6-11-14-11 0 7 6 11 14 11Z" />
      <path
        d="M70 42C56 33 50 26 50 18c0-6 4-10 9-10 5 0 9 3 11 8 2-5 6-8 11-8 5 0 9 4 9 10 0 8-6 15-20 24Z"
        strokeDasharray="3 5"
      />
    </LineDrawing>
  );
}
