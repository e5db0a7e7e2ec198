import type { Limit } from "../rate-limits/limits.ts";

/** Messages from one sender's address, whatever network they come from. */
export const messagesOf = (email: string): Limit => ({
  key: `messages of ${email}`,
  limit: 5,
  windowSeconds: 60 * 60,
});
