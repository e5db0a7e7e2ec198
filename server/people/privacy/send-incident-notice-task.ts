import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { incidentNotice, incidentRecipient } from "../../platform/database/schema.ts";
import type { Task, TaskPayloads } from "../../platform/jobs/tasks.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import { MAIL_BATCH, sendInBatches } from "../../platform/mail/send-in-batches.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { incidentEmail } from "./emails.ts";

interface Deps {
  db: Database;
  readSender: (origin: string) => Promise<MailSender>;
}

/** Queues a notice's emails, recipient by recipient, until it is stopped or everybody has it. A recipient whose email is queued is marked in the same transaction. */
export function sendIncidentNoticeTask({ db, readSender }: Deps): Task<TaskPayloads["send_incident_notice"]> {
  return {
    concurrency: 1,
    maxAttempts: 20,
    async run({ noticeId }, { stopping }) {
      const [stored] = await db
        .select({ shopOrigin: incidentNotice.shopOrigin })
        .from(incidentNotice)
        .where(eq(incidentNotice.id, noticeId));
      // Read before the transaction, which holds a connection: within it, the pool's other connections may all wait for this one.
      const sender = await readSender(stored?.shopOrigin ?? "");
      return sendInBatches(db, stopping, async (trx) => {
        const [notice] = await trx.select().from(incidentNotice).where(eq(incidentNotice.id, noticeId)).for("update");
        if (notice?.state !== "sending") return false;
        const now = new Date();
        const isNext = and(eq(incidentRecipient.noticeId, noticeId), isNull(incidentRecipient.messageId));
        const next = await trx
          .select({ email: incidentRecipient.email })
          .from(incidentRecipient)
          .where(isNext)
          .orderBy(asc(incidentRecipient.email))
          .limit(MAIL_BATCH);
        const email = incidentEmail(sender, notice);
        for (const { email: to } of next) {
          const messageId = await queueMail(trx, { to, ...email, mustArrive: true }, now);
          await trx
            .update(incidentRecipient)
            .set({ messageId })
            .where(and(eq(incidentRecipient.noticeId, noticeId), eq(incidentRecipient.email, to)));
        }
        const isLast = next.length < MAIL_BATCH;
        await trx
          .update(incidentNotice)
          .set({
            sent: sql`${incidentNotice.sent} + ${next.length}`,
            ...(isLast && { state: "sent" as const, doneAt: now }),
          })
          .where(eq(incidentNotice.id, noticeId));
        return !isLast;
      });
    },
  };
}
