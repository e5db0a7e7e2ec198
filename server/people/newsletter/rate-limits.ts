import type { Limit } from "../../platform/rate-limits/limits.ts";

/** Limits sign-up emails to one mailbox. */
export const signUpMailsTo = (email: string): Limit => ({
  key: `newsletter mails to ${email}`,
  limit: 3,
  windowSeconds: 24 * 60 * 60,
});
