import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { CODE_LENGTH } from "../contract/accounts/schemas.ts";
import type { CodePurpose } from "./database/schema.ts";

/** Tokens and codes: how they are drawn, and in which form they are kept. Nothing here is ever logged. */

const TOKEN_BYTES = 32;

/** 32 random bytes, as text that fits an address. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** What is kept of a token. A token is too random to be guessed, so a plain hash is enough and can be looked up. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Six digits, each as likely as any other. */
export function newCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, "0");
}

/** What a code is good for: it opens nothing for another address, another purpose or another Google account. */
export interface CodeUse {
  email: string;
  purpose: CodePurpose;
  /** The Google account that a code of purpose `google` is to join; missing for the others. */
  subject?: string;
}

/** What is kept of a code. A million codes are soon tried out, so the hash has a key that is not in the database. */
export function hashCode(key: string, { email, purpose, subject = "" }: CodeUse, code: string): string {
  return createHmac("sha256", key)
    .update(JSON.stringify(["code", purpose, email, subject, code]))
    .digest("base64url");
}

/** Compares two texts in a time that does not tell where they differ. */
export function sameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** One address is one account, however its letters are written. */
export function canonicalEmail(email: string): string {
  return email.trim().toLowerCase();
}
