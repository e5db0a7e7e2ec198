import { useState } from "react";
import { useLoaderData, useRevalidator } from "react-router";
import type { StaffMessage } from "../../contract/admin/messages.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { Badge } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { Email } from "../shared/email.tsx";
import { Problem } from "../shared/field.tsx";
import { loadOne } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { TextArea } from "../shared/text-area.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { useDraft } from "../shared/use-draft.ts";
import { Clock } from "./clock.tsx";

export const clientLoader = ({ request, params }: { request: Request; params: { id?: string } }) =>
  loadOne(request, { what: "message", list: "/messages", link: "Messages" }, () =>
    call("readMessage", { params: { id: params.id ?? "" } }),
  );

export default function MessagePage() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <Message key={`${loaded._id} ${loaded.version}`} loaded={loaded} />;
}

function Message({ loaded }: { loaded: StaffMessage }) {
  const [message, setMessage] = useState(loaded);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const { _id: id, version, closedAt, grievance } = message;
  const change = (body: { closed?: boolean; grievance?: boolean }) =>
    void run(async () => setMessage(await call("changeMessage", { params: { id }, body: { version, ...body } })));
  return (
    <>
      <title>{`Message ${message.reference}`}</title>
      <BackLink to="/messages">Messages</BackLink>
      <PageHead
        title={message.name}
        beside={
          <>
            <Badge tone={closedAt ? "neutral" : "attention"} isLive>
              {closedAt ? "Closed" : "Open"}
            </Badge>
            {grievance && <Clock grievance={grievance} isClosed={closedAt !== null} />}
          </>
        }
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-4">
          <section aria-label="Message" className="panel p-4">
            <p className="wrap-anywhere whitespace-pre-line">{message.message || "Asks to be contacted."}</p>
            <p className="mt-2 text-bark text-small">{formatDateTime(message.at)}</p>
          </section>
          {message.answers.map(({ by, at, text }) => (
            <section key={at} aria-label={`Answer of ${by}`} className="panel border-l-2 border-l-leaf p-4">
              <p className="wrap-anywhere whitespace-pre-line">{text}</p>
              <p className="mt-2 text-bark text-small">
                {by}, {formatDateTime(at)}
              </p>
            </section>
          ))}
          <AnswerForm message={message} onAnswered={setMessage} />
        </div>
        <section aria-labelledby="sender" className="panel grid gap-3 p-4">
          <h2 id="sender">Sender</h2>
          <p>
            <a href={`mailto:${message.email}`} className="text-link">
              <Email of={message.email} />
            </a>
            <br />
            <a href={`tel:${message.phone}`} className="text-link">
              {message.phone}
            </a>
          </p>
          <p className="wrap-anywhere">{message.address}</p>
          <p className="text-bark text-small">Reference {message.reference}</p>
          <div className="grid gap-2">
            <Button
              type="button"
              className="button-quiet"
              disabled={busy}
              onClick={() => change({ closed: !closedAt })}
            >
              {closedAt ? "Open it again" : "Close without an answer"}
            </Button>
            <Button
              type="button"
              className="button-quiet"
              disabled={busy}
              onClick={() => change({ grievance: !grievance })}
            >
              {grievance ? "It is not a grievance" : "It is a grievance"}
            </Button>
          </div>
          <Problem error={error} />
          {error?.code === "conflict" && (
            <button type="button" className="button-quiet" onClick={() => void revalidate()}>
              Show the message as it is now
            </button>
          )}
        </section>
      </div>
    </>
  );
}

function AnswerForm({ message, onAnswered }: { message: StaffMessage; onAnswered: (message: StaffMessage) => void }) {
  const { _id: id, version, email } = message;
  const [text, setText] = useDraft(`answer ${id}`);
  const [close, setClose] = useState(true);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  return (
    <form
      noValidate
      className="panel grid gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          const answered = await call("answerMessage", { params: { id }, body: { version, text, close } });
          setText("");
          onAnswered(answered);
        });
      }}
    >
      <TextArea
        label={`Answer to ${email}`}
        rows={6}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={fieldMessage(error, "text")}
      />
      <label className="flex items-center gap-2">
        <input type="checkbox" checked={close} onChange={(event) => setClose(event.target.checked)} />
        Nothing is left to do: close it
      </label>
      <Problem error={error} />
      {error?.code === "conflict" && (
        <button type="button" className="button-quiet justify-self-start" onClick={() => void revalidate()}>
          Show the message as it is now
        </button>
      )}
      <Button type="submit" className="button-primary justify-self-start" disabled={busy}>
        Send the answer
      </Button>
    </form>
  );
}
