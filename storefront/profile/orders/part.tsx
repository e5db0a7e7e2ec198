import { type ReactNode, useId } from "react";

interface PartProps {
  title: string;
  /** Whether a card separates it from the rest, so that it needs no line. */
  isOnCard?: boolean;
  className?: string;
  children: ReactNode;
}

/** A section of an order's details with its heading. */
export function Part({ title, isOnCard = false, className = "", children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`min-w-0 ${isOnCard ? "" : "border-sand border-t pt-5"} ${className}`}>
      <h2 id={id} className={`text-title ${isOnCard ? "mb-2.5" : "mb-4"}`}>
        {title}
      </h2>
      {children}
    </section>
  );
}
