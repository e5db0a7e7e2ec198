import { type ReactNode, useEffect, useRef } from "react";
import { CloseIcon } from "./icons.tsx";
import { useScrollLock } from "./use-scroll-lock.ts";

interface ModalProps {
  label: string;
  onClose: () => void;
  children: ReactNode;
  className?: string;
  /** The content has a Close of its own, always in sight. */
  ownClose?: boolean;
  /** A call runs whose answer belongs to the window: until it has come, nothing puts the window away. */
  busy?: boolean;
}

/**
 * A window over the page. It is open as long as it is there. Escape, Close and a click beside it put it away; the focus goes back to
 * where it was, and the page behind does not move.
 */
export function Modal({ label, onClose, children, className = "", ownClose = false, busy = false }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => {
    if (!busy) onClose();
  };

  useScrollLock(true);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the window closes it; the keyboard has Escape and the button
    <dialog
      ref={dialog}
      aria-label={label}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        if (busy) event.preventDefault();
        close();
      }}
      // The browser closes it by itself at the second Escape in a row; either way it leaves the page through here, or comes back.
      onClose={(event) => {
        if (event.target !== event.currentTarget) return;
        if (busy) dialog.current?.showModal();
        close();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
      className={`m-auto max-h-none w-full max-w-none overflow-hidden bg-paper text-ink opacity-100 transition-opacity duration-200 backdrop:bg-ink/50 starting:opacity-0 ${className}`}
    >
      {!ownClose && (
        <button
          type="button"
          aria-label="Close"
          aria-disabled={busy}
          onClick={close}
          className="absolute top-2 right-2 z-10 grid size-11 place-items-center rounded-full bg-paper/90 hover:bg-linen aria-disabled:opacity-60"
        >
          <CloseIcon />
        </button>
      )}
      {/* Close stays where it is while a long content goes by under it. */}
      <div className="max-h-[calc(100dvh-var(--modal-room,0px))] scroll-pb-(--modal-foot) overflow-y-auto overscroll-contain">
        {children}
      </div>
    </dialog>
  );
}
