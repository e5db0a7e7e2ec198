import type { Limit } from "../rate-limits/limits.ts";

/** Mails about signing up to one mailbox: nobody can flood a stranger's mailbox. */
export const signUpMailsTo = (email: string): Limit => ({
  key: `newsletter mails to ${email}`,
  limit: 3,
  windowSeconds: 24 * 60 * 60,
});
