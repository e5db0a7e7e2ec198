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
import type { MailTransport, OutgoingMail } from "./transport.ts";

/** Sends what stands in the outbox: from the first waking on, at once when woken by a new mail, else when the next one is due. */

/** How many mails are taken, and sent at the same moment. */
const AT_ONCE = 3;
/** How long it looks away at the longest; catches whatever another instance left behind. */
const LONGEST_PAUSE_MS = 15_000;

export interface MailWorker {
  /** Looks into the outbox now. */
  wake(): void;
  /** Ends with the mails that are being handed over; the others are left to the next start. */
  stop(): Promise<void>;
}

interface WorkerParts {
  db: Database;
  transport: MailTransport;
  /** Whom mails come from, read anew for every round. */
  from: () => Promise<OutgoingMail["from"]>;
  log: { warn(details: object, message: string): void };
}

export function createMailWorker({ db, transport, from, log }: WorkerParts): MailWorker {
  let stopped = false;
  let awake = false;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function send(mail: ClaimedMail, claimedAt: Date, sender: OutgoingMail["from"]): Promise<void> {
    if (!(await markSending(db, mail.id, claimedAt, new Date()))) return;
    const { recipient: to, subject, text, html, messageId } = mail;
    try {
      await transport.send({
        from: sender,
        to,
        subject,
        text,
        html,
        messageId: `<${messageId}@${domainOf(sender.address)}>`,
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

  /** @returns whether there may be more */
  async function round(): Promise<boolean> {
    const { uncertain } = await settleStale(db, new Date());
    if (uncertain > 0)
      log.warn({ uncertain }, "the server ended while it handed mails over; they may not have gone out");
    const claimedAt = new Date();
    const mails = await claimMails(db, AT_ONCE, claimedAt);
    if (mails.length === 0) return false;
    if (stopped) {
      await release(
        db,
        mails.map(({ id }) => id),
      );
      return false;
    }
    const sender = await from();
    const outcomes = await Promise.allSettled(mails.map((mail) => send(mail, claimedAt, sender)));
    const failed = outcomes.find(({ status }) => status === "rejected");
    if (failed) throw (failed as PromiseRejectedResult).reason;
    return true;
  }

  async function work(): Promise<void> {
    try {
      do {
        again = false;
        while (!stopped && (await round()));
      } while (again && !stopped);
      if (!stopped) sleep(await pauseUntilDue());
    } catch (error) {
      log.warn({ err: error }, "the outbox cannot be read right now");
      if (!stopped) sleep(LONGEST_PAUSE_MS);
    } finally {
      awake = false;
    }
    if (again && !stopped) wake();
  }

  async function pauseUntilDue(): Promise<number> {
    const due = await nextDue(db);
    return due ? Math.min(LONGEST_PAUSE_MS, Math.max(50, due.getTime() - Date.now())) : LONGEST_PAUSE_MS;
  }

  function sleep(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(wake, milliseconds);
    timer.unref();
  }

  function wake(): void {
    again = true;
    if (awake || stopped) return;
    awake = true;
    running = work();
  }

  return {
    wake,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
      transport.close();
    },
  };
}

const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1);
