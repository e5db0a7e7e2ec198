/**
 * Verifies what an authenticator has signed (W3C Web Authentication Level 3, sections 7.1 and 7.2), without attestation. Pure.
 * The browser extracts the public key, so that nothing here parses CBOR (docs/decisions/2026-11-24-own-passkeys.md).
 */

import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";

/** COSE algorithms to request from authenticators: ES256, EdDSA, RS256. */
export const ALGORITHMS = [-7, -8, -257] as const;

/** The common fields of both ceremonies; binary values in base64url. */
interface Signed {
  clientDataJSON: string;
  authenticatorData: string;
}

/** The values that the shop expects. */
export interface Expected {
  /** The origin of the page. */
  origin: string;
  /** The challenge as the shop has sent it. */
  challenge: string;
}

export interface NewCredential {
  id: string;
  /** SPKI in base64url. */
  publicKey: string;
  algorithm: number;
  counter: number;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;
const MIN_RSA_BITS = 2048;

/** Verifies a new passkey. @returns null if anything is invalid */
export function verifyRegistration(
  response: Signed & { id: string; publicKey: string; algorithm: number },
  expected: Expected,
): NewCredential | null {
  if (!isClientData(response.clientDataJSON, "webauthn.create", expected)) return null;
  const data = readAuthenticatorData(response.authenticatorData, expected.origin);
  if (!data || data.credentialId !== response.id) return null;
  const { id, publicKey, algorithm } = response;
  return openPublicKey(publicKey, algorithm) && { id, publicKey, algorithm, counter: data.counter };
}

/** Verifies a sign-in with a known passkey. @returns the authenticator's counter; null if anything is invalid */
export function verifyAssertion(
  response: Signed & { signature: string },
  { publicKey, algorithm, counter }: Omit<NewCredential, "id">,
  expected: Expected,
): number | null {
  if (!isClientData(response.clientDataJSON, "webauthn.get", expected)) return null;
  const data = readAuthenticatorData(response.authenticatorData, expected.origin);
  const key = openPublicKey(publicKey, algorithm);
  if (!data || !key) return null;
  // An authenticator with a counter never repeats a value, unless it was copied.
  if ((data.counter > 0 || counter > 0) && data.counter <= counter) return null;
  const signed = Buffer.concat([decode(response.authenticatorData), sha256(decode(response.clientDataJSON))]);
  return verify(algorithm === -8 ? null : "sha256", signed, key, decode(response.signature)) ? data.counter : null;
}

function isClientData(text: string, type: string, { origin, challenge }: Expected): boolean {
  let data: unknown;
  try {
    data = JSON.parse(decode(text).toString("utf8"));
  } catch {
    return false;
  }
  if (typeof data !== "object" || data === null) return false;
  const sent = data as Record<string, unknown>;
  return (
    sent.type === type &&
    sent.origin === origin &&
    sent.crossOrigin !== true &&
    sent.challenge === encodeChallenge(challenge)
  );
}

/** Encodes a challenge as authenticators sign it: as bytes. */
export const encodeChallenge = (challenge: string) => Buffer.from(challenge).toString("base64url");

/** Reads authenticator data; null if it belongs to another site, or the user was not verified by fingerprint, face or PIN. */
function readAuthenticatorData(text: string, origin: string): { counter: number; credentialId: string } | null {
  const data = decode(text);
  if (data.length < 37 || !data.subarray(0, 32).equals(sha256(Buffer.from(rpIdOf(origin))))) return null;
  const flags = data[32] ?? 0;
  if (!(flags & USER_PRESENT) || !(flags & USER_VERIFIED)) return null;
  const counter = data.readUInt32BE(33);
  if (!(flags & HAS_CREDENTIAL) || data.length < 55) return { counter, credentialId: "" };
  const length = data.readUInt16BE(53);
  return { counter, credentialId: data.subarray(55, 55 + length).toString("base64url") };
}

/** Returns the site to which a passkey belongs. */
export const rpIdOf = (origin: string) => new URL(origin).hostname;

function openPublicKey(spki: string, algorithm: number): KeyObject | null {
  let key: KeyObject;
  try {
    key = createPublicKey({ key: decode(spki), format: "der", type: "spki" });
  } catch {
    return null;
  }
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  const fits = {
    "-7": key.asymmetricKeyType === "ec" && namedCurve === "prime256v1",
    "-8": key.asymmetricKeyType === "ed25519",
    "-257": key.asymmetricKeyType === "rsa" && modulusLength >= MIN_RSA_BITS,
  }[String(algorithm)];
  return fits ? key : null;
}

const decode = (text: string) => Buffer.from(text, "base64url");
const sha256 = (data: Buffer) => createHash("sha256").update(data).digest();
