import { eq } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { incidentLetter } from "../database/schema.ts";
import type { Task, TaskPayloads } from "../jobs/tasks.ts";
import { queueMail } from "../mail/outbox.ts";
import { MAIL_BATCH, sendInBatches } from "../mail/send-in-batches.ts";
import type { MailSender } from "../mail/sender.ts";
import { nextAffected } from "./incident-letters.ts";
import { incidentMail } from "./mails.ts";

interface Deps {
  db: Database;
  readSender: (origin: string) => Promise<MailSender>;
}

/** Queues a letter's emails, customer after customer by id, until it is stopped or everybody has it. */
export function sendIncidentLetterTask({ db, readSender }: Deps): Task<TaskPayloads["send_incident_letter"]> {
  return {
    concurrency: 1,
    maxAttempts: 20,
    async run({ letterId }, { stopping }) {
      const [stored] = await db
        .select({ shopOrigin: incidentLetter.shopOrigin })
        .from(incidentLetter)
        .where(eq(incidentLetter.id, letterId));
      // Not within the transaction, which on the embedded database would wait for itself.
      const sender = await readSender(stored?.shopOrigin ?? "");
      return sendInBatches(db, stopping, async (trx) => {
        const [letter] = await trx.select().from(incidentLetter).where(eq(incidentLetter.id, letterId)).for("update");
        if (letter?.state !== "sending") return false;
        const now = new Date();
        const next = await nextAffected(trx, letter, letter.lastCustomerId, MAIL_BATCH);
        const mail = incidentMail(sender, letter);
        for (const { email } of next) await queueMail(trx, { to: email, ...mail, mustArrive: true }, now);
        const isLast = next.length < MAIL_BATCH;
        await trx
          .update(incidentLetter)
          .set({
            lastCustomerId: next.at(-1)?.id ?? letter.lastCustomerId,
            sent: letter.sent + next.length,
            // The list has done its work; personal data is kept no longer.
            ...(isLast && { state: "sent" as const, doneAt: now, emails: [] }),
          })
          .where(eq(incidentLetter.id, letterId));
        return !isLast;
      });
    },
  };
}
