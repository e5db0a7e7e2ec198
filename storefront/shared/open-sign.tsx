/** A plus in the summary of a `<details className="group">`: its upright turns down while it is open. */
export function OpenSign() {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      stroke="currentColor"
      strokeWidth="1.5"
      className="mt-0.5 shrink-0 text-brass"
      aria-hidden="true"
    >
      <path d="M3 10h14" />
      <path d="M10 3v14" className="origin-center transition-transform duration-200 ease-calm group-open:rotate-90" />
    </svg>
  );
}
