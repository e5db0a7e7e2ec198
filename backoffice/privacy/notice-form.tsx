import { useState } from "react";
import type { NoticePreview, StaffIncident } from "../../contract/admin/incidents.ts";
import {
  NOTICE_PARTS,
  type NoticeAudience,
  type NoticePart,
  PERSON_KINDS,
  type PersonKind,
} from "../../contract/privacy/schemas.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { Panel } from "../shared/panel.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { TextArea } from "../shared/text-area.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { useDraft } from "../shared/use-draft.ts";
import { AUDIENCE_NAMES, PARTS, PERSON_NAMES } from "./labels.ts";
import { NoticePreviewDialog } from "./notice-preview.tsx";

/** Keeps the texts of a notice over a reload. */
function useNoticeTexts(id: string) {
  const drafts = {
    subject: useDraft(`notice subject of incident ${id}`),
    nature: useDraft(`notice nature of incident ${id}`),
    consequences: useDraft(`notice consequences of incident ${id}`),
    measures: useDraft(`notice measures of incident ${id}`),
    advice: useDraft(`notice advice of incident ${id}`),
    contact: useDraft(`notice contact of incident ${id}`),
  };
  type Name = keyof typeof drafts;
  const names = Object.keys(drafts) as Name[];
  return {
    values: Object.fromEntries(names.map((name) => [name, drafts[name][0]])) as Record<NoticePart | "subject", string>,
    set: (name: Name, text: string) => drafts[name][1](text),
    clear: () => {
      for (const name of names) drafts[name][1]("");
    },
  };
}

/** Writes a notice to the affected people, and shows whom it reaches and how it looks before it is sent. */
export function NoticeForm({
  incident: { _id: id },
  onSent,
}: {
  incident: StaffIncident;
  onSent: (incident: StaffIncident) => void;
}) {
  const texts = useNoticeTexts(id);
  const [listed, setListed] = useDraft(`notice emails of incident ${id}`);
  const [audience, setAudience] = useState<NoticeAudience>("all");
  const [kinds, setKinds] = useState<readonly PersonKind[]>([]);
  const [days, setDays] = useState({ orderedFrom: "", orderedTo: "" });
  const [preview, setPreview] = useState<NoticePreview | null>(null);
  const { run, busy, error } = useAction();
  const { orderedFrom, orderedTo } = days;
  const notice = {
    ...texts.values,
    audience,
    kinds: audience === "kinds" ? [...kinds] : [],
    emails: audience === "listed" ? listed.split(/[\s,;]+/).filter(Boolean) : [],
    ...(audience === "ordered" && orderedFrom && { orderedFrom }),
    ...(audience === "ordered" && orderedTo && { orderedTo }),
  };
  return (
    <Panel title="Notice to the affected people">
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => setPreview(await call("previewIncidentNotice", { params: { id }, body: notice })));
        }}
      >
        <SelectField
          label="To"
          value={audience}
          options={(["all", "kinds", "ordered", "listed"] as const).map((value) => ({
            value,
            name: AUDIENCE_NAMES[value],
          }))}
          onChange={(value) => setAudience(value as NoticeAudience)}
          error={fieldMessage(error, "audience")}
        />
        {audience === "kinds" && <KindsField chosen={kinds} onChange={setKinds} error={fieldMessage(error, "kinds")} />}
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
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
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
          value={texts.values.subject}
          onChange={(event) => texts.set("subject", event.target.value)}
          error={fieldMessage(error, "subject")}
        />
        {NOTICE_PARTS.map((part) => (
          <TextArea
            key={part}
            label={PARTS[part].label}
            hint={PARTS[part].hint}
            rows={3}
            value={texts.values[part]}
            onChange={(event) => texts.set(part, event.target.value)}
            error={fieldMessage(error, part)}
          />
        ))}
        {preview === null && <Problem error={error} />}
        <Button type="submit" className="button-quiet justify-self-start" disabled={busy}>
          Preview
        </Button>
      </form>
      {preview !== null && (
        <NoticePreviewDialog
          preview={preview}
          busy={busy}
          error={error}
          onSend={async () => {
            const isSent = await run(async () =>
              onSent(await call("sendIncidentNotice", { params: { id }, body: notice })),
            );
            if (!isSent) return;
            setPreview(null);
            texts.clear();
            setListed("");
          }}
          onClose={() => setPreview(null)}
        />
      )}
    </Panel>
  );
}

function KindsField({
  chosen,
  onChange,
  error,
}: {
  chosen: readonly PersonKind[];
  onChange: (kinds: readonly PersonKind[]) => void;
  error: string | undefined;
}) {
  return (
    <fieldset aria-describedby={error && "kinds-error"}>
      <legend className="mb-1 font-semibold">Kinds</legend>
      {PERSON_KINDS.map((kind) => (
        <label key={kind} className="flex items-center gap-2 py-1">
          <input
            type="checkbox"
            checked={chosen.includes(kind)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, kind] : chosen.filter((other) => other !== kind))
            }
          />
          {PERSON_NAMES[kind]}
        </label>
      ))}
      {error && (
        <p id="kinds-error" role="alert" className="text-small text-terracotta">
          {error}
        </p>
      )}
    </fieldset>
  );
}
