/** Secrets that stand in the source for everybody to read. They serve the demo, and a live shop refuses each of them. */

export const DEMO_CODE_SECRET = "the demo's key, which everybody may know";

/** Of the demo's payment provider. */
export const SANDBOX_PAYMENT_KEYS = {
  keyId: "rzp_test_KewraSandbox",
  keySecret: "kewra-demo-key-secret",
  webhookSecret: "kewra-demo-webhook-secret",
} as const;

const PUBLISHED: readonly string[] = [DEMO_CODE_SECRET, ...Object.values(SANDBOX_PAYMENT_KEYS)];

/** Whether it is one of the above. */
export const isPublished = (secret: string) => PUBLISHED.includes(secret.trim());

/** A random key of 32 characters has some 20 different ones; a word that is repeated, or a row of one letter, has few. */
const DIFFERENT_CHARACTERS = 10;

/** Whether a stranger might guess it: it is shorter than `length`, repeats a few characters, or is published. */
export const isGuessable = (secret: string, length: number) =>
  secret.length < length || new Set(secret).size < DIFFERENT_CHARACTERS || isPublished(secret);
