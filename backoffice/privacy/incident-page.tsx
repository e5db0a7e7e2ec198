import type { ComponentProps } from "react";
import { useLoaderData, useRevalidator } from "react-router";
import type { StaffIncident } from "../../contract/admin/incidents.ts";
import { call, RequestError } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { Badge } from "../shared/badge.tsx";
import { ConflictBar } from "../shared/conflict-bar.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { loadOne } from "../shared/load.ts";
import { Panel } from "../shared/panel.tsx";
import { TextArea } from "../shared/text-area.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { useLatest } from "../shared/use-latest.ts";
import { ClockBadge } from "./clock-badge.tsx";
import { Notices } from "./incident-notices.tsx";
import { IncidentSteps } from "./incident-steps.tsx";
import { NoticeForm } from "./notice-form.tsx";

export const clientLoader = ({ request, params }: { request: Request; params: { id?: string } }) =>
  loadOne(request, { what: "incident", list: "/privacy/incidents", link: "Incidents" }, () =>
    call("readIncident", { params: { id: params.id ?? "" } }),
  );

export default function IncidentPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <Incident key={loaded._id} loaded={loaded} />;
}

function Incident({ loaded }: { loaded: StaffIncident }) {
  const [incident, setIncident] = useLatest(loaded);
  const action = useAction();
  const { _id: id, version, title, closedAt } = incident;
  const change: ComponentProps<typeof IncidentSteps>["change"] = (body) =>
    void action.run(async () =>
      setIncident(await call("changeIncident", { params: { id }, body: { version, ...body } })),
    );
  return (
    <>
      <title>{title}</title>
      <BackLink to="/privacy/incidents">Incidents</BackLink>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="wrap-anywhere">{title}</h1>
        <ClockBadge incident={incident} isLive />
        {closedAt && <Badge>Closed</Badge>}
      </div>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[2fr_1fr]">
        <div className="grid min-w-0 gap-4">
          <Texts incident={incident} onChanged={setIncident} />
          <NoticeForm incident={incident} onSent={setIncident} />
        </div>
        <div className="grid min-w-0 gap-4 max-lg:order-first">
          <IncidentSteps incident={incident} action={action} change={change} />
          <Notices incident={incident} onChanged={setIncident} />
        </div>
      </div>
    </>
  );
}

const LABELS = {
  title: "Title",
  description: "What happened",
  affected: "Who and what is affected",
  remedy: "What was done about it",
} as const;
type TextField = keyof typeof LABELS;

function Texts({ incident, onChanged }: { incident: StaffIncident; onChanged: (incident: StaffIncident) => void }) {
  const { _id: id, title, description, affected, remedy, version } = incident;
  const draft = useFormDraft(`incident ${id}`, { title, description, affected, remedy }, version);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  return (
    <Panel title="The incident">
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => {
            const changes = Object.fromEntries(draft.changed.map((name) => [name, draft.values[name as TextField]]));
            const body = { version: draft.version, ...changes };
            try {
              onChanged(await call("changeIncident", { params: { id }, body }));
              draft.discard();
            } catch (failure) {
              if (failure instanceof RequestError && failure.code === "conflict") await revalidate();
              throw failure;
            }
          });
        }}
      >
        {draft.version !== version && draft.changed.length > 0 && (
          <ConflictBar
            message="A colleague has changed this incident meanwhile."
            fields={draft.conflicts.map((name) => ({
              name,
              label: LABELS[name as TextField],
              theirs: incident[name as TextField],
              mine: draft.values[name as TextField],
            }))}
            onResolve={draft.rebase}
          />
        )}
        <Field
          label={LABELS.title}
          value={draft.values.title}
          onChange={(event) => draft.set("title", event.target.value)}
          error={fieldMessage(error, "title")}
        />
        {(["description", "affected", "remedy"] as const).map((name) => (
          <TextArea
            key={name}
            label={LABELS[name]}
            rows={4}
            value={draft.values[name]}
            onChange={(event) => draft.set(name, event.target.value)}
            error={fieldMessage(error, name)}
          />
        ))}
        <Problem error={error} />
        <button
          type="submit"
          className="button-primary justify-self-start"
          disabled={busy || draft.changed.length === 0}
        >
          Save
        </button>
      </form>
    </Panel>
  );
}
