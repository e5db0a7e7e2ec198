import { useCallback, useEffect, useRef, useState } from "react";
import { useParams } from "react-router";
import { FAILURE_TEXTS } from "../../contract/couriers.ts";
import { formatCalendarDay, formatDay } from "../../contract/dates.ts";
import type { FailedDelivery } from "../../contract/deliveries/schemas.ts";
import { trackingPage } from "../../contract/orders/forms.ts";
import { api } from "../api/api.ts";
import { LinkPage } from "../shared/link-page.tsx";
import { useShop } from "../shared/shop-context.ts";
import { useRead } from "../shared/use-read.ts";
import { AnswerForm } from "./answer-form.tsx";

/** Asks what happens next with a parcel that could not be delivered. The link's token is the only credential. */
export function FailedDeliveryPage() {
  const { token = "" } = useParams();
  const read = useRead(useCallback(() => api.readFailedDelivery({ params: { token } }), [token]));
  return (
    <LinkPage read={read} what="this page" opening="Opening your delivery…" width="max-w-xl">
      {(failed) => <Opened token={token} failed={failed} onChanged={read.setValue} />}
    </LinkPage>
  );
}

interface OpenedProps {
  token: string;
  failed: FailedDelivery;
  onChanged: (failed: FailedDelivery) => void;
}

function Opened({ token, failed, onChanged }: OpenedProps) {
  const { orderNumber, courier, awb, reason, failedAt, receiver, place, state, answer } = failed;
  const [isChanging, setChanging] = useState(false);
  const isAnswered = answer !== null && !isChanging;
  return (
    <>
      <h1 className="text-heading text-balance">We couldn’t deliver your order</h1>
      <p className="mt-3 text-bark wrap-anywhere">
        {courier} tried to deliver order {orderNumber} {receiver && `to ${receiver}, ${place}, `}on{" "}
        {formatDay(failedAt)}. {FAILURE_TEXTS[reason]}
      </p>
      {state === "over" ? (
        <p role="status" className="mt-5">
          This is settled, so there’s nothing left to choose.
        </p>
      ) : isAnswered || state === "told" ? (
        <Answered failed={failed} onChange={() => setChanging(true)} />
      ) : (
        <AnswerForm
          token={token}
          failed={failed}
          onAnswered={(changed) => {
            setChanging(false);
            onChanged(changed);
          }}
        />
      )}
      <p className="mt-8 text-small">
        <a href={trackingPage(awb)} className="text-leaf text-link">
          Track your parcel
        </a>
      </p>
    </>
  );
}

/** Says what was chosen. Its heading takes the focus once the form is gone. */
function Answered({ failed: { answer, state, courier }, onChange }: { failed: FailedDelivery; onChange: () => void }) {
  const { email } = useShop();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  if (answer === null) return null;
  const isTold = state === "told";
  return (
    <section className="mt-6 rounded-picture bg-linen p-5 sm:p-7">
      <h2 ref={heading} tabIndex={-1} className="text-title outline-none">
        {answer.answer === "return"
          ? "We’ll have it sent back"
          : `Again on ${answer.againOn ? formatCalendarDay(answer.againOn) : "another day"}`}
      </h2>
      <p className="mt-2">
        {answer.answer === "return"
          ? "Once the parcel is back with us, we’ll refund anything you’ve paid and email you."
          : "Please keep your phone nearby that day."}
      </p>
      {answer.mobile && <p className="mt-2">The rider will call {answer.mobile}.</p>}
      {answer.note && <p className="mt-2 wrap-anywhere">Note for the rider: “{answer.note}”</p>}
      {isTold ? (
        <p className="mt-3 text-bark text-small">
          {courier} has been told. Something’s changed? Write to us at{" "}
          <a href={`mailto:${email}`} className="text-leaf text-link wrap-anywhere">
            {email}
          </a>
          .
        </p>
      ) : (
        <button type="button" className="button-quiet mt-5" onClick={onChange}>
          Change this
        </button>
      )}
    </section>
  );
}
