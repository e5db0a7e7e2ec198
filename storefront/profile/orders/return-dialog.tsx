import { useState } from "react";
import * as z from "zod/mini";
import {
  MAX_REASON_LENGTH,
  type OrderUnits,
  type RequestedExchange,
  returnForm,
} from "../../../contract/orders/forms.ts";
import type { OrderDetail } from "../../../contract/orders/schemas.ts";
import { api } from "../../api/api.ts";
import { RequestError } from "../../api/request.ts";
import { TextAreaField } from "../../shared/form/field.tsx";
import { DismissButton, FormMessage, SubmitButton } from "../../shared/form/submit.tsx";
import { useDraft } from "../../shared/form/use-draft.ts";
import { useForm } from "../../shared/form/use-form.ts";
import { Modal } from "../../shared/modal.tsx";
import { type FileToSend, SendingStopped, sendFiles } from "../../shared/upload/send-files.ts";
import { SendingFiles } from "../../shared/upload/sending-files.tsx";
import { type ChosenExchange, ExchangeField, exchangeOf, useExchangeSizes } from "./exchange-field.tsx";
import { PhotosField } from "./photos-field.tsx";
import { RemovalSummary, useRemovalPreview } from "./removal-preview.tsx";
import { allUnits, hasChoice, linesOf, UnitsField } from "./units-field.tsx";

interface ReturnDialogProps {
  order: OrderDetail;
  onClose: () => void;
  /** Requests the return of these units, or of everything; the dialog shows its error. */
  onRequest: (request: {
    reason: string;
    lines: OrderUnits | undefined;
    /** Other sizes that are wanted for some of them. */
    exchange: RequestedExchange;
    photos: string[];
    /** How much less the order would cost, as it was shown. */
    amount: number;
  }) => Promise<void>;
}

/** The form's schema, with a field for errors of the photos. */
const schema = z.extend(returnForm, { photos: z.optional(z.unknown()) });

/** Asks for the items, the reason and photos of a return. */
export function ReturnDialog({ order, onClose, onRequest }: ReturnDialogProps) {
  const { number, canReportDefect: isDefect } = order;
  const [chosen, setChosen] = useState(() => allUnits(order));
  const [photos, setPhotos] = useState<FileToSend[]>([]);
  const [progress, setProgress] = useState("");
  /** Cancels the upload. */
  const [stop, setStop] = useState<AbortController | null>(null);
  const [wanted, setWanted] = useState<ChosenExchange>({});
  const sizes = useExchangeSizes(number);
  const lines = linesOf(order, chosen);
  const exchange = exchangeOf(wanted, chosen, sizes.sizes);
  const shown = useRemovalPreview(
    (signal) => api.previewReturn({ params: { number }, body: { ...(lines && { lines }), exchange }, signal }),
    lines?.length === 0 ? null : JSON.stringify([lines ?? "all", exchange]),
  );
  const { preview } = shown;
  const { stored, store, clear } = useDraft(`return ${number}`, ["reason"]);
  const form = useForm({
    schema,
    mode: "onSave",
    async onSubmit({ reason }) {
      if (!preview) return;
      const sending = new AbortController();
      const onProgress = (what: string) => {
        setProgress(what);
        setStop(what ? sending : null);
      };
      try {
        const paths = await sendFiles(photos, {
          upload: (file, signal) => api.uploadReturnPhoto({ params: { number }, files: { file }, signal }),
          onSent: (id, path) => setPhotos((before) => before.map((one) => (one.id === id ? { ...one, path } : one))),
          field: "photos",
          onProgress,
          signal: sending.signal,
        });
        await onRequest({ reason, lines, exchange, photos: paths, amount: preview.amount });
        clear();
      } catch (error) {
        onProgress("");
        if (error instanceof RequestError && (error.code === "price_changed" || error.code === "out_of_stock")) {
          shown.reload();
          sizes.reload();
        }
        if (!(error instanceof SendingStopped)) throw error;
        setProgress("Upload cancelled. Nothing was requested.");
      }
    },
  });
  return (
    <Modal
      label={isDefect ? "Report a defect" : "Request a return"}
      onClose={onClose}
      busy={form.running}
      ownClose="words"
      className="max-w-[min(32rem,calc(100vw-2rem))]! rounded-picture"
    >
      <form {...form.props} onInput={() => store(form)} className="p-6 sm:p-8">
        <h2 className="pr-8 text-title">
          {isDefect ? "Defect in order" : "Return order"} <span className="inline-block">{number}</span>
        </h2>
        <p className="mt-3 mb-6 text-bark">
          {isDefect
            ? "The time for returns is over, but a defect can still be reported. Tell us what’s wrong, with photos if they show it. We’ll check it and email you our answer."
            : "Tell us what’s wrong. We’ll email you about the pick-up and what happens next."}
        </p>
        {hasChoice(order) && (
          <UnitsField
            order={order}
            legend={isDefect ? "What is defective?" : "What would you like to return?"}
            chosen={chosen}
            onChange={setChosen}
          />
        )}
        <ExchangeField order={order} chosen={chosen} wanted={wanted} onChange={setWanted} {...sizes} />
        <RemovalSummary order={order} chosen={chosen} {...shown} />
        <FormMessage form={form} />
        <TextAreaField
          form={form}
          name="reason"
          label={isDefect ? "What’s wrong" : "Reason"}
          defaultValue={stored?.reason}
          rows={4}
          maxLength={MAX_REASON_LENGTH}
          required
        />
        <PhotosField
          photos={photos}
          onChange={(changed) => {
            setPhotos(changed);
            // Clears the error of the previous photos.
            form.fill({ photos: "" });
          }}
          error={form.errors.photos}
          disabled={form.running}
        />
        <div className="grid gap-3 sm:flex sm:justify-end">
          <DismissButton running={form.running} onClick={onClose}>
            Close
          </DismissButton>
          <SubmitButton running={form.running} disabled={!preview} className="min-w-[min(10rem,100%)]">
            Send request
          </SubmitButton>
        </div>
        <div className="grid justify-items-end text-right">
          <SendingFiles words={progress} onStop={stop && (() => stop.abort())} />
        </div>
      </form>
    </Modal>
  );
}
