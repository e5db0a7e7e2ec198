import { eq, isNull } from "drizzle-orm";
import { recordAuditOnce, STRANGER_ACTOR } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import { staffMember, staffRole } from "../../platform/database/schema.ts";
import type { Task, TaskPayloads } from "../../platform/jobs/tasks.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { lockedOutEmail } from "./emails.ts";

/** A lock-out that lasts is reported again after this time. */
const REPORTED_EVERY_MS = 6 * 60 * 60_000;

/**
 * Reports that too many passwords or codes were wrong: as an entry of the audit log and, if it was for a member, by email to that member and
 * the owners. Somebody who goes on trying causes no further ones for some hours.
 */
export function reportLockOutTask({
  db,
  readSender,
}: {
  db: Database;
  readSender: (origin: string) => Promise<MailSender>;
}): Task<TaskPayloads["report_lock_out"]> {
  return {
    concurrency: 1,
    maxAttempts: 10,
    async run({ memberId, kind }) {
      const sender = await readSender("");
      await db.transaction(async (trx) => {
        const now = new Date();
        const subject = { type: "staff" as const, id: memberId === null ? "unknown" : String(memberId) };
        const action = { action: "staff.locked_out" as const, subject, after: { kind } };
        const isNew = await recordAuditOnce(trx, STRANGER_ACTOR, action, { at: now, withinMs: REPORTED_EVERY_MS });
        if (!isNew || memberId === null) return;
        const present = await trx
          .select({
            id: staffMember.id,
            name: staffMember.name,
            email: staffMember.email,
            isOwner: staffRole.isOwner,
          })
          .from(staffMember)
          .innerJoin(staffRole, eq(staffRole.id, staffMember.roleId))
          .where(isNull(staffMember.removedAt));
        const member = present.find(({ id }) => id === memberId);
        if (!member) return;
        for (const { id, email, isOwner } of present)
          if (isOwner || id === memberId)
            await queueMail(
              trx,
              { to: email, ...lockedOutEmail(sender, { name: member.name, isOwn: id === memberId }) },
              now,
            );
      });
      return null;
    },
  };
}
