/** Generates, hashes and compares tokens and codes. They are never logged. */

import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { CODE_LENGTH } from "../contract/accounts/schemas.ts";
import type { CodePurpose } from "./database/schema.ts";

const TOKEN_BYTES = 32;

/** 32 random bytes, URL-safe. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** The stored hash of a token. A token cannot be guessed, so an unkeyed hash is enough, and it can be looked up by it. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Six uniformly random digits. */
export function newCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, "0");
}

/** What a code is bound to: it is invalid for another email, purpose or Google account. */
export interface CodeBinding {
  email: string;
  purpose: CodePurpose;
  /** For purpose `google`: the Google account to link. */
  googleSubject?: string;
}

/** The stored hash of a code, keyed, since a million codes are quickly brute-forced; the key is not in the database. */
export function hashCode(key: string, { email, purpose, googleSubject = "" }: CodeBinding, code: string): string {
  return createHmac("sha256", key)
    .update(JSON.stringify(["code", purpose, email, googleSubject, code]))
    .digest("base64url");
}

/** Compares two texts in constant time. */
export function equalInConstantTime(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
