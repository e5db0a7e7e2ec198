/** A bar filled to a share of its length. Decorative: its value is beside it. */
export function Bar({ share, className = "rounded-full" }: { share: number; className?: string }) {
  return (
    <span aria-hidden="true" className={`block h-2 overflow-hidden bg-sand ${className}`}>
      <span className="block h-full rounded-[inherit] bg-brass" style={{ width: `${share * 100}%` }} />
    </span>
  );
}
