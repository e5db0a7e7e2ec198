/** What the shop is connected to, as the back office writes it, and as settings of the deployment. */

import { randomUUID } from "node:crypto";
import type { Connections, MailServer, PaymentKeys } from "../../../contract/admin/setup.ts";
import { ApiError } from "../../base/errors.ts";
import { ProviderError } from "../../orders/payments/provider.ts";
import { createRazorpay } from "../../orders/payments/razorpay/razorpay.ts";
import type { DeploymentSettings, SettingName } from "../../platform/config/config.ts";
import { settingProblem } from "../../platform/config/config.ts";
import { withTimeLimit } from "../../platform/database/time-limit.ts";
import { isOnThisMachine } from "../../platform/live/unsafe-settings.ts";

/** Time limit of a log-in to a mail server. */
const LIMIT_MS = 15_000;
const MAX_ERROR = 300;
/** The port on which mail servers speak TLS from the first byte. */
const TLS_PORT = 465;

/** As URLs have it, so that it equals what browsers send. @throws ApiError (422) */
export function originOfText(text: string): string {
  const url = URL.parse(text);
  if (!url) throw ApiError.ofField("origin", "Please enter a web address such as https://shop.example.");
  return url.origin;
}

export const WEBHOOK_PATH = "/api/webhooks/razorpay";

/** Settings of the deployment as texts, by name. */
export type SettingTexts = Partial<Record<SettingName, string>>;

/** Encrypts always, except to a mail server on this machine. */
export function smtpUrlOf({ host, port, user, password }: MailServer): string {
  const login = user === "" ? "" : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  const address = `${login}${host}:${port}`;
  if (port === TLS_PORT) return `smtps://${address}`;
  return `smtp://${address}${isOnThisMachine(`smtp://${host}`) ? "" : "?tls=required"}`;
}

/** Returns the mail server of a URL without its password; null for none. */
export function mailServerOf(url: string): Connections["mailServer"] {
  if (url === "") return null;
  const { protocol, hostname, port, username } = new URL(url);
  return {
    host: hostname,
    port: Number(port) || (protocol === "smtps:" ? TLS_PORT : 587),
    user: decodeURIComponent(username),
  };
}

/** Connects to a mail server and logs in. @throws ApiError (422) with the server's answer */
export async function checkMailServer(server: MailServer): Promise<void> {
  const url = smtpUrlOf(server);
  const problem = settingProblem("SMTP_URL", url);
  if (problem) throw ApiError.ofField("mailServer.host", `${problem}.`);
  const { checkSmtp } = await import("../../platform/mail/smtp.ts");
  await withTimeLimit(checkSmtp(url), LIMIT_MS).catch((error: Error) => {
    throw ApiError.ofField("mailServer.host", `The mail server says: ${error.message.slice(0, MAX_ERROR)}`);
  });
}

/** Asks the payment provider whether it knows these keys. @throws ApiError (422) */
export async function checkPaymentKeys(
  keys: PaymentKeys,
  {
    RAZORPAY_API,
    RAZORPAY_SCRIPT,
    PAYMENT_TIMEOUT_MS,
  }: Pick<DeploymentSettings, "RAZORPAY_API" | "RAZORPAY_SCRIPT" | "PAYMENT_TIMEOUT_MS">,
): Promise<void> {
  const provider = createRazorpay({
    ...keys,
    webhookSecrets: [],
    api: RAZORPAY_API,
    script: RAZORPAY_SCRIPT,
    timeoutMs: PAYMENT_TIMEOUT_MS,
  });
  try {
    // A receipt that no order has: the provider checks the keys nevertheless.
    await provider.findOrders(`test-${randomUUID().slice(0, 8)}`);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const why = error.kind === "rejected" ? "Razorpay doesn’t accept these keys" : "Razorpay gave no usable answer";
    throw ApiError.ofField("paymentKeys.keySecret", `${why}: ${error.message.slice(0, MAX_ERROR)}`);
  }
}
