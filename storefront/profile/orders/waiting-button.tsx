import type { ReactNode } from "react";
import { SpinnerIcon } from "../../shared/icons.tsx";

/** A secondary button with a spinner while its action runs. */
export function WaitingButton({
  running,
  onClick,
  children,
  primary = false,
}: {
  running: boolean;
  /** Whether it is the action that most customers look for. */
  primary?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-disabled={running}
      onClick={onClick}
      className={`${primary ? "button-primary" : "button-quiet"} relative aria-disabled:opacity-60`}
    >
      {children}
      {running && <SpinnerIcon width="16" height="16" className="absolute right-1.5 animate-spin" />}
    </button>
  );
}
