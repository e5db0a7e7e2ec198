import { Link } from "react-router";

/** Stands in the stepper's place while the product is in the cart. @param quantity unknown until the cart has been read */
export function InCart({ quantity, className }: { quantity: number | undefined; className: string }) {
  return (
    <p className={`in-cart flex min-h-12 items-center whitespace-pre text-[0.9375rem] ${className}`}>
      {quantity === undefined ? "In your cart" : `In your cart: ${quantity}`}
      {" · "}
      <Link to="/cart" className="py-2.5 font-semibold text-leaf text-link">
        View cart
      </Link>
    </p>
  );
}
