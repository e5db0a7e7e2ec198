import { eq } from "drizzle-orm";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import { customer, privacyRequest } from "../../platform/database/schema.ts";
import type { Task, TaskPayloads } from "../../platform/jobs/tasks.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { deleteUploads } from "../../platform/media/uploads.ts";
import { deleteCodesOf, eraseAccount, listOpenOrders } from "../accounts/erase-account.ts";
import { subjectOf } from "./requests.ts";

const JOB: Actor = { id: null, name: "Job", role: "", requestId: "" };

interface Deps {
  db: Database;
  readSender: (origin: string) => Promise<MailSender>;
}

/**
 * Erases the account of a confirmed request. A second run finds the request done, or the account deleted by its customer, and changes
 * nothing. If the customer has placed an order meanwhile, the request is opened again, with the reason.
 */
export function eraseCustomerTask({ db, readSender }: Deps): Task<TaskPayloads["erase_customer"]> {
  return {
    concurrency: 1,
    maxAttempts: 20,
    async run({ requestId }) {
      const [request] = await db.select().from(privacyRequest).where(eq(privacyRequest.id, requestId));
      if (request?.state !== "erasing") return null;
      const sender = await readSender(request.shopOrigin);
      const files = await db.transaction(async (trx) => {
        const now = new Date();
        const [known] = await trx
          .select({ email: customer.email })
          .from(customer)
          .where(eq(customer.id, request.customerId));
        if (known) await deleteCodesOf(trx, known.email);
        const [account] = await trx.select().from(customer).where(eq(customer.id, request.customerId)).for("update");
        const [row] = await trx.select().from(privacyRequest).where(eq(privacyRequest.id, requestId)).for("update");
        if (row?.state !== "erasing" || !account) return [];
        const close = (change: Partial<typeof privacyRequest.$inferInsert>) =>
          trx
            .update(privacyRequest)
            .set({ ...change, version: row.version + 1 })
            .where(eq(privacyRequest.id, requestId));
        const [open] = account.closedAt ? [] : await listOpenOrders(trx, account.id);
        if (open) {
          await close({ state: "open", reason: `Order ${open} came in between and is still open.` });
          return [];
        }
        const files = account.closedAt ? [] : await eraseAccount(trx, account, { ...row, sender, now });
        await close({ state: "done", closedAt: now, message: "" });
        await recordAudit(trx, JOB, { action: "privacy.erased", subject: subjectOf(row) }, now);
        return files;
      });
      await deleteUploads(db, files);
      return null;
    },
  };
}
