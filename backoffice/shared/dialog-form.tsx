import type { ReactNode } from "react";
import type { RequestError } from "../api/client.ts";
import { Dialog } from "./dialog.tsx";
import { Problem } from "./field.tsx";

interface DialogFormProps {
  title: string;
  /** The button that sends it. */
  submit: string;
  busy: boolean;
  error: RequestError | null;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog, with its error and its buttons. */
export function DialogForm({ title, submit, busy, error, onSubmit, onClose, children }: DialogFormProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        <Problem error={error} />
        <div className="flex justify-end gap-2">
          <button type="button" className="button-quiet" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button-primary" disabled={busy}>
            {submit}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
