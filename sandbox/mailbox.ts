/** The demo's mailbox: stores mails instead of sending them. */

import { desc, eq, sql } from "drizzle-orm";
import type { Database } from "../server/platform/database/database.ts";
import { sandboxMail } from "../server/platform/database/schema/sandbox.ts";
import type { MailAttachment, MailTransport } from "../server/platform/mail/transport.ts";

export interface SandboxMail {
  id: number;
  to: string;
  subject: string;
  text: string;
  html: string;
  sentAt: Date;
  attachments: { filename: string; contentType: string; size: number }[];
}

/** Maximum number of mails shown. */
const SHOWN = 100;

export function mailboxTransport(db: Database): MailTransport {
  return {
    async send({ to, subject, text, html, messageId, attachments }) {
      await db.insert(sandboxMail).values({
        recipient: to,
        subject,
        text,
        html,
        messageId,
        sentAt: new Date(),
        attachments: attachments.map(({ filename, contentType, content }) => ({
          filename,
          contentType,
          base64: content.toString("base64"),
        })),
      });
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
  // Omits their content.
  attachments: sql<SandboxMail["attachments"]>`(
    select coalesce(jsonb_agg(file - 'base64' || jsonb_build_object('size', octet_length(decode(file ->> 'base64', 'base64'))) order by place), '[]')
    from jsonb_array_elements(${sandboxMail.attachments}) with ordinality as files (file, place)
  )`,
};

/** Lists mails newest first; all of them, or those to one recipient. */
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

/** @param index from 0 */
export async function findAttachment(db: Database, mailId: number, index: number): Promise<MailAttachment | null> {
  const [mail] = await db
    .select({ attachments: sandboxMail.attachments })
    .from(sandboxMail)
    .where(eq(sandboxMail.id, mailId));
  const found = mail?.attachments[index];
  return found
    ? {
        filename: found.filename,
        contentType: found.contentType,
        content: Buffer.from(found.base64, "base64"),
      }
    : null;
}
