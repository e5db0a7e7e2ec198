import type { ReactNode } from "react";
import { SpinnerIcon } from "../../shared/icons.tsx";

export type ButtonLook = "button-primary" | "button-quiet" | "button-link";

/** A button with a spinner while its action runs. */
export function WaitingButton({
  running,
  onClick,
  children,
  look = "button-quiet",
}: {
  running: boolean;
  look?: ButtonLook;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-disabled={running}
      onClick={onClick}
      className={`${look} relative aria-disabled:opacity-60`}
    >
      {children}
      {running && (
        <SpinnerIcon
          width="16"
          height="16"
          className={`${look === "button-link" ? "left-full ml-1" : "right-1.5"} absolute animate-spin`}
        />
      )}
    </button>
  );
}
