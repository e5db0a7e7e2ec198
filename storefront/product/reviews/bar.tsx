/** A bar filled to a share of its length. Decorative: its value is beside it. */
export function Bar({ share }: { share: number }) {
  return (
    <span aria-hidden="true" className="block h-2 overflow-hidden rounded-full bg-sand">
      <span className="block h-full rounded-full bg-brass" style={{ width: `${share * 100}%` }} />
    </span>
  );
}
