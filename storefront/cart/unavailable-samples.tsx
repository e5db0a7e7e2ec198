import { Link } from "react-router";
import type { Checkout } from "../../contract/checkout/schemas.ts";

interface UnavailableSamplesProps {
  samples: Checkout["unavailableSamples"];
  /** Whether another sample can be chosen right here. */
  isChoice?: boolean;
}

/** Says which chosen free samples have run out; nothing without any. */
export function UnavailableSamples({ samples, isChoice = false }: UnavailableSamplesProps) {
  if (samples.length === 0) return null;
  const names = samples.map(({ title, size }) => `${title}, ${size}`).join(" and ");
  return (
    <p className="mt-2 text-small text-terracotta wrap-anywhere">
      Sorry, your free sample {names} has run out.{" "}
      {isChoice ? (
        "You can choose another one."
      ) : (
        <Link to="/cart" className="font-semibold text-link">
          Choose another one in your cart
        </Link>
      )}
    </p>
  );
}
