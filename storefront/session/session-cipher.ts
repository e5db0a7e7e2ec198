/**
 * The session as stored in local storage: AES-GCM, in hexadecimal digits, prefixed by a fresh nonce of 12 bytes. The page contains the
 * secret, so this obscures the session and does not protect it.
 */

import { cmac, gcm } from "@noble/ciphers/aes.js";
import { bytesToHex, bytesToUtf8, concatBytes, hexToBytes, randomBytes, utf8ToBytes } from "@noble/ciphers/utils.js";
import type { Session } from "../../contract/accounts/schemas.ts";

const NONCE_BYTES = 12;

export function sealSession(session: Session, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  return bytesToHex(concatBytes(nonce, gcm(keyOf(secret), nonce).encrypt(utf8ToBytes(JSON.stringify(session)))));
}

/** Decrypts what `sealSession` returned; null for anything else: damaged, foreign, or without a token. */
export function openSession(sealed: string, secret: string): Session | null {
  try {
    const bytes = hexToBytes(sealed);
    const cipher = gcm(keyOf(secret), bytes.subarray(0, NONCE_BYTES));
    const stored: Partial<Session> | null = JSON.parse(bytesToUtf8(cipher.decrypt(bytes.subarray(NONCE_BYTES))));
    if (!stored || typeof stored.token !== "string" || stored.token === "") return null;
    const { token, _id = "", name = "", email = "", profile_image = null } = stored;
    return { token, _id, name, email, profile_image };
  } catch {
    return null;
  }
}

/** Derives a key of 16 bytes from a text of any length (RFC 4615): its AES-CMAC with an all-zero key. */
const keyOf = (secret: string) => cmac(utf8ToBytes(secret), new Uint8Array(16));
