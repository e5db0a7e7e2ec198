/** Encrypts keys of authenticator apps and secrets of webhooks with a key that is not in the database (AES-256-GCM). */

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const boxKey = (codeSecret: string) => Buffer.from(hkdfSync("sha256", codeSecret, "", "staff totp key", 32));

export function sealKey(codeSecret: string, key: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", boxKey(codeSecret), nonce);
  const sealed = Buffer.concat([cipher.update(key, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64url");
}

/** @returns null if it was sealed with another CODE_SECRET, or altered */
export function openKey(codeSecret: string, text: string): string | null {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv("aes-256-gcm", boxKey(codeSecret), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
