import { Link } from "react-router";
import { EmptyBag } from "../../components/empty-bag.tsx";

/** An empty cart (S2.164): a drawing, a sentence, a way on. */
export function EmptyCart() {
  return (
    <div className="grid justify-items-center gap-3 py-12 text-center md:py-20">
      <EmptyBag />
      <p className="mt-2 font-display text-title">No Product Found</p>
      <p className="max-w-sm text-bark">Your cart is waiting for its first scent. Have a look at what is in bloom.</p>
      <Link to="/products" className="button-primary mt-3">
        See all products
      </Link>
    </div>
  );
}
