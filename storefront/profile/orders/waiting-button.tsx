import { type ReactNode, useEffect } from "react";
import { announce } from "../../shared/announcer.tsx";
import { SpinnerIcon } from "../../shared/icons.tsx";

export type ButtonLook = "button-primary" | "button-quiet" | "button-link";

/** A button that says what it does while its action runs, with a spinner. It keeps the focus. */
export function WaitingButton({
  running,
  doing,
  onClick,
  children,
  look = "button-quiet",
}: {
  running: boolean;
  /** What is shown while it runs, such as "Downloading…". */
  doing: string;
  look?: ButtonLook;
  onClick: () => void;
  children: ReactNode;
}) {
  useEffect(() => {
    if (running) announce(doing);
  }, [running, doing]);
  return (
    <button
      type="button"
      aria-disabled={running}
      onClick={onClick}
      className={`${look} relative aria-disabled:opacity-60`}
    >
      {running ? doing : children}
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
