import { useState } from "react";
import type { OrderUnits } from "../../../contract/orders/forms.ts";
import type { RemovalPreview } from "../../../contract/orders/removal.ts";
import type { OrderDetail } from "../../../contract/orders/schemas.ts";
import { api } from "../../api/api.ts";
import { DismissButton, FormMessage, SubmitButton } from "../../shared/form/submit.tsx";
import { useRequest } from "../../shared/form/use-request.ts";
import { Modal } from "../../shared/modal.tsx";
import { RemovalSummary, useRemovalPreview } from "./removal-preview.tsx";
import { allUnits, hasChoice, linesOf, UnitsField } from "./units-field.tsx";

interface CancelDialogProps {
  order: OrderDetail;
  onClose: () => void;
  /** Cancels these units, or the whole order; the dialog shows its error. */
  onCancel: (lines: OrderUnits | undefined, preview: RemovalPreview) => Promise<void>;
}

/** Confirms a cancellation. */
export function CancelDialog({ order, onClose, onCancel }: CancelDialogProps) {
  const [chosen, setChosen] = useState(() => allUnits(order));
  const choosable = order.canCancelUnits && hasChoice(order);
  const lines = linesOf(order, chosen);
  const [message, setMessage] = useState<string | null>(null);
  const { running, start } = useRequest();
  const { number } = order;
  const shown = useRemovalPreview(
    (signal) => api.previewCancellation({ params: { number }, body: lines ? { lines } : {}, signal }),
    lines?.length === 0 ? null : JSON.stringify(lines ?? "all"),
  );
  const { preview } = shown;
  return (
    <Modal
      label="Cancel order"
      onClose={onClose}
      busy={running}
      ownClose="words"
      className="max-w-[min(28rem,calc(100vw-2rem))]! rounded-picture"
    >
      <form
        method="dialog"
        className="p-6 sm:p-8"
        onSubmit={(event) => {
          event.preventDefault();
          setMessage(null);
          if (!preview) return;
          void start(() => onCancel(lines, preview), {
            onError: (failed) => {
              setMessage(failed.message);
              if (failed.code === "price_changed") shown.reload();
            },
          });
        }}
      >
        <h2 className="pr-8 text-title">
          Cancel order <span className="inline-block">{order.number}?</span>
        </h2>
        <p className="mt-3 mb-6 text-bark">
          {lines ? "The rest will be sent as planned. " : "The whole order will be cancelled. "}
          {refundText(order, lines !== undefined, preview)}
        </p>
        {choosable && (
          <UnitsField order={order} legend="What would you like to cancel?" chosen={chosen} onChange={setChosen} />
        )}
        {order.state !== "pending" && <RemovalSummary order={order} chosen={chosen} {...shown} />}
        <FormMessage form={{ message }} />
        <div className="grid gap-3 sm:flex sm:justify-end">
          <DismissButton running={running} onClick={onClose}>
            Keep order
          </DismissButton>
          <SubmitButton running={running} disabled={!preview} className="min-w-[min(10rem,100%)]">
            {lines ? "Cancel items" : "Cancel order"}
          </SubmitButton>
        </div>
      </form>
    </Modal>
  );
}

function refundText(
  { payment, paymentMethod, advance, balance, totalPrice }: OrderDetail,
  isPart: boolean,
  preview: RemovalPreview | null,
): string {
  if (isPart && balance > 0)
    return advance
      ? "You’ll pay less on delivery. If you’ve already paid more than the rest costs, we’ll refund the difference to your original payment method."
      : "You’ll pay less on delivery.";
  if (payment && preview?.refund === 0) return "";
  if (payment) return "Your refund will reach your original payment method within 5 to 7 working days.";
  return paymentMethod === "cash_on_delivery" || totalPrice === 0
    ? "You haven’t paid anything for it, so there’s nothing to refund."
    : "You haven’t been charged. If a payment is still under way, we’ll refund it.";
}
