import { eq } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { incidentNotice } from "../database/schema.ts";
import type { Task, TaskPayloads } from "../jobs/tasks.ts";
import { queueMail } from "../mail/outbox.ts";
import { MAIL_BATCH, sendInBatches } from "../mail/send-in-batches.ts";
import type { MailSender } from "../mail/sender.ts";
import { incidentEmail } from "./emails.ts";
import { nextAffected } from "./incident-notices.ts";

interface Deps {
  db: Database;
  readSender: (origin: string) => Promise<MailSender>;
}

/** Queues a notice's emails, customer by customer in the order of ids, until it is stopped or everybody has it. */
export function sendIncidentNoticeTask({ db, readSender }: Deps): Task<TaskPayloads["send_incident_letter"]> {
  return {
    concurrency: 1,
    maxAttempts: 20,
    async run({ letterId: noticeId }, { stopping }) {
      const [stored] = await db
        .select({ shopOrigin: incidentNotice.shopOrigin })
        .from(incidentNotice)
        .where(eq(incidentNotice.id, noticeId));
      // Read before the transaction: within it, the embedded database would wait for itself.
      const sender = await readSender(stored?.shopOrigin ?? "");
      return sendInBatches(db, stopping, async (trx) => {
        const [notice] = await trx.select().from(incidentNotice).where(eq(incidentNotice.id, noticeId)).for("update");
        if (notice?.state !== "sending") return false;
        const now = new Date();
        const next = await nextAffected(trx, notice, notice.lastCustomerId, MAIL_BATCH);
        const mail = incidentEmail(sender, notice);
        for (const { email } of next) await queueMail(trx, { to: email, ...mail, mustArrive: true }, now);
        const isLast = next.length < MAIL_BATCH;
        await trx
          .update(incidentNotice)
          .set({
            lastCustomerId: next.at(-1)?.id ?? notice.lastCustomerId,
            sent: notice.sent + next.length,
            // The list is no longer needed, so its personal data is deleted.
            ...(isLast && { state: "sent" as const, doneAt: now, emails: [] }),
          })
          .where(eq(incidentNotice.id, noticeId));
        return !isLast;
      });
    },
  };
}
