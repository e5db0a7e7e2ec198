import type { ComponentProps } from "react";

/** A button that ignores presses while a request runs, but keeps the focus, which a disabled one drops. */
export function BusyButton({ running, onClick, ...button }: ComponentProps<"button"> & { running: boolean }) {
  return (
    <button
      type="button"
      {...button}
      aria-disabled={running || undefined}
      onClick={(event) => {
        if (running) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
