import { type ReactNode, useEffect, useRef } from "react";
import { AlertIcon, SpinnerIcon } from "../icons.tsx";
import type { FormHandle } from "./use-form.ts";

/** The button that sends a form. While the request runs it is disabled, and keeps its words and its width. */
export function SubmitButton({
  running,
  disabled = false,
  children,
  className = "",
  needsScript = true,
}: {
  running: boolean;
  /** There is nothing to send. */
  disabled?: boolean;
  children: ReactNode;
  className?: string;
  /** Hidden where no script runs, unless the form can be sent without one. */
  needsScript?: boolean;
}) {
  return (
    <button
      type="submit"
      disabled={running || disabled}
      className={`button-primary relative ${needsScript ? "noscript:hidden" : ""} ${className}`}
    >
      {children}
      {running && <SpinnerIcon width="18" height="18" className="absolute right-3 animate-spin" />}
    </button>
  );
}

/**
 * The button beside it that goes back without sending. While the request runs it does nothing, since what was sent cannot be called
 * back; the focus may stay on it.
 */
export function DismissButton({
  running,
  onClick,
  children,
  className = "",
}: {
  running: boolean;
  onClick: () => void;
  children: ReactNode;
  className?: string;
}) {
  return (
    <button
      type="button"
      aria-disabled={running}
      onClick={() => {
        if (!running) onClick();
      }}
      className={`button-quiet aria-disabled:opacity-60 ${className}`}
    >
      {children}
    </button>
  );
}

/** What is wrong with a form beyond its fields: said beside it, announced, and brought into sight. */
export function FormMessage({ form: { message } }: { form: Pick<FormHandle, "message"> }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) box.current?.scrollIntoView({ block: "nearest" });
  }, [message]);
  return (
    <div ref={box} role="alert" className="scroll-my-6">
      {message && (
        <p className="mb-4 flex items-start gap-2.5 border-terracotta border-l-2 bg-linen px-4 py-3 text-small text-terracotta wrap-anywhere">
          <AlertIcon width="20" height="20" className="mt-px shrink-0" />
          {message}
        </p>
      )}
    </div>
  );
}

/** Where no script runs a form cannot be sent. */
export function NeedsScript() {
  return <p className="hidden noscript:block">This form needs JavaScript. Please switch it on and reload the page.</p>;
}
