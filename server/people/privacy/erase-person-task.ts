import { eq } from "drizzle-orm";
import { eraseGiftsTo, readGiftsTo } from "../../orders/orders/gift-receivers.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customer, privacyRequest } from "../../platform/database/schema.ts";
import type { Task, TaskPayloads } from "../../platform/jobs/tasks.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { deleteUploads } from "../../platform/media/uploads.ts";
import { deleteCodesOf, eraseAccount, eraseTraces, listOpenOrders } from "../accounts/erase-account.ts";
import { erasedEmail } from "./emails.ts";
import { accountIdsOf, hasNewAccount, NEW_ACCOUNT, type Person, personOf } from "./person.ts";
import { isEmptyCopy, readPersonalData } from "./personal-data.ts";
import { type RequestRow, subjectOf } from "./requests.ts";
import { readRetained } from "./retained.ts";

const JOB: Actor = { id: null, name: "Job", role: "", requestId: "" };

interface Deps {
  db: Database;
  codeSecret: string;
  readSender: (origin: string) => Promise<MailSender>;
}

/**
 * Erases the account of a confirmed request, or what the shop has of an email without one. A second run finds the request done, or the
 * account deleted by its customer, and changes nothing. If an order has been placed meanwhile, or the email has got an account, the request
 * is opened again, with the reason.
 */
export function erasePersonTask({ db, codeSecret, readSender }: Deps): Task<TaskPayloads["erase_person"]> {
  return {
    concurrency: 1,
    maxAttempts: 20,
    async run({ requestId }) {
      const [request] = await db.select().from(privacyRequest).where(eq(privacyRequest.id, requestId));
      if (request?.state !== "erasing") return null;
      const sender = await readSender(request.shopOrigin);
      const wasEmpty =
        request.customerId === null && isEmptyCopy(await readPersonalData(db, await personOf(db, request), new Date()));
      const files = await db.transaction(async (trx) => {
        const now = new Date();
        await deleteCodesOf(trx, (await personOf(trx, request)).email);
        if (request.customerId !== null)
          await trx.select().from(customer).where(eq(customer.id, request.customerId)).for("update");
        const [row] = await trx.select().from(privacyRequest).where(eq(privacyRequest.id, requestId)).for("update");
        if (row?.state !== "erasing") return [];
        const person = await personOf(trx, row);
        const why = await readObstacle(trx, row, person);
        const change = (values: Partial<typeof privacyRequest.$inferInsert>) =>
          trx
            .update(privacyRequest)
            .set({ ...values, version: row.version + 1 })
            .where(eq(privacyRequest.id, requestId));
        if (why) {
          await change({ state: "open", reason: why });
          return [];
        }
        const files = await erase(trx, row, person, { codeSecret, sender, now, wasEmpty });
        await change({ state: "done", closedAt: now, message: "" });
        await recordAudit(trx, JOB, { action: "privacy.erased", subject: subjectOf(row) }, now);
        return files;
      });
      await deleteUploads(db, files);
      return null;
    },
  };
}

/** Returns what prevents an erasure that staff has confirmed. */
async function readObstacle(trx: DatabaseOrTransaction, row: RequestRow, person: Person): Promise<string | null> {
  if (hasNewAccount(row, person)) return NEW_ACCOUNT;
  const [open] = person.account?.closedAt ? [] : await listOpenOrders(trx, accountIdsOf(person), person.mobile);
  return open ? `Order ${open} came in between and is still open.` : null;
}

/** @returns files of deleted reviews */
async function erase(
  trx: DatabaseOrTransaction,
  row: RequestRow,
  person: Person,
  { codeSecret, sender, now, wasEmpty }: { codeSecret: string; sender: MailSender; now: Date; wasEmpty: boolean },
): Promise<string[]> {
  const { account, email, mobile, formerIds } = person;
  const hasGifts = (await readGiftsTo(trx, mobile)).length > 0;
  const options = { deleteReviews: row.deleteReviews, codeSecret, now };
  const files = await eraseTraces(trx, { email, mobile, customerIds: formerIds }, options);
  await eraseGiftsTo(trx, mobile);
  if (account)
    return account.closedAt ? files : [...files, ...(await eraseAccount(trx, account, { ...options, sender }))];
  const retained = { ...(await readRetained(trx, person)), hasGifts };
  const mail = erasedEmail(sender, { reference: row.reference, retained, wasEmpty });
  await queueMail(trx, { to: email, ...mail, mustArrive: true }, now);
  return files;
}
