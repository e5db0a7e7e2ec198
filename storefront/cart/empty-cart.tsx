import { EmptyBag } from "../shared/empty-bag.tsx";
import { EmptyState } from "../shared/empty-state.tsx";

/** An empty cart. */
export function EmptyCart() {
  return (
    <EmptyState title="No Product Found" drawing={<EmptyBag />}>
      Your cart is waiting for its first scent. Have a look at what is in bloom.
    </EmptyState>
  );
}
