import * as z from "zod/mini";
import { email } from "../accounts/schemas.ts";
import { textField } from "../text.ts";

/** The newsletter: signing up, confirming it from the mailbox, leaving. */

/** Where the storefront asks whether a sign-up is meant: where the confirmation mail leads. */
export const confirmPage = (token: string) => `/newsletter/confirm/${token}`;
/** And where it lets a reader go: where every issue leads. Mail programs may also POST there (RFC 8058). */
export const unsubscribePage = (token: string) => `/newsletter/unsubscribe/${token}`;

export const newsletterBody = z.object({ email });

const BROKEN_LINK = "This link is incomplete. Please open it again from our email.";
/** What the mailed links end in: 32 random bytes. */
export const newsletterToken = z.object({
  token: textField({ max: 43, pattern: /^[\w-]{43}$/, error: BROKEN_LINK }),
});
