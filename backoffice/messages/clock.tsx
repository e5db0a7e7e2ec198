import type { ListedMessage } from "../../contract/admin/messages.ts";
import { formatShortDateTime, formatShortDay } from "../../contract/dates.ts";

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
    <span className={`badge whitespace-normal ${isLate ? "border-terracotta text-terracotta" : ""}`}>
      Grievance{isClosed ? "" : `, ${next}`}
      {isLate && ", late"}
    </span>
  );
}
