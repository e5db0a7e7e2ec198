import { type ReactNode, useId } from "react";

/** A section of an order's details with its heading. */
export function Part({ title, className = "", children }: { title: string; className?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`min-w-0 border-sand border-t pt-5 ${className}`}>
      <h2 id={id} className="mb-4 text-title">
        {title}
      </h2>
      {children}
    </section>
  );
}
