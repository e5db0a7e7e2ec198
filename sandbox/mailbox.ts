import { desc, eq } from "drizzle-orm";
import type { Database } from "../server/database/database.ts";
import { sandboxMail } from "../server/database/schema.ts";
import type { MailTransport } from "../server/mail/transport.ts";

/** The demo's mailbox: takes what a mail server would be given. */

export interface SandboxMail {
  id: number;
  to: string;
  subject: string;
  text: string;
  html: string;
  sentAt: Date;
}

/** The most mails that are shown at once. */
const SHOWN = 100;

export function mailboxTransport(db: Database): MailTransport {
  return {
    async send({ to, subject, text, html, messageId }) {
      await db.insert(sandboxMail).values({ recipient: to, subject, text, html, messageId, sentAt: new Date() });
    },
    close() {},
  };
}

const columns = {
  id: sandboxMail.id,
  to: sandboxMail.recipient,
  subject: sandboxMail.subject,
  text: sandboxMail.text,
  html: sandboxMail.html,
  sentAt: sandboxMail.sentAt,
};

/** Newest first; all of them, or those to one address. */
export async function listMails(db: Database, to?: string): Promise<SandboxMail[]> {
  return db
    .select(columns)
    .from(sandboxMail)
    .where(to === undefined ? undefined : eq(sandboxMail.recipient, to.trim().toLowerCase()))
    .orderBy(desc(sandboxMail.id))
    .limit(SHOWN);
}

export async function findMail(db: Database, id: number): Promise<SandboxMail | null> {
  const [found] = await db.select(columns).from(sandboxMail).where(eq(sandboxMail.id, id));
  return found ?? null;
}
