import { listOwnerEmails } from "../../people/staff/members.ts";
import { recordAuditOnce, SHOP_ACTOR } from "../../platform/audit/record-audit.ts";
import type { Space } from "../../platform/database/data-dir.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Task } from "../../platform/jobs/tasks.ts";
import { paragraph } from "../../platform/mail/email-blocks.ts";
import { renderEmail } from "../../platform/mail/email-template.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { MailSender } from "../../platform/mail/sender.ts";

const EVERY_MS = 10 * 60_000;
/** Owners are told again after this time. */
const AGAIN_AFTER_MS = 24 * 60 * 60_000;
/** A disk is nearly full below a tenth of its size, of a large one below this. */
const ENOUGH_BYTES = 2 * 2 ** 30;

const isNearlyFull = ({ free, size }: Space) => free < Math.min(size / 10, ENOUGH_BYTES);

interface WatchDeps {
  db: Database;
  /** Reads the space on the disk of DATA_DIR. */
  read: () => Promise<Space | null>;
  readSender: (origin: string) => Promise<MailSender>;
}

/**
 * Tells the owners by email, once a day, that the disk of DATA_DIR is nearly full, before orders can no longer be stored.
 * A database elsewhere has a disk of its own, which this does not see.
 */
export function watchDiskTask({ db, read, readSender }: WatchDeps): Task<Record<string, never>> {
  return {
    intervalMs: EVERY_MS,
    concurrency: 1,
    maxAttempts: Number.POSITIVE_INFINITY,
    async run() {
      const space = await read();
      if (!space || !isNearlyFull(space)) return null;
      const sender = await readSender("");
      const free = sizeText(space.free);
      await db.transaction(async (trx) => {
        const now = new Date();
        const subject = { type: "service" as const, id: "disk" };
        const action = { action: "service.nearly_full" as const, subject, after: { free } };
        if (!(await recordAuditOnce(trx, SHOP_ACTOR, action, { at: now, withinMs: AGAIN_AFTER_MS }))) return;
        const message = renderEmail(sender, {
          subject: `The disk of ${sender.name} is nearly full`,
          preview: `${free} are left. When it is full, no order and no picture can be stored.`,
          heading: "The disk is nearly full",
          blocks: [
            paragraph(
              `${free} of ${sizeText(space.size)} are left on the disk of ${sender.name}. When it is full, no order and no picture can be stored until there is space again; what is stored stays.`,
            ),
            paragraph(
              "Please have the disk made larger, or remove what is no longer needed from the shop’s machine, such as old backups and logs.",
            ),
          ],
        });
        for (const email of await listOwnerEmails(trx)) await queueMail(trx, { to: email, ...message }, now);
      });
      return null;
    },
  };
}

/** Formats bytes as "1.2 GB" or "340 MB". */
function sizeText(bytes: number): string {
  const gigabytes = bytes / 1e9;
  return gigabytes >= 1 ? `${gigabytes.toFixed(1)} GB` : `${Math.floor(bytes / 1e6)} MB`;
}
