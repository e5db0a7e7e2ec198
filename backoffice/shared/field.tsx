import { type InputHTMLAttributes, type ReactNode, useEffect, useId, useRef } from "react";
import type { RequestError } from "../api/client.ts";

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className"> {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  /** Whether it takes the focus when it appears, because the focused element was removed. */
  focused?: boolean;
}

/** A labelled input with its error. */
export function Field({ label, error, hint, focused = false, ...input }: FieldProps) {
  const id = useId();
  const element = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focused) element.current?.focus();
  }, [focused]);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <input
        {...input}
        ref={element}
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

/** Shows an error that names no field. @param otherwise the message of an error for a field without an input */
export function Problem({ error, otherwise }: { error: RequestError | null; otherwise?: string | undefined }) {
  const message = otherwise ?? (error?.errors.length === 0 ? error.message : undefined);
  return (
    // Without a message it takes no gap of a grid.
    <div role="alert" className="empty:absolute">
      {message && (
        <p className="border-terracotta border-l-2 py-1 pl-3 text-terracotta">
          {error?.code === "unauthorized" ? <SessionEnded /> : message}
        </p>
      )}
    </div>
  );
}

/** Links to the sign-in in another tab, because this one has unsaved input. */
function SessionEnded() {
  return (
    <>
      Your session has ended.{" "}
      <a href="/admin/sign-in" target="_blank" rel="noreferrer" className="text-link">
        Sign in in a new tab
      </a>
      , then try again here. What you typed is kept.
    </>
  );
}
