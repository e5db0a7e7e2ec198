/** A review's room while it is on its way. */
export function ReviewSkeleton() {
  return (
    <li aria-hidden="true" className="flex animate-pulse gap-4 py-7">
      <span className="size-11 shrink-0 rounded-full bg-sand" />
      <span className="flex flex-1 flex-col gap-3 pt-1">
        <span className="h-3.5 w-40 rounded-control bg-sand" />
        <span className="h-3.5 w-full rounded-control bg-sand" />
        <span className="h-3.5 w-2/3 rounded-control bg-sand" />
      </span>
    </li>
  );
}
