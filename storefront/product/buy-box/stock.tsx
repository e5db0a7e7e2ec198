/** Said only when it matters: few are left, or none. */
export function Stock({ available, lowStock }: { available: boolean; lowStock: number | null }) {
  if (!available) {
    return (
      <p className="mt-3 text-small text-bark">
        This batch is sold out. Save it to your wishlist and look out for the next one.
      </p>
    );
  }
  if (lowStock === null) return null;
  return (
    <p className="mt-3 flex items-center gap-2 text-small font-semibold text-terracotta before:size-1.5 before:rounded-full before:bg-current">
      Only {lowStock} left
    </p>
  );
}
