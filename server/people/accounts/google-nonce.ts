/**
 * Nonces for Google sign-in: signed by the shop, valid for an hour and one login. Every view of the login page requests one, so a nonce
 * is stored only when it is used.
 */

import { createHmac, randomBytes } from "node:crypto";
import { equalInConstantTime } from "../../base/secrets.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { usedNonce } from "../../platform/database/schema.ts";

const VALID_MS = 60 * 60_000;

export function newNonce(secret: string, now: Date): string {
  const body = `${(now.getTime() + VALID_MS).toString(36)}.${randomBytes(16).toString("base64url")}`;
  return `${body}.${sign(secret, body)}`;
}

/** Checks signature and expiry. @returns when the nonce expires; null if it is invalid */
export function verifyNonce(secret: string, nonce: string, now: Date): Date | null {
  const [, body = "", expiry = "", signature = ""] = /^(([0-9a-z]{1,12})\.[\w-]{22})\.([\w-]{43})$/.exec(nonce) ?? [];
  if (!body || !equalInConstantTime(signature, sign(secret, body))) return null;
  const expiresAt = new Date(Number.parseInt(expiry, 36));
  return expiresAt > now ? expiresAt : null;
}

/** @returns false if it was used before */
export async function markNonceUsed(trx: DatabaseOrTransaction, nonce: string, expiresAt: Date): Promise<boolean> {
  const [used] = await trx
    .insert(usedNonce)
    .values({ nonce, expiresAt })
    .onConflictDoNothing()
    .returning({ nonce: usedNonce.nonce });
  return used !== undefined;
}

function sign(secret: string, body: string): string {
  return createHmac("sha256", secret).update(`nonce ${body}`).digest("base64url");
}
