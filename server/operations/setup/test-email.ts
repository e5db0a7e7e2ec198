import { randomUUID } from "node:crypto";
import { OperatorError } from "../../base/errors.ts";
import type { Database } from "../../platform/database/database.ts";
import { readMailSender } from "../../selling/settings/mail-sender.ts";

const TIMEOUT_MS = 30_000;

/**
 * Sends a mail at once, bypassing the outbox, so that the owner sees the mail server's response.
 * @throws OperatorError with the mail server's message
 */
export async function sendTestEmail(
  db: Database,
  environment: Record<string, string | undefined>,
  { url, to }: { url: string; to: string },
): Promise<void> {
  const { smtpTransport } = await import("../../platform/mail/smtp.ts");
  const { name, email, origin } = await readMailSender(db, environment, "");
  const transport = smtpTransport(url, 1);
  const text = `This is the test email of ${name} (${origin}). Emails to your customers will come from ${email} by this mail server.`;
  let timer: NodeJS.Timeout | undefined;
  try {
    await Promise.race([
      transport.send({
        from: { name, address: email },
        to,
        subject: `Test email of ${name}`,
        text,
        html: `<p>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`,
        messageId: `<setup.${randomUUID()}@${email.split("@").at(-1)}>`,
        attachments: [],
        replyTo: null,
        unsubscribeUrl: null,
      }),
      new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error("no response within 30 seconds")), TIMEOUT_MS);
      }),
    ]);
  } catch (error) {
    throw new OperatorError(`The test email was not sent: ${(error as Error).message}. Check SMTP_URL.`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}
