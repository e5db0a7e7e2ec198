import { useState } from "react";
import { Link, useLoaderData, useRevalidator } from "react-router";
import { MAX_WAITING } from "../../contract/admin/home.ts";
import type { DueRefund } from "../../contract/admin/system.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Empty } from "../shared/empty.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { load } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { SystemFrame } from "./system-frame.tsx";

export const clientLoader = ({ request }: { request: Request }) => load(request, () => call("listDueRefunds", {}));

export default function RefundsPage() {
  const refunds = useLoaderData<typeof clientLoader>();
  return (
    <SystemFrame
      current="Refunds"
      about="Refunds that the provider or a bank has rejected, that you pay by hand, or that wait until Razorpay has enough of your money."
    >
      {refunds.length > 0 ? (
        <ul className="panel divide-y divide-sand">
          {refunds.map((refund) => (
            <Row key={`${refund.order} ${refund.at} ${refund.amount}`} refund={refund} />
          ))}
        </ul>
      ) : (
        <Empty>No refund needs you.</Empty>
      )}
      {refunds.length >= MAX_WAITING && <p className="mt-2 text-bark">These are the newest {MAX_WAITING}.</p>}
    </SystemFrame>
  );
}

const STATES: Readonly<Record<string, string>> = {
  failed: "It failed.",
  awaiting_payout: "Paid in cash, so it is refunded by hand.",
  awaiting_balance: "It waits for money at the payment provider.",
};

function Row({ refund }: { refund: DueRefund }) {
  const { order, customer, amount, state, at, lastError, upiId } = refund;
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const [reference, setReference] = useState<string | null>(null);
  return (
    <li className="px-4 py-3">
      <p className="wrap-anywhere">
        <Link to={`/orders/${order}`} className="font-semibold text-leaf">
          {formatMoney(amount)} for {order}
        </Link>
        , {customer}
      </p>
      <p className="wrap-anywhere text-small">
        {STATES[state]} {lastError}
        {upiId && ` Pay it to the UPI ID ${upiId}.`}
        {state === "awaiting_payout" && !upiId && " Its customer has not given a UPI ID yet."}
      </p>
      <p className="text-bark text-small">{formatDateTime(at)}</p>
      {reference === null ? (
        <>
          <Problem error={error} />
          <p className="mt-1 flex flex-wrap gap-2">
            {state === "failed" && (
              <Button
                type="button"
                className="button-quiet"
                disabled={busy}
                onClick={async () => {
                  await run(() => call("retryRefunds", { params: { number: order } }));
                  await revalidate();
                }}
              >
                Try again
              </Button>
            )}
            {state !== "awaiting_balance" && (
              <button type="button" className="button-quiet" onClick={() => setReference("")}>
                I have paid it by hand
              </button>
            )}
          </p>
        </>
      ) : (
        <form
          noValidate
          className="mt-2 grid max-w-md gap-2"
          onSubmit={async (event) => {
            event.preventDefault();
            await run(() => call("recordManualRefund", { params: { number: order }, body: { reference } }));
            await revalidate();
          }}
        >
          <Field
            label="Reference of the transfer"
            hint="Its customer gets it by email. All refunds of this order that are due by hand count as paid."
            value={reference}
            onChange={(event) => setReference(event.target.value)}
            error={fieldMessage(error, "reference")}
            focused
          />
          <Problem error={error} />
          <div className="flex gap-2">
            <Button type="submit" className="button-primary" disabled={busy}>
              Note it as paid
            </Button>
            <button type="button" className="button-quiet" onClick={() => setReference(null)}>
              Cancel
            </button>
          </div>
        </form>
      )}
    </li>
  );
}
