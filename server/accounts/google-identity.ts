import { ApiError } from "../errors.ts";

/** The claims of a verified ID token. */
export interface GoogleIdentity {
  /** Google's id of the person, which never changes. */
  subject: string;
  email: string;
  emailVerified: boolean;
  name: string;
  /** The organisation's domain, for an account of Google Workspace. */
  hostedDomain: string | undefined;
  nonce: string;
}

/** Does not say why, so that it does not help forgers. */
export const googleError = () =>
  new ApiError("google_rejected", "We couldn’t confirm your Google sign-in. Please try again.");

/**
 * Whether Google is authoritative for the email: its own, or one of an organisation whose mail it hosts. Any other email was verified once
 * and may have changed its owner since.
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
