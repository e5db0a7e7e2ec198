import { randomUUID } from "node:crypto";
import type { MailSender } from "../../platform/mail/sender.ts";
import type { MailTransport } from "../../platform/mail/transport.ts";

/** Sends an email at once, bypassing the outbox. @throws Error with the mail server's answer */
export function mailNow(
  transport: MailTransport,
  { name, email }: Pick<MailSender, "name" | "email">,
  mail: { to: string; subject: string; text: string; html: string },
): Promise<void> {
  return transport.send({
    from: { name, address: email },
    ...mail,
    messageId: `<now.${randomUUID()}@${email.split("@").at(-1)}>`,
    attachments: [],
    replyTo: null,
    unsubscribeUrl: null,
  });
}

/** The email by which an owner sees that a mail server takes the shop's emails. */
export function testEmail({ name, email, origin }: Pick<MailSender, "name" | "email" | "origin">) {
  const text = `This is the test email of ${name} (${origin}). Emails to your customers come from ${email} by this mail server.`;
  const html = `<p>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`;
  return { subject: `Test email of ${name}`, text, html };
}
