import { OperatorError } from "../../base/errors.ts";
import { withTimeLimit } from "../../platform/database/time-limit.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { mailNow, testEmail } from "./mail-now.ts";

const TIMEOUT_MS = 30_000;

/**
 * Sends a test email by a mail server, so that the owner sees its response.
 * @throws OperatorError with the mail server's message
 */
export async function sendTestEmail(
  sender: Pick<MailSender, "name" | "email" | "origin">,
  { url, to }: { url: string; to: string },
): Promise<void> {
  const { smtpTransport } = await import("../../platform/mail/smtp.ts");
  const transport = smtpTransport(url, 1);
  try {
    await withTimeLimit(mailNow(transport, sender, { to, ...testEmail(sender) }), TIMEOUT_MS);
  } catch (error) {
    throw new OperatorError(`The test email was not sent: ${(error as Error).message}.`, { cause: error });
  } finally {
    transport.close();
  }
}
