import { type InputHTMLAttributes, useLayoutEffect, useRef } from "react";
import type { RequestError } from "../api/client.ts";
import { Labelled, type LabelledProps } from "./labelled.tsx";

interface FieldProps extends LabelledProps, Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className"> {
  /** Whether it takes the focus when it appears, because the focused element was removed. */
  focused?: boolean;
}

/** A labelled input with its error. */
export function Field({ label, error, hint, focused = false, ...input }: FieldProps) {
  const element = useRef<HTMLInputElement>(null);
  // Before it is painted: a scanner types at once.
  useLayoutEffect(() => {
    if (focused) element.current?.focus();
  }, [focused]);
  return (
    <Labelled label={label} error={error} hint={hint}>
      {(attributes) => <input {...input} {...attributes} ref={element} className="field" />}
    </Labelled>
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
