/** Generates, hashes and compares tokens and codes. They are never logged. */

import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { CODE_LENGTH } from "../../contract/accounts/schemas.ts";

const TOKEN_BYTES = 32;

/** Generates a token: 32 random bytes, URL-safe. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** Hashes a token for storage and look-up. A token cannot be guessed, so the hash needs no key. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Generates six uniformly random digits. */
export function newCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, "0");
}

/** What a mailed code is for. */
export const CODE_PURPOSES = ["sign_up", "reset", "google", "close", "cash_order", "privacy"] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

/** What a code is bound to: it is invalid for any other email, purpose or Google account. */
export interface CodeBinding {
  email: string;
  purpose: CodePurpose;
  /** The Google account to link, for the purpose `google`. */
  googleSubject?: string;
}

/** Hashes a code for storage. The hash has a key outside the database, because a million codes are quickly brute-forced. */
export function hashCode(key: string, { email, purpose, googleSubject = "" }: CodeBinding, code: string): string {
  return createHmac("sha256", key)
    .update(JSON.stringify(["code", purpose, email, googleSubject, code]))
    .digest("base64url");
}

const sign = (secret: string, purpose: string, subject: string) =>
  createHmac("sha256", secret)
    .update(JSON.stringify([purpose, subject]))
    .digest("base64url");

/**
 * Returns the token of a link that needs no login: its subject, signed, so nothing is stored.
 * @param subject 1 to 16 digits, capital letters and hyphens
 */
export const signedToken = (secret: string, purpose: LinkPurpose, subject: string): string =>
  `${subject}_${sign(secret, purpose, subject).slice(0, SIGNATURE_LENGTH[purpose])}`;

/** What a signed link is for; it opens nothing else. */
type LinkPurpose = "pay" | "delivery";

/** A whole signature has 256 bits. That of a link in an SMS has 96, so that its path fits the 40 characters of a value. */
const WHOLE = 43;
const SIGNATURE_LENGTH: Readonly<Record<LinkPurpose, number>> = { pay: WHOLE, delivery: 16 };

/** Returns the subject of a link; null unless the shop has signed it for this purpose. */
export function subjectOfToken(secret: string, purpose: LinkPurpose, token: string): string | null {
  const [, subject, signature] = /^([0-9A-Z-]{1,16})_([\w-]{16,43})$/.exec(token) ?? [];
  // Links of before have whole ones.
  if (!subject || !signature || ![WHOLE, SIGNATURE_LENGTH[purpose]].includes(signature.length)) return null;
  const expected = sign(secret, purpose, subject).slice(0, signature.length);
  return equalInConstantTime(signature, expected) ? subject : null;
}

/** Compares two texts in constant time. */
export function equalInConstantTime(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
