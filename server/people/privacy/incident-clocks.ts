import type { IncidentClock } from "../../../contract/admin/incidents.ts";
import { HOUR_MS } from "../../../contract/dates.ts";
import { BOARD_HOURS, CERT_IN_HOURS } from "../../../contract/privacy/schemas.ts";

/** What the clocks of an incident depend on. */
export interface ClockFacts {
  noticedAt: Date;
  certInReportedAt: Date | null;
  certInExempt: boolean;
  boardInformedAt: Date | null;
  boardNotifiedAt: Date | null;
  othersContactedAt: Date | null;
  /** Its notices, less those that were stopped before anybody got them. */
  notices: readonly { createdAt: Date; unreached: number }[];
}

/**
 * The deadlines after an incident, from when the shop became aware of it. "Without delay" has no hour: the report to the Board must name
 * the notices given, so that is the latest.
 */
export function clocksOf(facts: ClockFacts, now: Date): IncidentClock[] {
  const { noticedAt, notices } = facts;
  const after = (hours: number) => new Date(noticedAt.getTime() + hours * HOUR_MS);
  const clock = (
    step: IncidentClock["step"],
    { hours, doneAt, isNeeded = true }: { hours: number | null; doneAt: Date | null; isNeeded?: boolean },
  ): IncidentClock => ({
    step,
    dueAt: hours === null ? null : after(hours).toISOString(),
    doneAt: doneAt?.toISOString() ?? null,
    isNeeded,
    isLate: isNeeded && (doneAt ?? now) > after(hours ?? BOARD_HOURS),
  });
  const firstNotice = notices.reduce<Date | null>(
    (first, { createdAt }) => (first === null || createdAt < first ? createdAt : first),
    null,
  );
  const unreached = notices.some((notice) => notice.unreached > 0);
  return [
    clock("cert_in", {
      hours: CERT_IN_HOURS,
      doneAt: facts.certInReportedAt,
      isNeeded: !facts.certInExempt || facts.certInReportedAt !== null,
    }),
    // The details inform it, too.
    clock("board_informed", { hours: null, doneAt: facts.boardInformedAt ?? facts.boardNotifiedAt }),
    clock("people", { hours: null, doneAt: firstNotice }),
    clock("others", {
      hours: null,
      doneAt: facts.othersContactedAt,
      isNeeded: unreached || facts.othersContactedAt !== null,
    }),
    clock("board_details", { hours: BOARD_HOURS, doneAt: facts.boardNotifiedAt }),
  ];
}
