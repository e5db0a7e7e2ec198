import { type ReactNode, useId } from "react";

const TITLE = "mb-3 text-title";
const LOOKS = {
  line: { part: "border-sand border-t pt-5", heading: TITLE },
  card: { part: "rounded-picture bg-linen p-5 xl:p-6", heading: TITLE },
  small: { part: "text-small", heading: "font-sans font-semibold leading-[inherit] tracking-normal" },
} as const;

interface PartProps {
  title: string;
  /** Below a line, on a card, or as small as its text. */
  look?: keyof typeof LOOKS;
  className?: string;
  children: ReactNode;
}

/** A section of details with its heading. */
export function Part({ title, look = "line", className = "", children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`min-w-0 ${LOOKS[look].part} ${className}`}>
      <h2 id={id} className={LOOKS[look].heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}
