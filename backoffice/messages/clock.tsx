import type { ListedMessage } from "../../contract/admin/messages.ts";
import { formatShortDateTime, formatShortDay } from "../../contract/dates.ts";
import { Badge } from "../shared/badge.tsx";

/** Shows what a grievance needs next, and until when. */
export function Clock({
  grievance: { acknowledged, acknowledgeBy, resolveBy, isLate },
  isClosed,
}: {
  grievance: NonNullable<ListedMessage["grievance"]>;
  isClosed: boolean;
}) {
  const next = acknowledged
    ? `resolve by ${formatShortDay(resolveBy)}`
    : `answer by ${formatShortDateTime(acknowledgeBy)}`;
  return (
    <Badge tone={isLate ? "danger" : isClosed ? "neutral" : "attention"} className="whitespace-normal">
      Grievance{isClosed ? "" : `, ${next}`}
      {isLate && ", late"}
    </Badge>
  );
}
