import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { announce } from "../announcer.tsx";
import { AlertIcon, SpinnerIcon } from "../icons.tsx";
import { BusyButton } from "./busy-button.tsx";
import type { FormHandle } from "./use-form.ts";

/**
 * A submit button. While the request runs it ignores presses, with the same label and width; not disabled, which would drop the focus. What
 * lasts is said to screen readers.
 */
export function SubmitButton({
  running,
  disabled = false,
  isIdle = false,
  children,
  className = "",
  needsScript = true,
  describedBy,
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
  /** The id of a sentence about what it does. */
  describedBy?: string;
}) {
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => announce("One moment…"), SAID_AFTER_MS);
    return () => clearTimeout(timer);
  }, [running]);
  return (
    <BusyButton
      type="submit"
      running={running}
      disabled={disabled}
      aria-describedby={describedBy}
      className={`${isIdle ? "button-quiet" : "button-primary"} relative ${needsScript ? "noscript:hidden" : ""} ${className}`}
    >
      {children}
      {running && <SpinnerIcon width="18" height="18" className="absolute right-3 animate-spin" />}
    </BusyButton>
  );
}

/** A shorter wait needs no words. */
const SAID_AFTER_MS = 1000;

/** A cancel button. During the request it does nothing, since the request cannot be cancelled. */
export function DismissButton({ className = "", ...button }: ComponentProps<typeof BusyButton>) {
  return <BusyButton {...button} className={`button-quiet ${className}`} />;
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
