import { ApiError } from "../../base/errors.ts";

/** The claims of a verified ID token. */
export interface GoogleIdentity {
  /** Google's id of the person (`sub`), which never changes. */
  subject: string;
  email: string;
  emailVerified: boolean;
  name: string;
  /** The organisation's domain; undefined for an account outside Google Workspace. */
  hostedDomain: string | undefined;
  nonce: string;
}

/** The error for every invalid token. It gives no reason, which would help forgers. */
export const googleError = () =>
  new ApiError("google_rejected", "We couldn’t confirm your Google sign-in. Please try again.");

/**
 * Whether Google is authoritative for the email: a Gmail address, or one of an organisation whose mail Google hosts. Any other email was
 * verified once and may have changed hands since.
 */
export function isAuthoritative({
  email,
  emailVerified,
  hostedDomain,
}: Pick<GoogleIdentity, "email" | "emailVerified" | "hostedDomain">): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (domain === "gmail.com" || domain === "googlemail.com") return true;
  return emailVerified && hostedDomain !== undefined && hostedDomain.toLowerCase() === domain;
}
