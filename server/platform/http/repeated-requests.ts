/**
 * Requests that are sent again because their response was lost. The claim of a key commits with what the request does (server/platform/database/claims.ts);
 * a repeat gets the response of the first (docs/decisions/2026-11-28-a-lost-response-is-not-an-order-to-repeat.md).
 */

import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Repeat } from "../../../contract/endpoint.ts";
import {
  IDEMPOTENCY_KEY,
  IDEMPOTENCY_KEY_HOURS,
  IDEMPOTENCY_REPLAYED,
  SAME_REQUEST_SECONDS,
  takesKey,
} from "../../../contract/idempotency-key.ts";
import { ApiError } from "../../base/errors.ts";
import { type Claim, mustClaim, runWithClaim } from "../database/claims.ts";
import type { Database } from "../database/database.ts";
import { idempotencyKey } from "../database/schema.ts";
import { errorResponse } from "./errors.ts";
import type { Form } from "./multipart.ts";

export interface RepeatedRequests {
  /**
   * Runs a request, unless it is a repeat, which gets the first one's response.
   * @param run returns the response's JSON
   * @throws ApiError (409) while the first one is being done or if its response was lost, (422) for a key of another request
   */
  once(sent: SentRequest, run: () => Promise<string>): Promise<FastifyReply>;
  /**
   * Does once what a program asks for with a key, and returns the same bytes to each repeat.
   * @throws ApiError as `once` does
   */
  onceByKey(act: KeyedAct, run: () => Promise<StoredResponse>): Promise<StoredResponse>;
  /** Deletes expired keys. */
  deleteExpired(now: Date): Promise<void>;
}

interface SentRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  repeat: Repeat | undefined;
  /** Who sends it, such as `customer 7`; a key is valid for its sender alone. */
  actor: string;
  body: unknown;
  files?: Form["files"];
}

/** What a program asks for with an Idempotency-Key of its own protocol. */
interface KeyedAct {
  /** Who asks, and for what kind of act; a key is valid for these alone. */
  actor: string;
  /** Must have the form of an Idempotency-Key (`isIdempotencyKey`). */
  key: string;
  /** What it asks for in detail; a repeat has the same. */
  content: string | Buffer;
  /** For how long a repeat gets the response. */
  hours: number;
}

declare module "fastify" {
  interface FastifyInstance {
    repeatedRequests: RepeatedRequests;
  }
}

/** Thrown in the transaction of a repeat, so that it does nothing. */
class Repeated extends Error {}

interface Key {
  id: string;
  fingerprint: string;
  secret: Buffer;
  seconds: number;
}

interface StoredResponse {
  status: number;
  json: string;
}

const JSON_TYPE = "application/json; charset=utf-8";
const MAX_KEY_LENGTH = 255;
/** How long a repeat waits for the response of the first request. */
const WAIT_MS = 5000;
const POLL_MS = 100;

