import { useState } from "react";
import { useLoaderData, useRevalidator, useSearchParams } from "react-router";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { MAX_TAB_COUNT } from "../../contract/admin/orders.ts";
import { type AdminJob, type AdminJobState, JOB_STATES } from "../../contract/admin/system.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Empty } from "../shared/empty.tsx";
import { Problem } from "../shared/field.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { Pager } from "../shared/resource-list.tsx";
import { Subtabs } from "../shared/tabs.tsx";
import { TextArea } from "../shared/text-area.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { SystemFrame } from "./system-frame.tsx";

const query = listQueryOf(adminEndpoints.listJobs.query, "before");

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    return readList(call("listJobs", { query: query.read(search) }), { jobs: [], hasMore: false, counts: [] });
  });

const STATES: Readonly<Record<AdminJobState, string>> = {
  failed: "Failed",
  retrying: "Will be retried",
  running: "Running",
  waiting: "Waiting",
};

export default function JobsPage() {
  const { jobs, hasMore, counts, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const state = search.get("state") ?? "failed";
  return (
    <SystemFrame
      current="Jobs"
      about="What the shop does in the background. A job that fails is retried automatically; after its last attempt it waits here."
    >
      <Subtabs
        label="States of jobs"
        tabs={JOB_STATES.map((name) => {
          const count = counts.find((one) => one.state === name)?.count ?? 0;
          return {
            name: STATES[name],
            count: count >= MAX_TAB_COUNT ? `${MAX_TAB_COUNT - 1}+` : count,
            to: query.changed(search, { state: name }),
            isCurrent: name === state,
          };
        })}
      />
      {jobs.length > 0 ? (
        <ul className="panel divide-y divide-sand">
          {jobs.map((job) => (
            <Row key={job._id} job={job} />
          ))}
        </ul>
      ) : (
        <Empty>{problemIn(problem) || (state === "failed" ? "No job has failed." : "There are no such jobs.")}</Empty>
      )}
      <Pager label="More jobs" hasMore={hasMore} last={jobs.at(-1)?._id} cursor="before" />
    </SystemFrame>
  );
}

function Row({ job }: { job: AdminJob }) {
  const { _id: id, task, payload, state, runAt, attempts, lastError, isRecurring } = job;
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const [isDeleting, setIsDeleting] = useState(false);
  const canRetry = state === "failed" || state === "retrying";
  return (
    <li className="px-4 py-3">
      <p className="wrap-anywhere">
        <span className="font-semibold">{task.replaceAll("_", " ")}</span> <code className="text-bark">{payload}</code>
      </p>
      {lastError && <p className="wrap-anywhere text-terracotta text-small">{lastError}</p>}
      <p className="text-bark text-small">
        Job {id}, {attempts === 1 ? "1 attempt" : `${attempts} attempts`},{" "}
        {state === "retrying" || state === "waiting" ? "runs at" : "since"} {formatDateTime(runAt)}
      </p>
      <Problem error={error} />
      {canRetry && (
        <p className="mt-1 flex gap-2">
          <Button
            type="button"
            className="button-quiet"
            disabled={busy}
            onClick={async () => {
              await run(() => call("retryJob", { params: { id } }));
              await revalidate();
            }}
          >
            Retry now
          </Button>
          {state === "failed" && !isRecurring && (
            <button type="button" className="button-danger" onClick={() => setIsDeleting(true)}>
              Delete
            </button>
          )}
        </p>
      )}
      {isDeleting && <DeleteDialog job={job} onClose={() => setIsDeleting(false)} />}
    </li>
  );
}

function DeleteDialog({ job: { _id: id, task }, onClose }: { job: AdminJob; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  return (
    <DialogForm
      title={`Delete job ${id}?`}
      submit="Delete the job"
      isDanger
      busy={busy}
      error={error}
      onSubmit={async () => {
        if (!(await run(() => call("deleteJob", { params: { id }, body: { reason } })))) return;
        onClose();
        await revalidate();
      }}
      onClose={onClose}
    >
      <p>“{task.replaceAll("_", " ")}” is then not done. This can’t be undone.</p>
      <TextArea
        label="Why"
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={fieldMessage(error, "reason")}
      />
    </DialogForm>
  );
}
