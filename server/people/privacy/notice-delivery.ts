/** Whom to call or write to because no email reaches them. */

import { and, eq } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import { incidentNotice, incidentRecipient, mail } from "../../platform/database/schema.ts";
import { type Person, readByEmails, readWithoutEmail } from "./audience.ts";
import { incidentSubject } from "./incidents.ts";
import { NOT_DELIVERED } from "./recipients.ts";

export interface Unreached extends Person {
  reason: "no email" | "email not delivered";
}

/**
 * Reads the people of a notice's audience without an email, and those whose email was not delivered, with what else the shop has of them.
 * @throws ApiError (404)
 */
export async function readUnreached(
  db: Database,
  incidentId: number,
  noticeId: number,
  actor: Actor,
): Promise<Unreached[]> {
  const [notice] = await db
    .select()
    .from(incidentNotice)
    .where(and(eq(incidentNotice.id, noticeId), eq(incidentNotice.incidentId, incidentId)));
  if (!notice) throw new ApiError("not_found", "There is no such notice.");
  const others = notice.audience === "listed" ? [] : await readWithoutEmail(db, notice);
  const failed = await db
    .select({ email: incidentRecipient.email })
    .from(incidentRecipient)
    .innerJoin(mail, eq(mail.messageId, incidentRecipient.messageId))
    .where(and(eq(incidentRecipient.noticeId, noticeId), NOT_DELIVERED))
    .orderBy(incidentRecipient.email);
  const known = await readByEmails(
    db,
    failed.map(({ email }) => email),
  );
  const undelivered = failed.flatMap(({ email }): Person[] => {
    const found = known.filter((person) => person.email === email);
    return found.length > 0 ? found : [{ kind: "", name: null, email, mobile: null, address: null }];
  });
  const after = { notice: noticeId, people: others.length + failed.length };
  const subject = incidentSubject(incidentId);
  await recordAudit(db, actor, { action: "incident.unreached_exported", subject, after }, new Date());
  return [
    ...others.map((person) => ({ ...person, reason: "no email" as const })),
    ...undelivered.map((person) => ({ ...person, reason: "email not delivered" as const })),
  ];
}
