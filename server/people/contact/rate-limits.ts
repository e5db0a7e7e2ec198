import type { Limit } from "../../platform/rate-limits/limits.ts";

/** Limits messages from one sender, over any network. */
export const messagesFrom = (email: string): Limit => ({
  key: `messages of ${email}`,
  limit: 5,
  windowSeconds: 60 * 60,
});

/** Limits questions about one message, so that nobody finds its sender's email by trying. */
export const stateOfMessage = (reference: string): Limit => ({
  key: `state of message ${reference}`,
  limit: 20,
  windowSeconds: 60 * 60,
});
