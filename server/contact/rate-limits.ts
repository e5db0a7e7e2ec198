import type { Limit } from "../rate-limits/limits.ts";

/** Messages of one sender, from any network. */
export const messagesOf = (email: string): Limit => ({
  key: `messages of ${email}`,
  limit: 5,
  windowSeconds: 60 * 60,
});
