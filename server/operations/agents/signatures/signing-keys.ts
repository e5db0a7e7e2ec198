/**
 * The shop's keys, with which it signs what it sends to platforms. A new one is made after 90 days: it is published at once, signs an hour later, when every platform can have read it, and the one
 * before stays published for the week after that, as the specification demands.
 */

import { createPrivateKey, generateKeyPairSync, type JsonWebKey } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { DAY_MS } from "../../../../contract/dates.ts";
import { openKey, sealKey } from "../../../people/staff/key-box.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { signingKey } from "../../../platform/database/schema.ts";
import { lockSigningKeys } from "../../../platform/database/single-node.ts";
import type { Signer } from "./sign.ts";
import { thumbprintOf } from "./verify.ts";

const HOUR_MS = 3_600_000;
const ROTATE_AFTER_MS = 90 * DAY_MS;
const SIGNS_AFTER_MS = HOUR_MS;
const GRACE_MS = 7 * DAY_MS;

type StoredKey = typeof signingKey.$inferSelect;

/** Reads the public keys for the profile. Makes the first one. */
export async function readPublicKeys(db: Database, codeSecret: string, now: Date): Promise<JsonWebKey[]> {
  return (await readKeys(db, codeSecret, now)).map(({ publicKey }) => publicKey);
}

/** Reads the key that signs now. Makes the first one. */
export async function readSigner(db: Database, codeSecret: string, now: Date): Promise<Signer> {
  const keys = await readKeys(db, codeSecret, now);
  // Before its hour has passed, a new key signs only if it is the only one.
  const key = keys.find(({ createdAt }) => now.getTime() - createdAt.getTime() >= SIGNS_AFTER_MS) ?? keys.at(-1);
  const pem = key && openKey(codeSecret, key.privateKey);
  if (!pem) throw new Error("no signing key can be read");
  return { kid: key.kid, key: createPrivateKey(pem) };
}

/** Lists the published keys, the newest first. */
export async function listSigningKeys(db: Database): Promise<{ kid: string; createdAt: string }[]> {
  return (await listKeys(db)).map(({ kid, createdAt }) => ({ kid, createdAt: createdAt.toISOString() }));
}

/** Replaces all keys at once, after one may have become known to others. */
export async function replaceSigningKeys(trx: DatabaseOrTransaction, codeSecret: string, now: Date): Promise<void> {
  await trx.delete(signingKey);
  await trx.insert(signingKey).values(makeKey(codeSecret, now));
}

/** Rotates the keys of a shop that has some: that of one which no agent has ever asked stays without. */
export async function rotateUsedSigningKeys(db: Database, codeSecret: string, now: Date): Promise<void> {
  if ((await listKeys(db)).length > 0) await rotateSigningKeys(db, codeSecret, now);
}

/** Makes the next key when it is time, and deletes those whose week is over, or which another CODE_SECRET has sealed. */
export async function rotateSigningKeys(db: Database, codeSecret: string, now: Date): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.execute(lockSigningKeys);
    const stored = await listKeys(trx);
    const readable = stored.filter(({ privateKey }) => openKey(codeSecret, privateKey) !== null);
    const [newest] = readable;
    if (!newest || now.getTime() - newest.createdAt.getTime() >= ROTATE_AFTER_MS)
      await trx.insert(signingKey).values(makeKey(codeSecret, now));
    for (const key of stored)
      if (!readable.includes(key) || isOver(key, readable, now))
        await trx.delete(signingKey).where(eq(signingKey.kid, key.kid));
  });
}

async function readKeys(db: Database, codeSecret: string, now: Date): Promise<StoredKey[]> {
  const readable = async () =>
    (await listKeys(db)).filter(({ privateKey }) => openKey(codeSecret, privateKey) !== null);
  const keys = await readable();
  if (keys.length > 0) return keys;
  await rotateSigningKeys(db, codeSecret, now);
  return readable();
}

const listKeys = (db: DatabaseOrTransaction): Promise<StoredKey[]> =>
  db.select().from(signingKey).orderBy(desc(signingKey.createdAt), desc(signingKey.kid));

/** Whether the key after this one has been signing for a week. */
function isOver(key: StoredKey, newestFirst: readonly StoredKey[], now: Date): boolean {
  const next = newestFirst[newestFirst.indexOf(key) - 1];
  return next !== undefined && now.getTime() - next.createdAt.getTime() >= SIGNS_AFTER_MS + GRACE_MS;
}

function makeKey(codeSecret: string, now: Date): StoredKey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = publicKey.export({ format: "jwk" });
  const kid = thumbprintOf(jwk);
  return {
    kid,
    privateKey: sealKey(codeSecret, privateKey.export({ type: "pkcs8", format: "pem" }).toString()),
    publicKey: { kid, ...jwk, use: "sig", alg: "ES256" },
    createdAt: now,
  };
}
