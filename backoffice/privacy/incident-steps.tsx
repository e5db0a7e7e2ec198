import type { IncidentClock, StaffIncident } from "../../contract/admin/incidents.ts";
import { formatDateTime } from "../../contract/dates.ts";
import type { IncidentStep } from "../../contract/privacy/schemas.ts";
import { Badge } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { Panel } from "../shared/panel.tsx";
import type { useAction } from "../shared/use-action.ts";
import { STEPS } from "./labels.ts";

type Change = Partial<
  Record<"certInReported" | "certInExempt" | "boardInformed" | "othersContacted" | "boardNotified" | "closed", boolean>
>;

/** The field that ticks a step off; none for the notice, which is done once it is sent. */
const TICKS: Readonly<Partial<Record<IncidentStep, keyof Change>>> = {
  cert_in: "certInReported",
  board_informed: "boardInformed",
  others: "othersContacted",
  board_details: "boardNotified",
};

interface IncidentStepsProps {
  incident: StaffIncident;
  action: ReturnType<typeof useAction>;
  change: (change: Change) => void;
}

/** The steps that the law demands, each with its clock, what is done and when. */
export function IncidentSteps({ incident, action: { busy, error }, change }: IncidentStepsProps) {
  const { clocks, noticedAt, closedAt } = incident;
  return (
    <Panel title="Steps">
      <p className="mb-3 text-bark">You became aware of it on {formatDateTime(noticedAt)}. The clocks run from then.</p>
      <ol className="mb-3 grid gap-4">
        {clocks.map((clock) => (
          <Step key={clock.step} clock={clock} busy={busy} change={change} />
        ))}
      </ol>
      <Button
        type="button"
        className="button-quiet w-full"
        disabled={busy}
        onClick={() => change({ closed: !closedAt })}
      >
        {closedAt ? "Open it again" : "Close the incident"}
      </Button>
      <Problem error={error} />
    </Panel>
  );
}

function Step({
  clock: { step, dueAt, doneAt, isNeeded, isLate },
  busy,
  change,
}: {
  clock: IncidentClock;
  busy: boolean;
  change: (change: Change) => void;
}) {
  const { name, what, done } = STEPS[step];
  const tick = TICKS[step];
  const button = (label: string, fields: Change) => (
    <Button type="button" className="button-quiet" disabled={busy} onClick={() => change(fields)}>
      {label}
    </Button>
  );
  const isOpen = isNeeded && doneAt === null;
  return (
    <li className="border-sand border-l-2 pl-3">
      <p className="font-semibold">{name}</p>
      {isOpen && <p className="text-bark text-small">{what}</p>}
      <p className="my-1" role="status">
        <Badge
          tone={isOpen ? (isLate ? "danger" : "attention") : isNeeded ? "done" : "neutral"}
          className="whitespace-normal"
        >
          {statusOf({ step, dueAt, doneAt, isNeeded, isLate })}
        </Badge>
      </p>
      <div className="flex flex-wrap gap-2">
        {tick && isOpen && button(done, { [tick]: true })}
        {tick && doneAt && button("Not yet", { [tick]: false })}
        {step === "cert_in" && isOpen && button("Not a cyber incident", { certInExempt: true })}
        {step === "cert_in" && !isNeeded && button("It is a cyber incident", { certInExempt: false })}
      </div>
    </li>
  );
}

function statusOf({ step, dueAt, doneAt, isNeeded, isLate }: IncidentClock): string {
  if (!isNeeded) return step === "cert_in" ? "Not a cyber incident" : "Nobody so far";
  if (doneAt) return `Done ${formatDateTime(doneAt)}${isLate ? ", late" : ""}`;
  if (dueAt) return `${isLate ? "Was due" : "Due"} by ${formatDateTime(dueAt)}`;
  return isLate ? "Without delay: late" : "Without delay";
}
