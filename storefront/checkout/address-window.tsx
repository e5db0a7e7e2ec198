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
    <Modal label={title} onClose={close} busy={form.running} ownClose="words" className="dialog-sheet sm:max-w-xl">
      <form {...form.props} onInput={onStoreDraft} className="flex flex-col max-sm:min-h-dvh">
        <h2 className="dialog-head text-[1.625rem] sm:text-[1.75rem]">{title}</h2>
        <div ref={box} className="flex-1 px-(--dialog-gutter) py-5">
          <FormMessage form={form} />
          {children}
        </div>
        <div className="dialog-foot flex gap-3 sm:justify-end">
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
