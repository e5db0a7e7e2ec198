/** Verifies HTTP message signatures (RFC 9421) with digests (RFC 9530), as the protocol profiles them. */

import { createHash, createPublicKey, type JsonWebKey, timingSafeEqual, verify } from "node:crypto";
import { type Dictionary, type InnerList, isInnerList, MalformedField, parseDictionary } from "../structured-fields.ts";
import type { HttpMessage } from "./http-message.ts";
import { signatureBase, UnknownComponent } from "./signature-base.ts";

type SignatureProblem =
  | "signature_missing"
  | "signature_invalid"
  | "key_not_found"
  | "digest_mismatch"
  | "algorithm_unsupported";

export type Verified = { kid: string; problem: null } | { kid: null; problem: SignatureProblem; detail: string };

type PublicKey = JsonWebKey & { kid: string };

/** Signatures of one request that are tried; honest requests have one or two. */
const MAX_SIGNATURES = 4;

/**
 * Verifies that one of a request's signatures is by one of the keys and covers everything that matters.
 * @param keys public keys, as the sender's profile publishes them
 */
export function verifyRequest(message: HttpMessage, keys: readonly PublicKey[], now: Date): Verified {
  const inputs = dictionaryOf(message, "signature-input");
  const signatures = dictionaryOf(message, "signature");
  if (inputs === null || signatures === null) return failed("signature_invalid", "its headers cannot be read");
  if (inputs.size === 0 || signatures.size === 0) return failed("signature_missing", "the request has none");
  let last = failed("signature_invalid", "no signature has the label of an input");
  for (const [label, input] of [...inputs].slice(0, MAX_SIGNATURES)) {
    const signature = signatures.get(label);
    if (!signature || isInnerList(signature) || !Buffer.isBuffer(signature.value) || !isInnerList(input)) continue;
    const result = verifyOne(message, { input, signature: signature.value, keys, now });
    if (result.problem === null) return result;
    last = result;
  }
  return last;
}

interface Candidate {
  input: InnerList;
  signature: Buffer;
  keys: readonly PublicKey[];
  now: Date;
}

function verifyOne(message: HttpMessage, { input, signature, keys, now }: Candidate): Verified {
  const { parameters } = input;
  const tag = parameters.get("tag");
  if (tag !== undefined && tag !== "web-bot-auth") return failed("signature_invalid", "its tag is not known here");
  const kid = parameters.get("keyid");
  const key = keys.find((one) => one.kid === kid && isForSignatures(one));
  if (!key) return failed("key_not_found", `your profile publishes no key ${JSON.stringify(kid ?? "")}`);
  const algorithm = algorithmOf(key);
  if (!algorithm) return failed("algorithm_unsupported", "use ES256, ES384 or Ed25519");
  if (tag === "web-bot-auth" && kid !== thumbprintOf(key))
    return failed("signature_invalid", "its keyid is not the thumbprint of the key");
  const expires = parameters.get("expires");
  if (expires !== undefined && !(typeof expires === "number" && expires * 1000 > now.getTime()))
    return failed("signature_invalid", "it has expired");

  const covered = new Set(input.items.map(({ value }) => value));
  const missing = requiredOf(message).filter((component) => !covered.has(component));
  if (missing.length > 0) return failed("signature_invalid", `it does not cover ${missing.join(", ")}`);
  if (message.body && !isDigestOf(message.body, message.headers.get("content-digest")))
    return failed("digest_mismatch", "Content-Digest is not the SHA-256 of the body");
  try {
    const base = Buffer.from(signatureBase(message, input));
    const publicKey = createPublicKey({ key, format: "jwk" });
    if (verify(algorithm.hash, base, { key: publicKey, dsaEncoding: "ieee-p1363" }, signature))
      return { kid: key.kid, problem: null };
    return failed("signature_invalid", "it is not the key’s signature of this request");
  } catch (error) {
    if (error instanceof UnknownComponent) return failed("signature_invalid", error.message);
    // A key of the profile that is no point of its curve.
    return failed("key_not_found", "the key cannot be read");
  }
}

const failed = (problem: SignatureProblem, detail: string): Verified => ({ kid: null, problem, detail });

/** What a signature must cover, so that no part of a request that matters can be exchanged. */
function requiredOf({ query, body, headers }: HttpMessage): string[] {
  return [
    "@method",
    "@authority",
    "@path",
    ...(query ? ["@query"] : []),
    ...(body ? ["content-digest", "content-type"] : []),
    ...["ucp-agent", "signature-agent", "idempotency-key"].filter((name) => headers.has(name)),
  ];
}

function dictionaryOf({ headers }: HttpMessage, name: string): Dictionary | null {
  try {
    return parseDictionary(headers.get(name) ?? "");
  } catch (error) {
    if (error instanceof MalformedField) return null;
    throw error;
  }
}

function isDigestOf(body: Buffer, header: string | undefined): boolean {
  if (header === undefined) return false;
  try {
    const digest = parseDictionary(header).get("sha-256");
    if (!digest || isInnerList(digest) || !Buffer.isBuffer(digest.value)) return false;
    const actual = createHash("sha256").update(body).digest();
    return digest.value.length === actual.length && timingSafeEqual(digest.value, actual);
  } catch {
    return false;
  }
}

const isForSignatures = ({ use, key_ops }: PublicKey) =>
  use !== "enc" && (!Array.isArray(key_ops) || key_ops.includes("verify"));

/** The algorithm of a key, which its type and curve decide; null for one that is not supported. */
function algorithmOf({ kty, crv, alg }: PublicKey): { hash: string | null } | null {
  const known =
    kty === "EC" && crv === "P-256"
      ? { alg: "ES256", hash: "sha256" }
      : kty === "EC" && crv === "P-384"
        ? { alg: "ES384", hash: "sha384" }
        : kty === "OKP" && crv === "Ed25519"
          ? { alg: "EdDSA", hash: null }
          : null;
  return known && (alg === undefined || alg === known.alg) ? known : null;
}

/** RFC 7638. */
export function thumbprintOf({ kty, crv, x, y }: JsonWebKey): string {
  const members = kty === "EC" ? { crv, kty, x, y } : { crv, kty, x };
  return createHash("sha256").update(JSON.stringify(members)).digest("base64url");
}
