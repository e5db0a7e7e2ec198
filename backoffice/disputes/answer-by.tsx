import type { ListedDispute } from "../../contract/admin/disputes.ts";
import { formatShortDateTime } from "../../contract/dates.ts";
import { isWaiting } from "./labels.ts";

/** Shows what is due, and until when. */
export function AnswerBy({ dispute }: { dispute: Pick<ListedDispute, "respondBy" | "submittedAt" | "state"> }) {
  const { respondBy, submittedAt, state } = dispute;
  if (submittedAt)
    return <span className="badge max-md:whitespace-normal">Submitted {formatShortDateTime(submittedAt)}</span>;
  if (!isWaiting(dispute) || !respondBy) return state === "open" ? <span className="badge">No time limit</span> : null;
  const isLate = Date.parse(respondBy) < Date.now();
  return (
    <span className="badge max-md:whitespace-normal border-terracotta text-terracotta">
      {isLate ? "Was due" : "Answer by"} {formatShortDateTime(respondBy)}
    </span>
  );
}
