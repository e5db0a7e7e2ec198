import { type ReactNode, useId } from "react";

/** A part of a page, with its heading. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="panel p-4">
      <h2 id={id} className="mb-2">
        {title}
      </h2>
      {children}
    </section>
  );
}
