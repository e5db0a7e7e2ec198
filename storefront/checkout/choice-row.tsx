import type { ReactNode } from "react";

interface ChoiceRowProps {
  title: string;
  /** The heading's id. */
  id: string;
  className: "items-center" | "items-baseline";
  children: ReactNode;
}

/** A row of the checkout: its title at the left of one choice. */
export function ChoiceRow({ title, id, className, children }: ChoiceRowProps) {
  return (
    <div className={`grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 text-small ${className}`}>
      <h2 id={id} className="text-item">
        {title}
      </h2>
      {children}
    </div>
  );
}
