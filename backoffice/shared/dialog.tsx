import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";

/** What is lost with the dialog; a search or a code is not worth a question. */
const TYPED =
  "textarea, input:not([type=checkbox], [type=radio], [type=file], [role=combobox], [autocomplete=one-time-code])";

interface DialogProps {
  title: string;
  /** Whether it shows a list that grows and shrinks: it is wider, and its upper edge stays where it is. */
  isList?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal dialog, open while it is rendered. Escape closes it, and asks first if something was typed; the focus returns to where it was.
 */
export function Dialog({ title, isList = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  /** The field that was typed in last. */
  const typedIn = useRef<HTMLElement>(null);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const onInput = ({ target }: FormEvent) => {
    if (target instanceof HTMLElement && target.matches(TYPED)) typedIn.current = target;
  };
  const keep = () => {
    setAsking(false);
    typedIn.current?.focus();
  };
  const leave = () => {
    if (isAsking) keep();
    else if (typedIn.current && hasText(dialog.current)) setAsking(true);
    else onClose();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onInput={onInput}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      // A browser closes it at the second Escape, whether or not the first was prevented.
      onClose={({ currentTarget }) => {
        currentTarget.showModal();
        leave();
      }}
      className={`panel scroll-pb-16 p-5 text-ink shadow-xl backdrop:bg-ink/40 ${isList ? "mx-auto mt-[12vh] w-[min(40rem,calc(100vw-2rem))]" : "m-auto w-[min(28rem,calc(100vw-2rem))]"}`}
    >
      <h2 id={id} className="mb-3">
        {title}
      </h2>
      {children}
      {isAsking && (
        <div role="alert" className="mt-4 grid gap-2 border-sand border-t pt-4">
          <p>Close this? What you typed is lost then.</p>
          <div className="flex justify-end gap-2">
            <button type="button" className="button-danger" onClick={onClose}>
              Close without it
            </button>
            <button type="button" ref={focusIt} className="button-primary" onClick={keep}>
              Keep typing
            </button>
          </div>
        </div>
      )}
    </dialog>
  );
}

const hasText = (dialog: HTMLDialogElement | null) =>
  [...(dialog?.querySelectorAll<HTMLInputElement>(TYPED) ?? [])].some(({ value }) => value.trim() !== "");

const focusIt = (button: HTMLButtonElement | null) => button?.focus();
