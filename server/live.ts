import { DEMO_CODE_SECRET, type Settings } from "./config.ts";
import { StartupProblem } from "./failures.ts";

/**
 * A live shop does not open with a stand-in or without what its mails need.
 * @throws StartupProblem that names the setting
 */
export function refuseHalfLive({
  DEMO,
  CODE_SECRET,
  SMTP_URL,
  SHOP_ORIGIN,
  GOOGLE_CLIENT_ID,
  GOOGLE_ISSUER,
  RAZORPAY_KEY_ID,
  RAZORPAY_KEY_SECRET,
  RAZORPAY_WEBHOOK_SECRETS,
  RAZORPAY_API,
  RAZORPAY_SCRIPT,
}: Settings): void {
  if (DEMO) return;
  if (SMTP_URL === "")
    throw new StartupProblem(
      "A live shop sends its codes by mail: set SMTP_URL to your mail server, or DEMO=true to look around.",
    );
  if (CODE_SECRET === DEMO_CODE_SECRET) {
    throw new StartupProblem(
      "A live shop needs a key of its own for mailed codes: set CODE_SECRET, such as to what this prints: openssl rand -base64 32",
    );
  }
  // Whoever asks for a mail chooses the address that he calls; a link in a mail must not follow it.
  if (SHOP_ORIGIN === "")
    throw new StartupProblem(
      "A live shop's mails lead back to it: set SHOP_ORIGIN to its address, such as https://shop.example.",
    );
  if (GOOGLE_CLIENT_ID !== "" && !GOOGLE_ISSUER.startsWith("https://")) {
    throw new StartupProblem(
      "GOOGLE_ISSUER is not encrypted, so anybody on the way could sign people in; take an address that starts with https://.",
    );
  }
  if (RAZORPAY_KEY_ID === "" || RAZORPAY_KEY_SECRET === "")
    throw new StartupProblem(
      "A live shop takes its payments by Razorpay: set RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET to the keys of your account.",
    );
  if (RAZORPAY_WEBHOOK_SECRETS.length === 0)
    throw new StartupProblem(
      "A live shop hears of its payments by a webhook: make one in your Razorpay account for /api/webhooks/razorpay and set RAZORPAY_WEBHOOK_SECRETS to its secret.",
    );
  if (![RAZORPAY_API, RAZORPAY_SCRIPT].every((address) => address.startsWith("https://")))
    throw new StartupProblem(
      "RAZORPAY_API or RAZORPAY_SCRIPT is not encrypted, so anybody on the way could take the payments; take addresses that start with https://.",
    );
}
