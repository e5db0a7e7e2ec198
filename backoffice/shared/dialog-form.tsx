import type { ReactNode } from "react";
import type { RequestError } from "../api/client.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Problem } from "./field.tsx";

interface ActionFormProps {
  /** The button that sends it. */
  submit: string;
  /** Whether it cannot be undone. */
  isDanger?: boolean;
  /** The button that closes it. */
  back?: string;
  busy: boolean;
  error: RequestError | null;
  /** The message of an error for a field without an input. */
  otherwise?: string | undefined;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form within a dialog, with its error and its buttons. */
export function ActionForm({
  submit,
  isDanger = false,
  back = "Cancel",
  busy,
  error,
  otherwise,
  onSubmit,
  onClose,
  children,
}: ActionFormProps) {
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <Problem error={error} otherwise={otherwise} />
      <div className="flex justify-end gap-2">
        <button type="button" className="button-quiet" onClick={onClose}>
          {back}
        </button>
        <Button type="submit" className={isDanger ? "button-danger" : "button-primary"} disabled={busy}>
          {submit}
        </Button>
      </div>
    </form>
  );
}

/** A dialog of one form; without fields, a confirmation. */
export function DialogForm({ title, ...form }: ActionFormProps & { title: string }) {
  return (
    <Dialog title={title} onClose={form.onClose}>
      <ActionForm {...form} />
    </Dialog>
  );
}
