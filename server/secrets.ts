import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { CODE_LENGTH } from "../contract/accounts/schemas.ts";
import type { CodePurpose } from "./database/schema.ts";

/** Generates and hashes tokens and codes. Nothing here is ever logged. */

const TOKEN_BYTES = 32;

/** 32 random bytes, URL-safe. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** The stored hash of a token. A token cannot be guessed, so an unkeyed hash is enough, by which it can be looked up. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Six uniformly random digits. */
export function newCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, "0");
}

/** What a code is bound to: it is invalid for another email, purpose or Google account. */
export interface CodeUse {
  email: string;
  purpose: CodePurpose;
  /** For purpose `google`: the Google account to link. */
  subject?: string;
}

/** The stored hash of a code, keyed, since a million codes are soon tried out; the key is not in the database. */
export function hashCode(key: string, { email, purpose, subject = "" }: CodeUse, code: string): string {
  return createHmac("sha256", key)
    .update(JSON.stringify(["code", purpose, email, subject, code]))
    .digest("base64url");
}

/** Compares two texts in constant time. */
export function sameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The form by which accounts are unique, regardless of case. */
export function canonicalEmail(email: string): string {
  return email.trim().toLowerCase();
}
