/** The checkout while it is loading, in about its final size. */
export function CheckoutSkeleton() {
  return (
    <div aria-busy="true">
      <h1 className="text-heading">Checkout</h1>
      <div
        aria-hidden="true"
        className="mt-5 animate-pulse items-start gap-x-12 md:mt-8 lg:grid lg:grid-cols-[minmax(0,1fr)_25rem] xl:gap-x-20"
      >
        <div>
          <div className="h-6 w-32 rounded-control bg-linen" />
          <div className="mt-4 grid gap-3.5 sm:grid-cols-2">
            <div className="h-32 rounded-picture bg-linen" />
            <div className="h-32 rounded-picture bg-linen" />
          </div>
        </div>
        <div className="mt-10 h-96 rounded-picture bg-linen lg:mt-0" />
      </div>
      <p className="sr-only">Loading your checkout…</p>
    </div>
  );
}
