import { Link } from "react-router";
import { EmptyBag } from "../../components/empty-bag.tsx";

/** A checkout without anything in the cart leads back to the shop. */
export function NothingToBuy() {
  return (
    <div className="grid justify-items-center gap-3 py-12 text-center md:py-20">
      <EmptyBag />
      <h1 className="mt-2 text-heading">Your cart is empty</h1>
      <p className="max-w-sm text-bark">There is nothing to pay for. Have a look at what is in bloom.</p>
      <Link to="/products" className="button-primary mt-3">
        See all products
      </Link>
    </div>
  );
}
