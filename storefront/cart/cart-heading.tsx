import type { Ref } from "react";
import { useShop } from "../shared/shop-context.ts";

/** The id of the sentence that names the currency, which describes the cart's table. */
export const CURRENCY_NOTE_ID = "cart-currency";

interface CartHeadingProps {
  /** Number of different products; 0 shows none, also while the cart is loading. */
  count?: number;
  ref?: Ref<HTMLHeadingElement>;
}

/** The cart's heading. It also names the currency, because the amounts have a dollar sign. */
export function CartHeading({ count = 0, ref }: CartHeadingProps) {
  const { freeShipping } = useShop();
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
      <p id={CURRENCY_NOTE_ID} className="mt-1 text-bark">
        Prices are in Indian rupees (INR), inclusive of all taxes.
        {freeShipping && " Shipping is free all over India."}
      </p>
    </>
  );
}
