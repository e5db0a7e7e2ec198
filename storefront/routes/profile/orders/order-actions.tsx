import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { formatDay } from "../../../../contract/dates.ts";
import type { OrderDetail } from "../../../../contract/orders.ts";
import { CallFailed } from "../../../api/call.ts";
import { orderApi } from "../../../api/orders.ts";
import { FormMessage } from "../../../components/form/submit.tsx";
import { useCall } from "../../../components/form/use-call.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
import { DocumentButton } from "./document-button.tsx";
import { ReturnDialog } from "./return-dialog.tsx";
import { WaitingButton } from "./waiting-button.tsx";

interface OrderActionsProps {
  order: OrderDetail;
  /** Told the order as it is afterwards. */
  onChange: (order: OrderDetail) => void;
}

/** What can still be done about an order, and what came of it. */
export function OrderActions({ order, onChange }: OrderActionsProps) {
  const [dialog, setDialog] = useState<"cancel" | "return" | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [done, setDone] = useState<ReactNode>(null);
  const { number, canCancel, canReturn, returnUntil, invoiceNumber, creditNoteNumber, state } = order;

  const started = () => {
    setMessage(null);
    setDone(null);
  };
  const show = (changed: OrderDetail) => {
    setDialog(null);
    onChange(changed);
  };
  /** Changes the order. Where it has gone on meanwhile and the shop refuses, it is read again, and why is said beside it. */
  const change = async (call: () => Promise<OrderDetail>, words: string) => {
    try {
      show(await call());
      setDone(words);
    } catch (error) {
      if (!(error instanceof CallFailed && error.status === 409)) throw error;
      const now = await orderApi.read(number).catch(() => null);
      if (!now) throw error;
      show(now);
      setMessage(error.message);
    }
  };
  return (
    <div className="mt-6">
      <FormMessage form={{ message }} />
      <div className="flex flex-wrap gap-3 max-sm:grid">
        {state === "pending" && (
          <Link to="/checkout" className="button-primary">
            Complete payment
          </Link>
        )}
        {invoiceNumber && (
          <DocumentButton
            number={number}
            document="invoice"
            documentNumber={invoiceNumber}
            onStart={started}
            onFailure={setMessage}
          />
        )}
        {creditNoteNumber && (
          <DocumentButton
            number={number}
            document="credit-note"
            documentNumber={creditNoteNumber}
            onStart={started}
            onFailure={setMessage}
          />
        )}
        {state !== "pending" && (
          <BuyAgainButton number={number} onStart={started} onFailure={setMessage} onDone={setDone} />
        )}
        {canCancel && (
          <button
            type="button"
            aria-haspopup="dialog"
            className="button-quiet"
            onClick={() => {
              started();
              setDialog("cancel");
            }}
          >
            Cancel Order
          </button>
        )}
        {canReturn && (
          <button
            type="button"
            aria-haspopup="dialog"
            className="button-quiet"
            onClick={() => {
              started();
              setDialog("return");
            }}
          >
            Ask For A Return
          </button>
        )}
      </div>
      {canReturn && returnUntil && (
        <p className="mt-3 text-bark text-small">A return can be asked for until {formatDay(returnUntil)}.</p>
      )}
      <div role="status" className="mt-3 text-leaf text-small empty:hidden">
        {done}
      </div>
      {dialog === "cancel" && (
        <CancelDialog
          number={number}
          onClose={() => setDialog(null)}
          onCancel={() =>
            change(() => orderApi.cancel(number), "Your order is cancelled. What you paid goes back to you.")
          }
        />
      )}
      {dialog === "return" && (
        <ReturnDialog
          number={number}
          onClose={() => setDialog(null)}
          onAsk={(reason) =>
            change(
              () => orderApi.requestReturn(number, reason),
              "We have your request, and write to you about the way back.",
            )
          }
        />
      )}
    </div>
  );
}

interface ActionProps {
  number: string;
  onStart: () => void;
  onFailure: (message: string) => void;
}

function BuyAgainButton({ number, onStart, onFailure, onDone }: ActionProps & { onDone: (words: ReactNode) => void }) {
  const { running, start } = useCall();
  const buy = () => {
    onStart();
    void start(() => orderApi.buyAgain(number), {
      onSuccess({ problems }) {
        refreshCart();
        onDone(<BoughtAgainMessage problems={problems} />);
      },
      onFailure(failed) {
        if (failed.failure) return onFailure(`Nothing was put into your cart. ${failed.message}`);
        // No answer of the shop: it may have been done all the same.
        refreshCart();
        onFailure("We could not find out what is in your cart now. Please look there before you try again.");
      },
    });
  };
  return (
    <WaitingButton running={running} onClick={buy}>
      Buy Again
    </WaitingButton>
  );
}

/** The shop has changed the cart, or may have. */
function refreshCart(): void {
  void import("../../../state/cart-sync.ts").then(
    ({ cartChangedByServer }) => cartChangedByServer(),
    // The cart's own screen reads it anew.
    () => {},
  );
}

function BoughtAgainMessage({ problems }: { problems: readonly string[] }) {
  return (
    <>
      <p>
        {problems.length === 0 ? "It is all in your cart again. " : "What can be had is in your cart. "}
        <Link to="/cart" className="font-semibold text-link">
          Go to my cart
        </Link>
      </p>
      {problems.length > 0 && (
        <ul className="mt-1 list-disc pl-4 text-terracotta wrap-anywhere">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </>
  );
}
