/** The loading state of orders, in about their final size. */
export function OrdersSkeleton() {
  return (
    <div aria-busy="true">
      <div aria-hidden="true" className="grid animate-pulse gap-5">
        <div className="h-44 rounded-picture bg-linen" />
        <div className="h-44 rounded-picture bg-linen" />
      </div>
      <p className="sr-only">Loading your orders…</p>
    </div>
  );
}
