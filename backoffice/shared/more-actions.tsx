import { type ReactNode, useState } from "react";

interface MoreActionsProps {
  children: ReactNode;
  /** Whether there is at most one, which needs no folding. */
  isFew?: boolean;
}

/** What is done rarely, in a page's head: on a phone it unfolds below, so that the first thing to do stays in sight. */
export function MoreActions({ children, isFew = false }: MoreActionsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const folds = isOpen ? "max-md:order-last max-md:basis-full" : "max-md:hidden";
  return (
    <>
      {!isFew && (
        <button
          type="button"
          className="button-quiet md:hidden"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          More
        </button>
      )}
      <div className={`flex flex-wrap gap-2 md:contents ${isFew ? "" : folds}`}>{children}</div>
    </>
  );
}
