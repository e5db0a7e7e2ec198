/** Shown instead of a missing picture. */
export function EmptyBottle({ className = "" }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 96 120"
      width="96"
      height="120"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <path d="M38 8h20v14H38zM41 22v10h14V22M30 32h36l8 14v66H22V46l8-14Z" />
      <path d="M22 66h52M34 80h28M40 88h16" strokeLinecap="round" />
    </svg>
  );
}
