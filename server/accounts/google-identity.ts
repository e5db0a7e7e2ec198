import { ApiError } from "../errors.ts";

/** What an ID token says of a person, once it is known to be true. */
export interface GoogleIdentity {
  /** Google's own name of the person: the only one that never changes. */
  subject: string;
  email: string;
  emailVerified: boolean;
  name: string;
  /** The organisation whose account it is, when it is one of Google Workspace. */
  hostedDomain: string | undefined;
  nonce: string;
}

/** Does not say what is wrong with it, so that forgers of tokens learn nothing. */
export const googleError = () =>
  new ApiError("google_rejected", "We couldn’t confirm your Google sign-in. Please try again.");

/**
 * Whether Google itself vouches that the address belongs to this person: one of its own, or one of an organisation whose mail it runs.
 * Any other address was confirmed to Google once, and may have passed to somebody else since.
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
