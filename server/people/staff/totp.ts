/**
 * Time-based one-time passwords (RFC 6238) as authenticator apps compute them: SHA-1, 30 seconds, six digits. Pure except for `newTotpKey`.
 */

import { createHmac, randomBytes } from "node:crypto";
import { equalInConstantTime } from "../../base/secrets.ts";

const STEP_SECONDS = 30;
const DIGITS = 6;
/** 160 bits, as RFC 4226 recommends. */
const KEY_BYTES = 20;
/** Accepted steps before and after the current one, because clocks differ. */
const TOLERANCE = 1;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Generates a random key in base32. */
export function newTotpKey(): string {
  let bits = "";
  for (const byte of randomBytes(KEY_BYTES)) bits += byte.toString(2).padStart(8, "0");
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join("");
}

export const totpStepAt = (now: Date) => Math.floor(now.getTime() / 1000 / STEP_SECONDS);

/** Computes the code of one time step. @param key in base32 */
export function totpCode(key: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", decodeBase32(key)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, "0");
}

/** Finds the time step of a code among the current one and its neighbours; null if none matches. */
export function findTotpStep(key: string, code: string, now: Date): number | null {
  const current = totpStepAt(now);
  let found: number | null = null;
  // Compares with every step, so that the duration reveals nothing.
  for (let step = current - TOLERANCE; step <= current + TOLERANCE; step += 1)
    if (equalInConstantTime(totpCode(key, step), code)) found = step;
  return found;
}

/** Returns the URI that authenticator apps read. */
export function totpUri(key: string, { shop, email }: { shop: string; email: string }): string {
  const label = encodeURIComponent(`${shop}:${email}`);
  return `otpauth://totp/${label}?secret=${key}&issuer=${encodeURIComponent(shop)}`;
}

function decodeBase32(text: string): Buffer {
  const bits = [...text].map((character) => BASE32.indexOf(character).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
