import type { ListedIncident } from "../../contract/admin/incidents.ts";
import { formatShortDateTime } from "../../contract/dates.ts";
import { Badge } from "../shared/badge.tsx";

/** Shows until when the Data Protection Board must have the details of an incident, or when it got them. */
export function BoardBadge({
  incident: { boardNotifiedAt, notificationDeadline, isLate },
  isLive = false,
}: {
  incident: Pick<ListedIncident, "boardNotifiedAt" | "notificationDeadline" | "isLate">;
  isLive?: boolean;
}) {
  return (
    <Badge
      tone={boardNotifiedAt ? "done" : isLate ? "danger" : "attention"}
      className="whitespace-normal"
      isLive={isLive}
    >
      {boardNotifiedAt
        ? `Board notified ${formatShortDateTime(boardNotifiedAt)}`
        : `Notify the Board by ${formatShortDateTime(notificationDeadline)}`}
      {isLate && ", late"}
    </Badge>
  );
}
