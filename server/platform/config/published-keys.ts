/** Secrets that this repository publishes. They serve the demo, and a live shop rejects each of them. */

export const DEMO_CODE_SECRET = "the demo's key, which everybody may know";

/** The sandbox's payment keys. */
export const SANDBOX_PAYMENT_KEYS = {
  keyId: "rzp_test_KewraSandbox",
  keySecret: "kewra-demo-key-secret",
  webhookSecret: "kewra-demo-webhook-secret",
} as const;

/** The keys of the sandbox's WhatsApp and SMS. */
export const SANDBOX_MESSAGE_KEYS = {
  phoneNumberId: "100000000000001",
  token: "kewra-demo-whatsapp-token",
  appSecret: "kewra-demo-whatsapp-app-secret",
  verifyToken: "kewra-demo-whatsapp-verify-token",
  authKey: "kewra-demo-sms-auth-key",
  webhookToken: "kewra-demo-sms-webhook-token",
} as const;

const PUBLISHED: readonly string[] = [
  DEMO_CODE_SECRET,
  ...Object.values(SANDBOX_PAYMENT_KEYS),
  ...Object.values(SANDBOX_MESSAGE_KEYS),
];

export const isPublished = (secret: string) => PUBLISHED.includes(secret.trim());

/** Minimum number of different characters: a random key of 32 characters has about 20, a repeated word or letter has few. */
const DIFFERENT_CHARACTERS = 10;

/** Whether a secret is shorter than `length`, repeats few characters, or is published. */
export const isGuessable = (secret: string, length: number) =>
  secret.length < length || new Set(secret).size < DIFFERENT_CHARACTERS || isPublished(secret);
