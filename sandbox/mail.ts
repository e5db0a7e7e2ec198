import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { textField } from "../contract/text.ts";
import { ApiError } from "../server/base/errors.ts";
import type { Database } from "../server/platform/database/database.ts";
import { attachmentPath, INBOX_STYLE, type Inbox, inboxPage } from "./inbox-page.ts";
import { findAttachment, findMail, listMails, type SandboxMail } from "./mailbox.ts";
import { sendPage, TYPE_STYLE } from "./page.ts";

interface MailboxDeps {
  db: Database;
  /** Reads the name of the shop, the sender of all emails. */
  shopName(): Promise<string>;
}

/** Serves the demo's mailbox, for people at `/sandbox/mail` and for programs at `/sandbox/mail.json?to=EMAIL`. */
export function mailboxRoutes(app: FastifyInstance, { db, shopName }: MailboxDeps): void {
  const queryOf = (query: unknown) => z.object({ to: z.optional(recipient) }).safeParse(query).data?.to || undefined;

  app.get("/sandbox/mail.json", async (request, reply) => {
    const mails = await listMails(db, queryOf(request.query));
    reply.header("cache-control", "no-store");
    return mails.map(({ id, to, subject, text, html, sentAt, attachments }) => ({
      to,
      subject,
      text,
      html,
      sentAt: sentAt.toISOString(),
      attachments: attachments.map((file, index) => ({ ...file, path: attachmentPath(id, index) })),
    }));
  });

  app.get("/sandbox/mail", async (request, reply) => {
    const to = queryOf(request.query);
    const [name, mails] = await Promise.all([shopName(), listMails(db, to)]);
    const [newest] = mails;
    return sendInbox(reply, "Demo inbox", { shopName: name, mails, shown: newest, isOpened: false, to });
  });

  app.get("/sandbox/mail/:id", async (request, reply) => {
    const to = queryOf(request.query);
    const [name, mails, mail] = await Promise.all([shopName(), listMails(db, to), mailOf(request.params)]);
    return sendInbox(reply, mail.subject, { shopName: name, mails, shown: mail, isOpened: true, to });
  });

  app.get("/sandbox/mail/:id/html", async (request, reply) => {
    const mail = await mailOf(request.params);
    return (
      reply
        // Mails have inline styles, and must not run scripts.
        .header(
          "content-security-policy",
          "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src 'self'; frame-ancestors 'self'",
        )
        .header("cache-control", "no-store")
        .type("text/html; charset=utf-8")
        .send(mail.html.replace("<head>", `<head><base target="_blank"><style>${TYPE_STYLE}</style>`))
    );
  });

  app.get("/sandbox/mail/:id/attachment/:index", async (request, reply) => {
    const read = z.object({ id: number, index: number }).safeParse(request.params).data;
    const file = read && (await findAttachment(db, read.id, read.index));
    if (!file) throw new ApiError("not_found", "We couldn’t find this attachment.");
    return (
      reply
        // The name comes from the mail, so it is escaped for the header.
        .header("content-disposition", `attachment; filename="${file.filename.replace(/[^\w.-]+/g, "-")}"`)
        .header("cache-control", "no-store")
        .type(file.contentType)
        .send(file.content)
    );
  });

  async function mailOf(params: unknown): Promise<SandboxMail> {
    const read = z.object({ id: number }).safeParse(params).data;
    const mail = read ? await findMail(db, read.id) : null;
    if (!mail) throw new ApiError("not_found", "We couldn’t find this email.");
    return mail;
  }
}

const sendInbox = (reply: FastifyReply, title: string, inbox: Inbox) =>
  sendPage(reply, { title, body: inboxPage(inbox), style: INBOX_STYLE, frames: true });

const recipient = textField({ mayBeEmpty: true, max: 254, error: "Please use at most 254 characters." });

const number = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);
