import { type TextareaHTMLAttributes, useId } from "react";

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id" | "className"> {
  label: string;
  error?: string | undefined;
  hint?: string;
}

/** A labelled multi-line input with its error. */
export function TextArea({ label, error, hint, ...input }: TextAreaProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="wrap-anywhere mb-1 block font-semibold">
        {label}
      </label>
      <textarea
        {...input}
        id={id}
        className="field"
        aria-invalid={error !== undefined}
        aria-describedby={error || hint ? `${id}-more` : undefined}
      />
      {(error || hint) && (
        <p
          id={`${id}-more`}
          role={error && "alert"}
          className={`mt-1 text-small ${error ? "text-terracotta" : "text-bark"}`}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
