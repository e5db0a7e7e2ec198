/** The newsletter: sign-up, confirmation, unsubscribing. */

import * as z from "zod/mini";
import { email } from "../accounts/schemas.ts";
import { textField } from "../text.ts";

/** The page to which a confirmation email links. */
export const confirmPage = (token: string) => `/newsletter/confirm/${token}`;
/** The page to which every issue links. Mail programs may also POST to it (RFC 8058). */
export const unsubscribePage = (token: string) => `/newsletter/unsubscribe/${token}`;

export const newsletterBody = z.object({
  email,
  /** The path of the page with the form, recorded with the consent. */
  page: z._default(
    textField({
      max: 200,
      mayBeEmpty: true,
      pattern: /^\/\S*$/,
      error: "page must be a path of at most 200 characters.",
    }),
    "",
  ),
});

const BROKEN_LINK = "This link is incomplete. Please open it again from our email.";
/** The last segment of the mailed links: 32 random bytes. */
export const newsletterToken = z.object({
  token: textField({ max: 43, pattern: /^[\w-]{43}$/, error: BROKEN_LINK }),
});
