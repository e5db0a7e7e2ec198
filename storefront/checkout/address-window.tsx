import { type ReactNode, useEffect, useRef } from "react";
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
  children: ReactNode;
}

/** The address dialog. Its buttons stay visible below a long form, and its input is restored when it is opened again. */
export function AddressWindow({ title, action, form, onClose, onStoreDraft, children }: AddressWindowProps) {
  const box = useRef<HTMLDivElement>(null);
  // Runs after the dialog has opened and focused its first element.
  useEffect(() => box.current?.querySelector<HTMLElement>("input:not([readonly])")?.focus(), []);
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
      hasOwnCloseButton
      className="[--modal-foot:6rem] max-sm:min-h-dvh sm:max-w-xl! sm:rounded-picture sm:[--modal-room:3rem]"
    >
      <form {...form.props} onInput={onStoreDraft} className="flex flex-col max-sm:min-h-dvh">
        <div ref={box} className="flex-1 px-5 pt-7 sm:px-9 sm:pt-9">
          <h2 className="mb-6 text-[1.75rem] sm:text-[2rem]">{title}</h2>
          <FormMessage form={form} />
          {children}
        </div>
        <div className="sticky bottom-0 z-10 flex gap-3 border-sand border-t bg-paper px-5 py-4 sm:justify-end sm:px-9">
          <DismissButton running={form.running} onClick={close}>
            Close
          </DismissButton>
          <SubmitButton running={form.running} className="max-sm:flex-1 sm:min-w-44">
            {action}
          </SubmitButton>
        </div>
      </form>
    </Modal>
  );
}
