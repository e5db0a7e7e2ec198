import type { Ref } from "react";

interface CartHeadingProps {
  /** How many different products there are; nothing is said of an empty cart, or of one that is still read. */
  count?: number;
  ref?: Ref<HTMLHeadingElement>;
}

/** What the screen is, and what its amounts are in: their sign is the dollar's, so this is said before them. */
export function CartHeading({ count = 0, ref }: CartHeadingProps) {
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h1 ref={ref} tabIndex={-1} className="text-heading outline-none">
          My Cart
        </h1>
        {count > 0 && (
          <p className="text-bark">
            {count} {count === 1 ? "product" : "products"}
          </p>
        )}
      </div>
      <p className="mt-1 text-bark">
        Prices are in Indian rupees (INR), inclusive of all taxes. Shipping is free all over India.
      </p>
    </>
  );
}
