import { type ReactNode, useEffect, useRef } from "react";
import { DismissButton, FormMessage, SubmitButton } from "../shared/form/submit.tsx";
import type { useForm } from "../shared/form/use-form.ts";
import { Modal } from "../shared/modal.tsx";

interface AddressWindowProps {
  title: string;
  /** The words of the button that sends it. */
  action: string;
  form: Pick<ReturnType<typeof useForm>, "props" | "running" | "message">;
  onClose: () => void;
  /** Told as something is typed, and before the window closes without sending. */
  onKeep: () => void;
  children: ReactNode;
}

/**
 * The window in which an address is written, from its first field that can be. Its buttons stay in sight below what is longer than the
 * screen, and what was typed is there when it is opened again.
 */
export function AddressWindow({ title, action, form, onClose, onKeep, children }: AddressWindowProps) {
  const box = useRef<HTMLDivElement>(null);
  // Runs after the window has opened, which focuses what comes first in it.
  useEffect(() => box.current?.querySelector<HTMLElement>("input:not([readonly])")?.focus(), []);
  const close = () => {
    // A pincode may have filled in its city since the last key.
    onKeep();
    onClose();
  };
  return (
    <Modal
      label={title}
      onClose={close}
      busy={form.running}
      ownClose
      className="[--modal-foot:6rem] max-sm:min-h-dvh sm:max-w-xl! sm:rounded-picture sm:[--modal-room:3rem]"
    >
      <form {...form.props} onInput={onKeep} className="flex flex-col max-sm:min-h-dvh">
        <div ref={box} className="flex-1 px-5 pt-7 sm:px-9 sm:pt-9">
          <h2 className="mb-6 text-heading">{title}</h2>
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
