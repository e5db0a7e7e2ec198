import { CartHeading } from "./cart-heading.tsx";
import { CART_COLUMNS } from "./columns.ts";

/** The loading state of the cart, in about its final size. */
export function CartSkeleton() {
  return (
    <div aria-busy="true" className="@container">
      <CartHeading />
      <div aria-hidden="true" className={`animate-pulse ${CART_COLUMNS}`}>
        <div className="border-sand border-t @desktop:mt-7">
          {["first", "second"].map((row) => (
            <div
              key={row}
              className="flex gap-4 border-sand border-b py-5 @desktop:items-start @desktop:gap-5 @desktop:py-6"
            >
              <div className="aspect-4/5 w-24 shrink-0 rounded-picture bg-linen @min-[26rem]:w-32 @desktop:aspect-square @desktop:w-28" />
              <div className="grid flex-1 gap-3 pt-1">
                <div className="h-5 w-3/5 rounded-control bg-linen" />
                <div className="h-4 w-1/4 rounded-control bg-linen" />
                <div className="h-12 w-32 rounded-control bg-linen @desktop:hidden" />
              </div>
              <div className="hidden h-12 w-32 rounded-control bg-linen @desktop:block" />
            </div>
          ))}
        </div>
        <div className="mt-6 h-52 rounded-picture bg-linen @tablet:mt-0" />
      </div>
      <p className="sr-only">Loading your cart…</p>
    </div>
  );
}
