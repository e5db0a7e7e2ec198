import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import type { StaffIncident } from "../../contract/admin/incidents.ts";
import { formatDateTime } from "../../contract/dates.ts";
import type { NoticeAudience } from "../../contract/privacy/schemas.ts";
import { call } from "../api/client.ts";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { Panel } from "../shared/panel.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { TextArea } from "../shared/text-area.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { useDraft } from "../shared/use-draft.ts";
import { AUDIENCE_NAMES, NOTICE_STATE_NAMES } from "./labels.ts";

/** How often a notice's progress is read while it is sent. */
const READ_EVERY_MS = 3000;

interface NoticesProps {
  incident: StaffIncident;
  onChanged: (incident: StaffIncident) => void;
}

/** Lists the notices of an incident, with their progress. */
export function Notices({ incident: { _id: id, notices }, onChanged }: NoticesProps) {
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const isSending = notices.some(({ state }) => state === "sending");
  useEffect(() => {
    if (!isSending) return;
    const timer = setInterval(() => void revalidate(), READ_EVERY_MS);
    return () => clearInterval(timer);
  }, [isSending, revalidate]);
  if (notices.length === 0) return null;
  return (
    <Panel title="Notices">
      <ul className="grid gap-4">
        {notices.map((notice) => (
          <li key={notice._id} className="border-sand border-l-2 pl-3">
            <p className="wrap-anywhere font-semibold">{notice.subject}</p>
            <p role="status">
              {NOTICE_STATE_NAMES[notice.state]}: {notice.sent === 1 ? "1 email" : `${notice.sent} emails`}
            </p>
            <p className="text-bark text-small">
              {AUDIENCE_NAMES[notice.audience]}, {notice.by}, {formatDateTime(notice.at)}
            </p>
            {notice.state === "sending" && (
              <button
                type="button"
                className="button-quiet mt-2"
                disabled={busy}
                onClick={() =>
                  void run(async () =>
                    onChanged(await call("stopIncidentNotice", { params: { id, notice: notice._id } })),
                  )
                }
              >
                Stop
              </button>
            )}
          </li>
        ))}
      </ul>
      <Problem error={error} />
    </Panel>
  );
}

/** Writes a notice to the affected customers, and shows their number before it is sent. */
export function NoticeForm({
  incident: { _id: id },
  onSent,
}: {
  incident: StaffIncident;
  onSent: (incident: StaffIncident) => void;
}) {
  const [subject, setSubject] = useDraft(`notice subject of incident ${id}`);
  const [text, setText] = useDraft(`notice of incident ${id}`);
  const [listed, setListed] = useDraft(`notice emails of incident ${id}`);
  const [audience, setAudience] = useState<NoticeAudience>("listed");
  const [days, setDays] = useState({ orderedFrom: "", orderedTo: "" });
  const [customers, setCustomers] = useState<number | null>(null);
  const { run, busy, error } = useAction();
  const { orderedFrom, orderedTo } = days;
  const notice = {
    subject,
    text,
    audience,
    emails: audience === "listed" ? listed.split(/[\s,;]+/).filter(Boolean) : [],
    ...(audience === "ordered" && orderedFrom && { orderedFrom }),
    ...(audience === "ordered" && orderedTo && { orderedTo }),
  };
  return (
    <Panel title="Notice to affected customers">
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => {
            const affected = await call("countAffected", { params: { id }, body: notice });
            setCustomers(affected.customers);
          });
        }}
      >
        <SelectField
          label="To"
          value={audience}
          options={Object.entries(AUDIENCE_NAMES).map(([value, name]) => ({ value, name }))}
          onChange={(value) => setAudience(value as NoticeAudience)}
          error={fieldMessage(error, "audience")}
        />
        {audience === "listed" && (
          <TextArea
            label="Emails, one per line"
            rows={3}
            value={listed}
            onChange={(event) => setListed(event.target.value)}
            error={error?.errors.find(({ field }) => field.startsWith("emails"))?.message}
          />
        )}
        {audience === "ordered" && (
          <div className="grid grid-cols-2 gap-3">
            {(["orderedFrom", "orderedTo"] as const).map((name) => (
              <Field
                key={name}
                label={name === "orderedFrom" ? "From" : "Until"}
                type="date"
                value={days[name]}
                onChange={(event) => setDays((now) => ({ ...now, [name]: event.target.value }))}
                error={fieldMessage(error, name)}
              />
            ))}
          </div>
        )}
        <Field
          label="Subject"
          value={subject}
          onChange={(event) => setSubject(event.target.value)}
          error={fieldMessage(error, "subject")}
        />
        <TextArea
          label="Notice"
          rows={8}
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={fieldMessage(error, "text")}
        />
        <p className="text-bark text-small">
          Say in plain words what happened and when, what it may mean for them, what you have done, and what they should
          do. The shop’s email and phone number are added below.
        </p>
        {customers === null && <Problem error={error} />}
        <button type="submit" className="button-quiet justify-self-start" disabled={busy}>
          Count the customers
        </button>
      </form>
      {customers !== null && (
        <DialogForm
          title={customers === 1 ? "Email 1 customer?" : `Email ${customers} customers?`}
          submit="Send"
          isDanger
          busy={busy || customers === 0}
          error={error}
          onSubmit={async () => {
            const isSent = await run(async () =>
              onSent(await call("sendIncidentNotice", { params: { id }, body: { ...notice, customers } })),
            );
            if (!isSent) return;
            setCustomers(null);
            for (const clear of [setSubject, setText, setListed]) clear("");
          }}
          onClose={() => setCustomers(null)}
        >
          <p>{customers === 0 ? "No customer with an account is among these." : "Sent emails can’t be recalled."}</p>
        </DialogForm>
      )}
    </Panel>
  );
}
