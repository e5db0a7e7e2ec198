import type { ListedDispute } from "../../contract/admin/disputes.ts";
import { formatShortDateTime } from "../../contract/dates.ts";
import { shopNow } from "../../contract/shop-clock.ts";
import { Badge } from "../shared/badge.tsx";
import { isWaiting } from "./labels.ts";

/** Shows what is due, and until when. */
export function AnswerBy({ dispute }: { dispute: Pick<ListedDispute, "respondBy" | "submittedAt" | "state"> }) {
  const { respondBy, submittedAt, state } = dispute;
  if (submittedAt)
    return <Badge className="max-md:whitespace-normal">Submitted {formatShortDateTime(submittedAt)}</Badge>;
  if (!isWaiting(dispute) || !respondBy) return state === "open" ? <Badge>No time limit</Badge> : null;
  const isLate = Date.parse(respondBy) < shopNow().getTime();
  return (
    <Badge tone={isLate ? "danger" : "attention"} className="max-md:whitespace-normal">
      {isLate ? "Was due" : "Answer by"} {formatShortDateTime(respondBy)}
    </Badge>
  );
}
