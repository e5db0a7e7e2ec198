import type { Database } from "../database/database.ts";
import { type Attempt, RetryJob, type Task } from "../jobs/tasks.ts";
import { deleteUnsentMail } from "./campaign-mails.ts";
import {
  markFailed,
  markSending,
  markSent,
  markUncertain,
  markWaiting,
  readUnsentMail,
  type UnsentMail,
} from "./outbox.ts";
import { isPermanent } from "./smtp-errors.ts";
import type { MailAttachment, MailTransport, OutgoingMail } from "./transport.ts";

/** After this many attempts that may have sent it, a mail that must arrive is left to staff. */
const MAX_HANDOVERS = 5;

interface SendMailDeps {
  db: Database;
  transport: MailTransport;
  /** Reads the sender of the mails. */
  from: () => Promise<OutgoingMail["from"]>;
  /** Generates the attachment that a mail's `attachment` identifies. */
  attach: (attachment: string) => Promise<MailAttachment>;
  /** Whether a recipient of the newsletter is still subscribed. */
  isSubscribed: (email: string) => Promise<boolean>;
  log: { warn(details: object, message: string): void };
}

/** How many mails an instance sends at once, with JOB_CONCURRENCY = 1. */
export const MAILS_AT_ONCE = 3;

/** The task that sends the mails of the outbox. */
export function sendMailTask(deps: SendMailDeps): Task<{ mailId: number }> {
  return {
    concurrency: MAILS_AT_ONCE,
    // Tries until the mail expires.
    maxAttempts: Number.POSITIVE_INFINITY,
    async run({ mailId }, attempt) {
      const mail = await readUnsentMail(deps.db, mailId);
      if (mail && (await mayBeSent(deps, mail, attempt))) await send(deps, mail);
      return null;
    },
  };
}

async function mayBeSent({ db, log, isSubscribed }: SendMailDeps, mail: UnsentMail, { attempts, lastError }: Attempt) {
  if (mail.state === "sending") {
    const again = mail.resend === "automatic" && attempts <= MAX_HANDOVERS;
    log.warn(
      { mail: mail.id },
      again
        ? "the process ended while it sent a mail; it is sent again"
        : "the process ended while it sent a mail; npm run admin -- listUncertainMails shows what may not have gone out",
    );
    if (!again) await markUncertain(db, mail.id);
    if (!again) return false;
  }
  if (mail.campaignId !== null && !(await isSubscribed(mail.recipient))) {
    await deleteUnsentMail(db, mail.id);
    return false;
  }
  if (mail.expiresAt > new Date()) return true;
  await markFailed(db, mail.id, `${lastError ?? ""} (no longer needed)`.trim());
  return false;
}

async function send({ db, transport, from, attach, log }: SendMailDeps, mail: UnsentMail): Promise<void> {
  const { id, recipient: to, subject, text, html, messageId, replyTo, unsubscribeUrl } = mail;
  const sender = await from();
  // Generated before the mail is marked as sending, so that a process that ends meanwhile leaves it waiting.
  const attachments = mail.attachment === null ? [] : [await attach(mail.attachment)];
  if (!(await markSending(db, mail))) return;
  try {
    await transport.send({
      from: sender,
      to,
      subject,
      text,
      html,
      messageId: `<${messageId}@${domainOf(sender.address)}>`,
      attachments,
      replyTo,
      unsubscribeUrl,
    });
  } catch (error) {
    const { message, responseCode, code } = error as { message: string; responseCode?: number; code?: string };
    const permanent = isPermanent({ responseCode, code });
    // The server's own words may quote the recipient.
    log.warn({ mail: id, code, responseCode, permanent }, "a mail could not be sent");
    if (permanent) return markFailed(db, id, message);
    await markWaiting(db, id);
    throw new RetryJob(message);
  }
  await markSent(db, id, new Date());
}

const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1);
