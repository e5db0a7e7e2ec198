import { type TextareaHTMLAttributes, useId } from "react";

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id" | "className"> {
  label: string;
  error?: string | undefined;
}

/** A labelled multi-line input with its error. */
export function TextArea({ label, error, ...input }: TextAreaProps) {
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
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-small text-terracotta">
          {error}
        </p>
      )}
    </div>
  );
}
