import { useState } from "react";
import { useLoaderData, useNavigate } from "react-router";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import type { ListedIncident } from "../../contract/admin/incidents.ts";
import { formatShortDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Field } from "../shared/field.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { type Column, Pager, ResourceList } from "../shared/resource-list.tsx";
import { TextArea } from "../shared/text-area.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { useDraft } from "../shared/use-draft.ts";
import { ClockBadge } from "./clock-badge.tsx";
import { PrivacyTabs } from "./privacy-tabs.tsx";

const query = listQueryOf(adminEndpoints.listIncidents.query);

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    return readList(call("listIncidents", { query: query.read(search) }), { incidents: [], hasMore: false });
  });

const COLUMNS: readonly [Column<ListedIncident>, ...Column<ListedIncident>[]] = [
  { name: "Incident", phone: "title", cell: ({ title }) => <span className="wrap-anywhere">{title}</span> },
  {
    name: "Became aware",
    cell: ({ noticedAt }) => <span className="text-bark">{formatShortDateTime(noticedAt)}</span>,
  },
  {
    name: "Next step",
    phone: "below",
    cell: (incident) =>
      incident.closedAt ? (
        <span className="text-bark md:hidden">{formatShortDateTime(incident.noticedAt)}</span>
      ) : (
        <ClockBadge incident={incident} />
      ),
  },
  { name: "State", phone: "right", cell: ({ closedAt }) => (closedAt ? "Closed" : "Open") },
];

/** Lists incidents: personal data that was lost or disclosed. */
export default function IncidentsPage() {
  const { incidents, hasMore, problem } = useLoaderData<typeof clientLoader>();
  const [isRecording, setIsRecording] = useState(false);
  return (
    <>
      <title>Incidents</title>
      <PageHead title="Incidents">
        <button type="button" className="button-quiet" onClick={() => setIsRecording(true)}>
          Record an incident
        </button>
      </PageHead>
      <PrivacyTabs current="Incidents" />
      {isRecording && <RecordIncident onClose={() => setIsRecording(false)} />}
      <ResourceList
        label="Incidents"
        rows={incidents}
        columns={COLUMNS}
        keyOf={({ _id }) => _id}
        to={({ _id }) => `/privacy/incidents/${_id}`}
        empty={
          problemIn(problem) ||
          "None is recorded. If personal data gets lost or into wrong hands, record it here at once: its page has the steps of the law with their clocks, of which the first ends after six hours."
        }
      />
      <Pager label="More incidents" hasMore={hasMore} last={incidents.at(-1)?._id} />
    </>
  );
}

/** Parses the local time of an input. */
const asTime = (local: string) => (local ? new Date(local).toISOString() : "");

function RecordIncident({ onClose }: { onClose: () => void }) {
  const [title, setTitle] = useDraft("incident title");
  const [description, setDescription] = useDraft("incident description");
  const [noticedAt, setNoticedAt] = useDraft("incident noticed");
  const { run, busy, error } = useAction();
  const navigate = useNavigate();
  return (
    <DialogForm
      title="Record an incident"
      submit="Record"
      busy={busy}
      error={error}
      onClose={onClose}
      onSubmit={() => {
        void run(async () => {
          const body = { title, description, affected: "", remedy: "", noticedAt: asTime(noticedAt) };
          const { _id } = await call("recordIncident", { body });
          for (const clear of [setTitle, setDescription, setNoticedAt]) clear("");
          await navigate(`/privacy/incidents/${_id}`);
        });
      }}
    >
      <Field
        label="Title"
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        error={fieldMessage(error, "title")}
      />
      <Field
        label="Became aware at"
        type="datetime-local"
        value={noticedAt}
        onChange={(event) => setNoticedAt(event.target.value)}
        error={fieldMessage(error, "noticedAt")}
        hint="All clocks run from it."
      />
      <TextArea
        label="What happened"
        rows={4}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
        error={fieldMessage(error, "description")}
      />
    </DialogForm>
  );
}
