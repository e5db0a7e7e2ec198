import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { formatDateTime, formatShortDateTime } from "../contract/dates.ts";
import { textField } from "../contract/text.ts";
import type { Database } from "../server/database/database.ts";
import { ApiError } from "../server/errors.ts";
import { escapeHtml } from "../server/mail/html.ts";
import { findAttachment, findMail, listMails, type SandboxMail } from "./mailbox.ts";
import { markSvg } from "./mark.ts";
import { sendPage } from "./page.ts";

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
      attachments: attachments.map((file, index) => ({ ...file, path: pathOf(id, index) })),
    }));
  });

  app.get("/sandbox/mail", async (request, reply) => {
    const to = queryOf(request.query);
    const [sender, mails] = await Promise.all([shopName(), listMails(db, to)]);
    return sendPage(reply, {
      title: "Demo inbox",
      isWide: true,
      body: `${shopHeader(sender)}<main class="beside">
<div><h1>Demo inbox</h1>
<p class="about">Nothing leaves this computer. Emails the shop would send are kept here.</p>
<form class="search" action="/sandbox/mail"><label>Only emails to<input type="email" name="to" value="${escapeHtml(to ?? "")}"></label><button>Show</button></form></div>
${mails.length > 0 ? `<ul>${mails.map(entry).join("\n")}</ul>` : "<p>No emails yet. Sign up or reset a password, and the email will show up here in a second.</p>"}
</main>`,
    });
  });

  app.get("/sandbox/mail/:id", async (request, reply) => {
    const [sender, mail] = await Promise.all([shopName(), mailOf(request.params)]);
    return sendPage(reply, {
      title: mail.subject,
      frames: true,
      isWide: true,
      body: `${shopHeader(sender)}<main class="beside">
<div><p><a href="/sandbox/mail">All emails</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
<p class="about">From ${escapeHtml(sender)} to ${breakable(mail.to)}, <time datetime="${mail.sentAt.toISOString()}">${formatDateTime(mail.sentAt)}</time></p>
${mail.attachments.map((file, index) => `<p>Attached: <a href="${pathOf(mail.id, index)}" download>${escapeHtml(file.filename)}</a> <small>${Math.ceil(file.size / 1024)} KB</small></p>`).join("\n")}</div>
<div><iframe src="/sandbox/mail/${mail.id}/html" title="The email" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>As plain text</h2>
<pre>${escapeHtml(mail.text)}</pre></div>
</main>`,
    });
  });

  app.get("/sandbox/mail/:id/html", async (request, reply) => {
    const mail = await mailOf(request.params);
    return (
      reply
        // Mails have inline styles, and must not run scripts.
        .header(
          "content-security-policy",
          "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'",
        )
        .header("cache-control", "no-store")
        .type("text/html; charset=utf-8")
        .send(mail.html.replace("<head>", '<head><base target="_blank">'))
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

const shopHeader = (name: string) =>
  `<header class="shop"><a class="wordmark" href="/">${markSvg("mark")}${escapeHtml(name)}</a><a href="/">Back to the shop</a></header>`;

const recipient = textField({ mayBeEmpty: true, max: 254, error: "Please use at most 254 characters." });

const number = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

const pathOf = (mailId: number, index: number) => `/sandbox/mail/${mailId}/attachment/${index}`;

const entry = ({ id, to, subject, sentAt }: SandboxMail) =>
  `<li><a class="mail" href="/sandbox/mail/${id}"><strong>${escapeHtml(subject)}</strong> <small>To ${breakable(to)}</small> <time datetime="${sentAt.toISOString()}">${formatShortDateTime(sentAt)}</time></a></li>`;

/** An email address that breaks after its signs if it must. */
const breakable = (email: string) =>
  email
    .split(/(?<=[@.])/)
    .map(escapeHtml)
    .join("<wbr>");
