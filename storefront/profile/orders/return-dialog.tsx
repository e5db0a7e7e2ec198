import { useState } from "react";
import { MAX_REASON_LENGTH, type OrderUnits, returnForm } from "../../../contract/orders/forms.ts";
import type { OrderDetail } from "../../../contract/orders/schemas.ts";
import { TextAreaField } from "../../shared/form/field.tsx";
import { DismissButton, FormMessage, SubmitButton } from "../../shared/form/submit.tsx";
import { useDraft } from "../../shared/form/use-draft.ts";
import { useForm } from "../../shared/form/use-form.ts";
import { Modal } from "../../shared/modal.tsx";
import { PhotosField, uploadPhotos } from "./photos-field.tsx";
import { allUnits, hasChoice, linesOf, UnitsField } from "./units-field.tsx";

interface ReturnDialogProps {
  order: OrderDetail;
  onClose: () => void;
  /** Requests the return of these units, or of everything; the dialog shows its error. */
  onRequest: (request: { reason: string; lines: OrderUnits | undefined; photos: string[] }) => Promise<void>;
}

/** Asks for the items, the reason and photos of a return. */
export function ReturnDialog({ order, onClose, onRequest }: ReturnDialogProps) {
  const { number } = order;
  const [chosen, setChosen] = useState(() => allUnits(order));
  const [photos, setPhotos] = useState<File[]>([]);
  const lines = linesOf(order, chosen);
  const { stored, store, clear } = useDraft(`return ${number}`, ["reason"]);
  const form = useForm({
    schema: returnForm,
    mode: "onSave",
    async onSubmit({ reason }) {
      await onRequest({ reason, lines, photos: await uploadPhotos(photos) });
      clear();
    },
  });
  return (
    <Modal
      label="Request a return"
      onClose={onClose}
      busy={form.running}
      hasOwnCloseButton
      className="max-w-[min(32rem,calc(100vw-2rem))]! rounded-picture"
    >
      <form {...form.props} onInput={() => store(form)} className="p-6 sm:p-8">
        <h2 className="text-title">Return order {number}</h2>
        <p className="mt-3 mb-6 text-bark">Tell us what’s wrong. We’ll email you about the pick-up and your refund.</p>
        {hasChoice(order) && (
          <UnitsField order={order} legend="What would you like to return?" chosen={chosen} onChange={setChosen} />
        )}
        <FormMessage form={form} />
        <TextAreaField
          form={form}
          name="reason"
          label="Reason"
          defaultValue={stored?.reason}
          rows={4}
          maxLength={MAX_REASON_LENGTH}
          required
        />
        <PhotosField photos={photos} onChange={setPhotos} disabled={form.running} />
        <div className="grid gap-3 sm:flex sm:justify-end">
          <DismissButton running={form.running} onClick={onClose}>
            Close
          </DismissButton>
          <SubmitButton running={form.running} disabled={lines?.length === 0} className="min-w-40">
            Send request
          </SubmitButton>
        </div>
      </form>
    </Modal>
  );
}
