import type { Limit } from "../../platform/rate-limits/limits.ts";

/** Limits messages from one sender, over any network. */
export const messagesFrom = (email: string): Limit => ({
  key: `messages of ${email}`,
  limit: 5,
  windowSeconds: 60 * 60,
});
