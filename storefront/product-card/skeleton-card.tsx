/** A placeholder of a product card, in its final size. */
export function SkeletonCard() {
  return (
    <div className="card-lines animate-pulse">
      <div className="aspect-square rounded-picture bg-linen" />
      <div className="mt-3 h-4 w-1/3 rounded-control bg-linen" />
      <div>
        <div className="mt-2 h-5 w-3/4 rounded-control bg-linen" />
        <div className="mt-2 h-10 w-2/3 rounded-control bg-linen" />
      </div>
      <div className="mt-3 h-9 w-1/3 rounded-control bg-linen" />
    </div>
  );
}
