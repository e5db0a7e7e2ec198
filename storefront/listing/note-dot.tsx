/** The dot of a note or a family of notes. @param color its family's, if it has one */
export function NoteDot({ color }: { color: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className="size-3 shrink-0 rounded-full bg-sand outline outline-paper"
      style={{ background: color }}
    />
  );
}
