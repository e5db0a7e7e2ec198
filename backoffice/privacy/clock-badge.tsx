import type { IncidentClock, ListedIncident } from "../../contract/admin/incidents.ts";
import { formatRecentDateTime } from "../../contract/dates.ts";
import { Badge } from "../shared/badge.tsx";
import { STEPS } from "./labels.ts";

/** The step that is due first, with the deadlines of the law before those without delay. */
const nextStep = (clocks: readonly IncidentClock[]) => {
  const open = clocks.filter(({ doneAt, isNeeded }) => isNeeded && doneAt === null);
  return open.find(({ dueAt }) => dueAt !== null) ?? open[0];
};

/** Shows which step of an incident is due until when, or that all are done. */
export function ClockBadge({
  incident: { clocks },
  isLive = false,
}: {
  incident: Pick<ListedIncident, "clocks">;
  isLive?: boolean;
}) {
  const next = nextStep(clocks);
  if (!next)
    return (
      <Badge tone="done" isLive={isLive}>
        Every step done
      </Badge>
    );
  return (
    <Badge tone={next.isLate ? "danger" : "attention"} className="whitespace-normal" isLive={isLive}>
      {STEPS[next.step].name}
      {next.dueAt ? ` by ${formatRecentDateTime(next.dueAt)}` : " now"}
      {next.isLate && ", late"}
    </Badge>
  );
}
