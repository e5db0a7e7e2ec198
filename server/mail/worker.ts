import { type BackgroundWork, createBackgroundWork } from "../background-work.ts";
import type { Database } from "../database/database.ts";
import {
  type ClaimedMail,
  claimMails,
  markSending,
  markSent,
  markUnsent,
  nextDue,
  release,
  settleStale,
} from "./outbox.ts";
import { isFinal } from "./retry.ts";
import type { MailAttachment, MailTransport, OutgoingMail } from "./transport.ts";

/** Sends what stands in the outbox: at once when woken by a new mail, else when the next one is due. */

/** How many mails are taken, and sent at the same moment, as far as they go to different addresses. */
const AT_ONCE = 3;
interface WorkerDeps {
  db: Database;
  transport: MailTransport;
  /** The sender of the mails, read for every round. */
  from: () => Promise<OutgoingMail["from"]>;
  /** Makes what a mail's `attachment` names. */
  attach: (attachment: string) => Promise<MailAttachment>;
  log: { warn(details: object, message: string): void };
}

export function createMailWorker({ db, transport, from, attach, log }: WorkerDeps): BackgroundWork {
  async function send(mail: ClaimedMail, claimedAt: Date, sender: OutgoingMail["from"]): Promise<void> {
    // Before it counts as being handed over, so that a process that ends meanwhile leaves it to be sent.
    const [attachments] = await Promise.allSettled([attachmentsOf(mail)]);
    if (!(await markSending(db, mail.id, claimedAt, new Date()))) return;
    const { recipient: to, subject, text, html, messageId, replyTo, unsubscribeUrl } = mail;
    try {
      if (attachments.status === "rejected") throw attachments.reason;
      await transport.send({
        from: sender,
        to,
        subject,
        text,
        html,
        messageId: `<${messageId}@${domainOf(sender.address)}>`,
        attachments: attachments.value,
        replyTo,
        unsubscribeUrl,
      });
    } catch (error) {
      const { message, responseCode, code } = error as { message: string; responseCode?: number; code?: string };
      const final = isFinal({ responseCode, code });
      log.warn({ mail: mail.id, code, responseCode, final }, "a mail could not be sent");
      await markUnsent(db, mail, { message, final }, new Date());
      return;
    }
    await markSent(db, mail.id, new Date());
  }

  const attachmentsOf = async ({ attachment }: ClaimedMail) => (attachment === null ? [] : [await attach(attachment)]);

  async function round(isStopped: () => boolean): Promise<boolean> {
    const { repeated, uncertain } = await settleStale(db, new Date());
    if (repeated > 0) log.warn({ repeated }, "the server ended while it handed mails over; they are sent again");
    if (uncertain > 0)
      log.warn(
        { uncertain },
        "the server ended while it handed mails over; npm run mails lists what may not have gone out",
      );
    const claimedAt = new Date();
    const mails = await claimMails(db, AT_ONCE, claimedAt);
    if (mails.length === 0) return false;
    if (isStopped()) {
      await release(
        db,
        mails.map(({ id }) => id),
      );
      return false;
    }
    const sender = await from();
    const outcomes = await Promise.allSettled(
      forEachRecipient(mails).map(async (own) => {
        for (const mail of own) await send(mail, claimedAt, sender);
      }),
    );
    const failed = outcomes.find(({ status }) => status === "rejected");
    if (failed) throw (failed as PromiseRejectedResult).reason;
    return true;
  }

  const work = createBackgroundWork({
    round,
    nextDue: () => nextDue(db),
    onError: (error) => log.warn({ err: error }, "the outbox cannot be read right now"),
  });
  return {
    wake: work.wake,
    async stop() {
      await work.stop();
      transport.close();
    },
  };
}

/**
 * What goes to one address in the order in which it was written, so that nobody reads of a cancelled order before the order, whose invoice
 * takes its time. Only a mail that could not be sent comes after those behind it.
 */
const forEachRecipient = (mails: ClaimedMail[]): ClaimedMail[][] => [
  ...Map.groupBy(
    mails.toSorted((one, other) => one.id - other.id),
    ({ recipient }) => recipient,
  ).values(),
];

const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1);
