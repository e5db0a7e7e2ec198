import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { formatRecentDay } from "../../../contract/dates.ts";
import { orderTrackingPage, trackingPage } from "../../../contract/orders/forms.ts";
import type { OrderDetail } from "../../../contract/orders/schemas.ts";
import { api } from "../../api/api.ts";
import { RequestError } from "../../api/request.ts";
import { FormMessage } from "../../shared/form/submit.tsx";
import { isUnderWay } from "../../shared/order/order-progress.tsx";
import { BuyAgainButton } from "./buy-again.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { DocumentButton } from "./document-button.tsx";
import { ENDED } from "./ended.ts";
import { GiveUpDialog } from "./give-up-dialog.tsx";
import { ReturnDialog } from "./return-dialog.tsx";

interface OrderActionsProps {
  order: OrderDetail;
  /** Called with the changed order. */
  onChange: (order: OrderDetail) => void;
}

/** The order's actions, and their result. */
export function OrderActions({ order, onChange }: OrderActionsProps) {
  const [dialog, setDialog] = useState<"cancel" | "return" | "give-up" | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [done, setDone] = useState<ReactNode>(null);
  const {
    number,
    canCancel,
    canGiveUp,
    givenUpAt,
    canReturn,
    canReportDefect,
    returnUntil,
    invoiceNumber,
    furtherInvoices,
    creditNotes,
    vouchers,
    state,
  } = order;
  const hasEnded = ENDED.includes(state);
  const awb = order.shipments.at(-1)?.awb;

  const started = () => {
    setMessage(null);
    setDone(null);
  };
  const open = (opened: "cancel" | "return" | "give-up") => {
    started();
    setDialog(opened);
  };
  const show = (changed: OrderDetail) => {
    setDialog(null);
    onChange(changed);
  };
  /** Changes the order. If its state has changed meanwhile and the shop rejects it, reads it again and shows the error. */
  const change = async (call: () => Promise<OrderDetail>, confirmation: string) => {
    try {
      show(await call());
      setDone(confirmation);
    } catch (error) {
      if (!(error instanceof RequestError && error.code === "wrong_order_state")) throw error;
      const now = await api.readOrder({ params: { number } }).catch(() => null);
      if (!now) throw error;
      show(now);
      setMessage(error.message);
    }
  };
  const buyAgain = { number, onStart: started, onError: setMessage, onDone: setDone };
  return (
    <div>
      <FormMessage form={{ message }} />
      <div className="flex flex-wrap gap-2 empty:hidden max-sm:*:grow">
        {isUnderWay(state) && (
          <Link to={awb ? trackingPage(awb) : orderTrackingPage(number)} className="button-primary">
            Track order
          </Link>
        )}
        {hasEnded && <BuyAgainButton look="button-primary" {...buyAgain} />}
        {invoiceNumber && (
          <DocumentButton
            number={number}
            document="invoice"
            documentNumber={invoiceNumber}
            look="button-quiet"
            onStart={started}
            onError={setMessage}
          />
        )}
      </div>
      <div className="mt-2 flex flex-wrap gap-x-6 empty:hidden">
        {/* Before an order arrives, hardly anybody wants it twice. */}
        {!hasEnded && state !== "pending" && <BuyAgainButton look="button-link" {...buyAgain} />}
        {furtherInvoices.map((invoice) => (
          <DocumentButton
            key={invoice.number}
            number={number}
            document="invoice"
            documentNumber={invoice.number}
            position={invoice.position}
            look="button-link"
            onStart={started}
            onError={setMessage}
          />
        ))}
        {creditNotes.map((note) => (
          <DocumentButton
            key={note.number}
            number={number}
            document="credit-note"
            documentNumber={note.number}
            {...(creditNotes.length > 1 && { position: note.position })}
            look="button-link"
            onStart={started}
            onError={setMessage}
          />
        ))}
        {vouchers.map((voucher) => (
          <DocumentButton
            key={voucher.number}
            number={number}
            document={`${voucher.kind}-voucher`}
            documentNumber={voucher.number}
            {...(vouchers.filter(({ kind }) => kind === voucher.kind).length > 1 && { position: voucher.position })}
            look="button-link"
            onStart={started}
            onError={setMessage}
          />
        ))}
        {canCancel && <DialogButton label="Cancel order" onClick={() => open("cancel")} />}
        {canGiveUp && <DialogButton label="It hasn’t come: give up this parcel" onClick={() => open("give-up")} />}
        {canReturn && <DialogButton label="Request a return" onClick={() => open("return")} />}
        {canReportDefect && <DialogButton label="Report a defect" onClick={() => open("return")} />}
      </div>
      {givenUpAt && isUnderWay(state) && (
        <p className="mt-2 text-bark text-small">
          You gave up this parcel on {formatRecentDay(givenUpAt)}. We answer by email within 48 hours.
        </p>
      )}
      {canReturn && returnUntil && (
        <p className="mt-2 text-bark text-small">You can request a return until {formatRecentDay(returnUntil)}.</p>
      )}
      <div role="status" className="text-leaf text-small not-empty:mt-3">
        {done}
      </div>
      {dialog === "cancel" && (
        <CancelDialog
          order={order}
          onClose={() => setDialog(null)}
          onCancel={(lines, { amount, refund }) =>
            change(
              () => api.cancelOrder({ params: { number }, body: { ...(lines && { lines }), amount } }),
              lines
                ? `Your items have been cancelled.${order.balance > 0 ? " You’ll pay less on delivery." : refund > 0 ? " We’re refunding you." : ""}`
                : order.payment
                  ? "Your order has been cancelled. We’re refunding your payment."
                  : "Your order has been cancelled. You haven’t been charged.",
            )
          }
        />
      )}
      {dialog === "give-up" && (
        <GiveUpDialog
          order={order}
          onClose={() => setDialog(null)}
          onGiveUp={() =>
            change(
              () => api.giveUpParcel({ params: { number } }),
              "We’ve received your request. Its reference is in our email.",
            )
          }
        />
      )}
      {dialog === "return" && (
        <ReturnDialog
          order={order}
          onClose={() => setDialog(null)}
          onRequest={({ lines, ...request }) =>
            change(
              () =>
                api.requestReturn({
                  params: { number },
                  body: { ...request, defect: canReportDefect, ...(lines && { lines }) },
                }),
              canReportDefect
                ? "We’ve received your report and will email you our answer."
                : "We’ve received your request and will email you the pick-up details.",
            )
          }
        />
      )}
    </div>
  );
}

function DialogButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" aria-haspopup="dialog" className="button-link" onClick={onClick}>
      {label}
    </button>
  );
}
