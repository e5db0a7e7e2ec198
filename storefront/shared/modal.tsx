import { type PointerEvent, type ReactNode, useEffect, useRef } from "react";
import { Announcer } from "./announcer.tsx";
import { focusPage, focusPart, makeFocusable } from "./focus.ts";
import { CloseIcon } from "./icons.tsx";
import { useScrollLock } from "./use-scroll-lock.ts";

interface ModalProps {
  label: string;
  onClose: () => void;
  children: ReactNode;
  className?: string;
  /**
   * How the content itself closes the dialog. `words`: by a labelled button; the dialog's × is then hidden from the keyboard and screen
   * readers. `cross`: by its own ×; the dialog has none.
   */
  ownClose?: "words" | "cross";
  /** Whether a request of the dialog is running: nothing closes the dialog until its response. */
  busy?: boolean;
  /** A selector of what has the focus first: by default the heading, which screen readers then read. Without a match it is the ×. */
  firstFocus?: string;
}

/**
 * A modal dialog, open while it is rendered. Escape, Close and a click outside close it; the focus returns to where it was, or to the page if that
 * is gone, and the page behind does not scroll.
 */
export function Modal({
  label,
  onClose,
  children,
  className = "",
  ownClose,
  busy = false,
  firstFocus = "h2",
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => {
    if (!busy) onClose();
  };

  useScrollLock(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    // Before it opens, so that the browser does not focus the × first, which would be read instead.
    const first = element?.querySelector<HTMLElement>(firstFocus);
    if (first) makeFocusable(first);
    first?.setAttribute("autofocus", "");
    element?.showModal();
    // Browsers before 2023 ignore the attribute of a heading.
    focusPart(first);
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
      else focusPage();
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside closes it; keyboard users have Escape and the button
    <dialog
      ref={dialog}
      aria-label={label}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        if (busy) event.preventDefault();
        close();
      }}
      // The browser closes it at the second Escape in a row, even if the first was cancelled: then close the dialog properly or open it
      // again.
      onClose={(event) => {
        if (event.target !== event.currentTarget) return;
        if (busy) dialog.current?.showModal();
        close();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
      className={`m-auto max-h-none w-full max-w-none overflow-hidden bg-paper text-ink opacity-100 transition-opacity duration-200 backdrop:bg-scrim starting:opacity-0 ${className}`}
    >
      {ownClose !== "cross" && (
        <button
          type="button"
          {...(ownClose ? POINTERS_ONLY : { "aria-label": "Close" })}
          aria-disabled={busy}
          onClick={close}
          className="absolute top-2 right-2 z-20 icon-button rounded-full bg-paper/90 hover:bg-linen aria-disabled:opacity-60"
        >
          <CloseIcon />
        </button>
      )}
      {/* Close does not scroll with the content. */}
      <div className="max-h-[calc(100dvh-var(--modal-room,0px))] scroll-pt-(--modal-head) scroll-pb-(--modal-foot) overflow-y-auto overscroll-contain">
        {children}
      </div>
      <Announcer />
    </dialog>
  );
}

/** Repeats a button of the content: hidden from screen readers and the keyboard, and never focused. */
const POINTERS_ONLY = {
  "aria-hidden": true,
  tabIndex: -1,
  onPointerDown: (event: PointerEvent) => event.preventDefault(),
};
