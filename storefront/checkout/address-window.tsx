import { type ReactNode, useId } from "react";
import { DismissButton, FormMessage, SubmitButton } from "../shared/form/submit.tsx";
import type { useForm } from "../shared/form/use-form.ts";
import { Modal } from "../shared/modal.tsx";

interface AddressWindowProps {
  title: string;
  /** The submit button's label. */
  action: string;
  form: Pick<ReturnType<typeof useForm>, "props" | "running" | "message">;
  onClose: () => void;
  /** Called on input, and before the dialog closes without submitting. */
  onStoreDraft: () => void;
  /** A sentence about what the submit button does next. */
  note?: string;
  children: ReactNode;
}

/** The address dialog. Its buttons stay visible below a long form, and its input is restored when it is opened again. */
export function AddressWindow({ title, action, form, onClose, onStoreDraft, note, children }: AddressWindowProps) {
  const noteId = useId();
  const close = () => {
    // A pincode may have filled in the city since the last input event.
    onStoreDraft();
    onClose();
  };
  return (
    <Modal
      label={title}
      onClose={close}
      busy={form.running}
      ownClose="words"
      firstFocus="input:not([readonly])"
      className="dialog-sheet sm:max-w-xl"
    >
      <form {...form.props} onInput={onStoreDraft} className="flex flex-col max-sm:min-h-dvh">
        <h2 className="dialog-head text-[1.625rem] sm:text-[1.75rem]">{title}</h2>
        <div className="flex-1 px-(--dialog-gutter) py-5">
          <FormMessage form={form} />
          {children}
          {note && (
            <p id={noteId} className="mt-2 text-bark text-small">
              {note}
            </p>
          )}
        </div>
        <div className="dialog-foot flex gap-3 sm:justify-end">
          <DismissButton running={form.running} onClick={close}>
            Close
          </DismissButton>
          <SubmitButton
            running={form.running}
            {...(note && { describedBy: noteId })}
            className="max-sm:flex-1 sm:min-w-[min(11rem,100%)]"
          >
            {action}
          </SubmitButton>
        </div>
      </form>
    </Modal>
  );
}
