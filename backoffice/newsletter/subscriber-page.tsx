import { useState } from "react";
import { useLoaderData, useRevalidator } from "react-router";
import type { AdminSubscriber } from "../../contract/admin/subscribers.ts";
import type { ConsentEvent } from "../../contract/contact/newsletter-states.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { StateBadge } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Problem } from "../shared/field.tsx";
import { loadOne } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { Panel } from "../shared/panel.tsx";
import { useAction } from "../shared/use-action.ts";
import { STATES, stateOf } from "./subscribers-page.tsx";

export const clientLoader = ({ request, params: { id = "" } }: { request: Request; params: { id?: string } }) =>
  loadOne(
    request,
    {
      what: "subscriber",
      list: "/newsletter/subscribers",
      link: "Subscribers",
      why: "An email that is not confirmed within three days is deleted.",
    },
    () => call("readSubscriber", { params: { id } }),
  );

const EVENTS: Readonly<Record<ConsentEvent, string>> = {
  asked: "Signed up",
  confirmed: "Confirmed",
  unsubscribed: "Unsubscribed",
};

/** Shows a subscriber, with the consents given and withdrawn. */
export default function SubscriberPage() {
  const subscriber = useLoaderData<typeof clientLoader>();
  return <Subscriber subscriber={subscriber} />;
}

function Subscriber({ subscriber }: { subscriber: AdminSubscriber }) {
  const { _id: id, email, state, setAsideAt, consents } = subscriber;
  const shown = stateOf(subscriber);
  const [isAsked, setAsked] = useState(false);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  return (
    <>
      <title>{email}</title>
      <BackLink to="/newsletter/subscribers">Subscribers</BackLink>
      <PageHead title={email} beside={<StateBadge of={STATES[shown]} />}>
        {state !== "unsubscribed" && (
          <button type="button" className="button-quiet" onClick={() => setAsked(true)}>
            Unsubscribe
          </button>
        )}
      </PageHead>
      {shown === "set_aside" && setAsideAt && (
        <div className="panel mb-4 grid gap-3 p-4">
          <p>
            Since {formatDateTime(setAsideAt)} the newsletter doesn’t go there: for two issues in a row the mail server
            said that there is no such mailbox. Order emails still do. Signing up again also ends this.
          </p>
          <Button
            type="button"
            className="button-quiet justify-self-start"
            disabled={busy}
            onClick={async () => {
              if (await run(() => call("resumeSubscriber", { params: { id } }))) await revalidate();
            }}
          >
            Send to it again
          </Button>
          {!isAsked && <Problem error={error} />}
        </div>
      )}
      <Panel title="Record of the consent">
        <ol className="divide-y divide-sand">
          {consents.map(({ event, at, place, wording }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: records are only added
            <li key={index} className="py-2">
              <p>
                <strong>{EVENTS[event]}</strong> <span className="text-bark">{formatDateTime(at)}</span>
              </p>
              {place && (
                <p className="wrap-anywhere">
                  <span className="text-bark">Where: </span>
                  {place}
                </p>
              )}
              {wording && (
                <p className="wrap-anywhere">
                  <span className="text-bark">Read: </span>“{wording}”
                </p>
              )}
              {!place && !wording && (
                <p className="text-bark text-small">Signed up before the shop recorded place and wording.</p>
              )}
            </li>
          ))}
        </ol>
      </Panel>
      {isAsked && (
        <DialogForm
          title="Unsubscribe this email?"
          submit="Unsubscribe"
          isDanger
          busy={busy}
          error={error}
          onSubmit={async () => {
            if (!(await run(() => call("unsubscribeForSubscriber", { params: { id } })))) return;
            setAsked(false);
            await revalidate();
          }}
          onClose={() => setAsked(false)}
        >
          <p className="wrap-anywhere">
            {email} gets no more newsletters. Only its owner can sign it up again, at the foot of any page of the shop.
          </p>
        </DialogForm>
      )}
    </>
  );
}
