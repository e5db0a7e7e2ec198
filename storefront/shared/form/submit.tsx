import { type ReactNode, useEffect, useRef } from "react";
import { AlertIcon, SpinnerIcon } from "../icons.tsx";
import type { FormHandle } from "./use-form.ts";

/** A submit button. During the request it is disabled, with the same label and width. */
export function SubmitButton({
  running,
  disabled = false,
  isIdle = false,
  children,
  className = "",
  needsScript = true,
}: {
  running: boolean;
  /** Whether there is nothing to submit. */
  disabled?: boolean;
  /** Whether nothing has changed yet: then it stands back. */
  isIdle?: boolean;
  children: ReactNode;
  className?: string;
  /** Hidden without JavaScript, unless the form works without it. */
  needsScript?: boolean;
}) {
  return (
    <button
      type="submit"
      disabled={running || disabled}
      className={`${isIdle ? "button-quiet" : "button-primary"} relative ${needsScript ? "noscript:hidden" : ""} ${className}`}
    >
      {children}
      {running && <SpinnerIcon width="18" height="18" className="absolute right-3 animate-spin" />}
    </button>
  );
}

/** A cancel button. During the request it does nothing, since the request cannot be cancelled, but stays focusable. */
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

/** Shows a form's error that belongs to no field; announced, and scrolled into view. */
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
