import { type ReactNode, useId } from "react";

interface PartProps {
  title: string;
  /** Whether it is a card rather than below a line. */
  isOnCard?: boolean;
  className?: string;
  children: ReactNode;
}

/** A section of an order's details with its heading. */
export function Part({ title, isOnCard = false, className = "", children }: PartProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`min-w-0 ${isOnCard ? "rounded-picture bg-linen p-5 xl:p-7" : "border-sand border-t pt-5"} ${className}`}
    >
      <h2 id={id} className="mb-3 text-title">
        {title}
      </h2>
      {children}
    </section>
  );
}
