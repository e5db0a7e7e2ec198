import type { ComponentProps } from "react";
import { useLoaderData } from "react-router";
import type { StaffIncident } from "../../contract/admin/incidents.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { Badge } from "../shared/badge.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { loadOne } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { Panel } from "../shared/panel.tsx";
import { TextArea } from "../shared/text-area.tsx";
import { useAction } from "../shared/use-action.ts";
import { useLatest } from "../shared/use-latest.ts";
import { SaveButtons, useVersionedForm, VersionedForm } from "../shared/versioned-form.tsx";
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
      <PageHead
        title={title}
        beside={
          <>
            <ClockBadge incident={incident} isLive />
            {closedAt && <Badge>Closed</Badge>}
          </>
        }
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
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

function Texts({ incident, onChanged }: { incident: StaffIncident; onChanged: (incident: StaffIncident) => void }) {
  const { _id: id, title, description, affected, remedy, version } = incident;
  const form = useVersionedForm({
    draft: `incident ${id}`,
    stored: { title, description, affected, remedy },
    version,
    labels: LABELS,
    subject: "this incident",
    savedText: "Saved.",
    changedBy: null,
    async save({ values, changed, version }) {
      const changes = Object.fromEntries(changed.map((name) => [name, values[name as keyof typeof values]]));
      onChanged(await call("changeIncident", { params: { id }, body: { version, ...changes } }));
    },
  });
  return (
    <Panel title="The incident">
      <VersionedForm form={form} className="grid gap-3">
        <Field {...form.field("title")} />
        {(["description", "affected", "remedy"] as const).map((name) => (
          <TextArea key={name} {...form.field(name)} rows={4} />
        ))}
        <Problem error={form.error} />
        <SaveButtons form={form} />
      </VersionedForm>
    </Panel>
  );
}
