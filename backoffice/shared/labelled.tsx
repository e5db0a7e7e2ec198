import { type ReactNode, useId } from "react";

export interface LabelledProps {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
}

/** What ties an input to its label, and to its error or hint. */
interface InputAttributes {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
}

/** The frame of an input: its label, and below it its error, or else its hint. */
export function Labelled({
  label,
  error,
  hint,
  children,
}: LabelledProps & { children: (attributes: InputAttributes) => ReactNode }) {
  const id = useId();
  const more = error || hint ? `${id}-more` : undefined;
  return (
    <div>
      <label htmlFor={id} className="wrap-anywhere mb-1 block font-semibold">
        {label}
      </label>
      {children({ id, "aria-invalid": error !== undefined, "aria-describedby": more })}
      {more && (
        <p id={more} role={error && "alert"} className={`mt-1 text-small ${error ? "text-terracotta" : "text-bark"}`}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