/** @param codeSecret the key with which stored responses are encrypted, together with the client's */
export function createRepeatedRequests(db: Database, codeSecret: string): RepeatedRequests {
  async function once(sent: SentRequest, run: () => Promise<string>): Promise<FastifyReply> {
    const { reply } = sent;
    const key = takesKey(sent.repeat) ? readKey(sent, codeSecret) : null;
    if (!key) return reply.type(JSON_TYPE).send(Buffer.from(await run()));
    const { isRepeat, status, json } = await perform(key, async () => ({ status: 200, json: await run() }));
    if (isRepeat) reply.code(status).header(IDEMPOTENCY_REPLAYED, "true");
    return reply.type(JSON_TYPE).send(Buffer.from(json));
  }

  /** Runs what a key stands for, unless that was done before. */
  async function perform(
    key: Key,
    run: () => Promise<StoredResponse>,
  ): Promise<StoredResponse & { isRepeat: boolean }> {
    const first = await find(key);
    if (first) return { ...first, isRepeat: true };
    const claim = claimOf(key);
    try {
      const response = await runWithClaim(claim, run);
      if (claim.state === "made") await store(key, response);
      return { ...response, isRepeat: false };
    } catch (error) {
      if (claim.state === "made") {
        if (error instanceof ApiError && error.statusCode < 500)
          await store(key, { status: error.statusCode, json: JSON.stringify(errorResponse(error)) });
      } else {
        // The first request was done while this one waited, so this one finds a state that has changed.
        const done = error instanceof Repeated || error instanceof ApiError ? await find(key) : null;
        if (done) return { ...done, isRepeat: true };
      }
      throw error instanceof Repeated ? repeated() : error;
    }
  }

  const claimOf = ({ id, fingerprint, seconds }: Key): Claim => ({
    state: "open",
    async insert(trx) {
      const expiresAt = sql`now() + ${seconds} * interval '1 second'`;
      const claimed = await trx
        .insert(idempotencyKey)
        .values({ id, fingerprint, expiresAt })
        .onConflictDoUpdate({
          target: idempotencyKey.id,
          set: { fingerprint, expiresAt, status: null, response: null },
          setWhere: lte(idempotencyKey.expiresAt, sql`now()`),
        })
        .returning({ id: idempotencyKey.id });
      if (claimed.length === 0) throw new Repeated();
    },
  });

  /** Finds the response of an earlier request; null if there is none. Waits while it is being done. */
  async function find({ id, fingerprint, secret }: Key): Promise<StoredResponse | null> {
    for (const until = performance.now() + WAIT_MS; ; await pause(POLL_MS)) {
      const [found] = await db
        .select()
        .from(idempotencyKey)
        .where(and(eq(idempotencyKey.id, id), gt(idempotencyKey.expiresAt, sql`now()`)));
      if (!found) return null;
      if (found.fingerprint !== fingerprint)
        throw ApiError.ofField(
          "Idempotency-Key",
          "Another request had this key. Please send a new one with each request.",
          "idempotency_key_reused",
        );
      if (found.status !== null && found.response)
        return { status: found.status, json: decrypt(secret, found.response) };
      if (performance.now() > until) throw repeated();
    }
  }

  async function store({ id, secret }: Key, { status, json }: StoredResponse): Promise<void> {
    await db
      .update(idempotencyKey)
      .set({ status, response: encrypt(secret, json) })
      .where(eq(idempotencyKey.id, id));
  }

  return {
    once,
    async onceByKey({ actor, key, content, hours }, run) {
      const material = JSON.stringify([actor, "key", key]);
      return perform(keyOf(codeSecret, material, hash(content), hours * 3600), async () => {
        const response = await run();
        // What changed nothing has made no claim. Its response is stored, too.
        if (mustClaim()) await db.transaction(async () => {});
        return response;
      });
    },
    async deleteExpired(now) {
      await db.delete(idempotencyKey).where(lte(idempotencyKey.expiresAt, now));
    },
  };
}

const repeated = () =>
  new ApiError("request_repeated", "We have this request already. Please reload the page to see where it stands.");

/**
 * Reads the key of the header, or makes one of the request.
 * @returns null for a request that is done whenever it is sent
 * @throws ApiError (400) for a key that is none
 */
function readKey({ request, repeat, actor, body, files = {} }: SentRequest, codeSecret: string): Key | null {
  const content = [
    request.method,
    request.url,
    body,
    Object.entries(files).map(([name, file]) => [name, hashOf(file)]),
  ];
  const fingerprint = hash(JSON.stringify(content, sorted));
  const given = request.headers[IDEMPOTENCY_KEY];
  if (given === undefined && repeat !== "key_or_same") return null;
  if (given !== undefined && !isIdempotencyKey(given))
    throw ApiError.ofField(
      "Idempotency-Key",
      `A key has 1 to ${MAX_KEY_LENGTH} visible characters, such as a UUID.`,
      "bad_request",
    );
  // The header may quote it, as a structured field.
  const key = given === undefined ? ["same", fingerprint] : ["key", given.replace(/^"(.*)"$/, "$1")];
  const seconds = given === undefined ? SAME_REQUEST_SECONDS : IDEMPOTENCY_KEY_HOURS * 3600;
  return keyOf(codeSecret, JSON.stringify([actor, ...key]), fingerprint, seconds);
}

const keyOf = (codeSecret: string, material: string, fingerprint: string, seconds: number): Key => ({
  id: hash(material),
  fingerprint,
  secret: createHmac("sha256", codeSecret).update(`idempotency ${material}`).digest(),
  seconds,
});

/** Whether a header can be an Idempotency-Key. */
export const isIdempotencyKey = (given: unknown): given is string =>
  typeof given === "string" && given.length <= MAX_KEY_LENGTH && /^[\x21-\x7e]+$/.test(given);

const hash = (text: string | Buffer) => createHash("sha256").update(text).digest("base64url");

const hashOf = (uploaded: Form["files"][string]) =>
  "content" in uploaded ? hash(uploaded.content) : uploaded.filename;

/** Sorts the fields of objects, whose order says nothing. */
const sorted = (_name: string, value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const IV_BYTES = 12;
const TAG_BYTES = 16;

function encrypt(secret: Buffer, text: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", secret, iv);
  const encrypted = [cipher.update(text, "utf8"), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), ...encrypted]);
}

function decrypt(secret: Buffer, stored: Uint8Array): string {
  const bytes = Buffer.from(stored);
  const decipher = createDecipheriv("aes-256-gcm", secret, bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
}
