import { type ReactNode, useEffect, useId, useRef } from "react";

/** A modal dialog, open while it is rendered. Escape closes it; the focus returns to where it was. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="panel m-auto w-[min(28rem,calc(100vw-2rem))] p-5 text-ink backdrop:bg-ink/40"
    >
      <h2 id={id} className="mb-3">
        {title}
      </h2>
      {children}
    </dialog>
  );
}
