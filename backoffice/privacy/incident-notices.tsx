import { useEffect } from "react";
import { useRevalidator } from "react-router";
import type { IncidentNotice, StaffIncident } from "../../contract/admin/incidents.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { Panel } from "../shared/panel.tsx";
import { useAction } from "../shared/use-action.ts";
import { AUDIENCE_NAMES, NOTICE_STATE_NAMES, PERSON_NAMES, peopleOf } from "./labels.ts";

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
              {NOTICE_STATE_NAMES[notice.state]}: {progressOf(notice)}
            </p>
            {notice.failed > 0 && (
              <p className="text-terracotta">
                {notice.failed === 1 ? "1 was not delivered" : `${notice.failed} were not delivered`}
              </p>
            )}
            {notice.withoutEmail + notice.failed > 0 && (
              <p>
                {notice.withoutEmail > 0 && `${peopleOf(notice.withoutEmail)} without an email. `}
                <a
                  href={`/admin/api/incidents/${id}/notices/${notice._id}/unreached.csv`}
                  download
                  className="text-link"
                >
                  Download whom to call or write to
                </a>
              </p>
            )}
            <p className="text-bark text-small">
              {notice.audience === "kinds"
                ? notice.kinds.map((kind) => PERSON_NAMES[kind]).join("; ")
                : AUDIENCE_NAMES[notice.audience]}
              , {notice.by}, {formatDateTime(notice.at)}
            </p>
            {notice.state === "sending" && (
              <Button
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
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Problem error={error} />
    </Panel>
  );
}

function progressOf({ state, sent, recipients }: IncidentNotice): string {
  if (state === "sent") return sent === 1 ? "1 email" : `${sent} emails`;
  return `${sent} of ${recipients === 1 ? "1 email" : `${recipients} emails`}`;
}
