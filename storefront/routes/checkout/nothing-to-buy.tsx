import { EmptyBag } from "../../components/empty-bag.tsx";
import { EmptyState } from "../../components/empty-state.tsx";

/** A checkout without anything in the cart leads back to the shop. */
export function NothingToBuy() {
  return (
    <>
      <h1 className="text-heading">Checkout</h1>
      <EmptyState drawing={<EmptyBag />} title="Your cart is empty">
        There is nothing to pay for. Have a look at what is in bloom.
      </EmptyState>
    </>
  );
}
