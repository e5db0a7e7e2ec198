/**
 * Passwords, hashed with argon2id on the thread pool, so that other requests need not wait. A hash contains its parameters
 * (`$argon2id$v=19$m=…,t=…,p=…$salt$hash`); when PARAMETERS change, the next login hashes again.
 */

import { type Argon2Parameters, argon2, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { createConcurrencyLimit } from "../../base/concurrency-limit.ts";
import { equalInConstantTime } from "../../base/secrets.ts";

const derive = promisify(argon2);

/** Memory in KiB, passes and lanes: the first choice of OWASP's password storage cheat sheet; about 40 ms of one core. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 };
/**
 * Half of the thread pool's default of four, which pictures and files need too; each hash takes 19 MiB. The last in the queue waits for
 * about two seconds.
 */
const hashQueue = createConcurrencyLimit(2, 100);
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Compared when there is no password, so that an unknown email takes as long as a known one. */
const DUMMY_HASH = format(PARAMETERS, Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

/**
 * Checks before an attempt is counted, so that an attempt that could not be made does not count as wrong.
 * @throws ApiError (503) when too many passwords wait to be hashed
 */
export const rejectWhenBusy = hashQueue.rejectWhenFull;

/** @throws ApiError (503) when too many wait */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  return format(PARAMETERS, nonce, await hashOf(password, PARAMETERS, nonce, HASH_BYTES));
}

/**
 * Compares a password with its hash. Takes the same time if `hash` is null, which matches no password.
 * @throws ApiError (503) when too many wait
 * @returns `needs_rehash` if it matches but was hashed with other parameters
 */
export async function checkPassword(
  password: string,
  hash: string | null,
): Promise<"wrong" | "right" | "needs_rehash"> {
  const stored = readHash(hash ?? DUMMY_HASH);
  if (!stored) throw new Error("a password hash cannot be read");
  const { parameters, salt } = stored;
  const given = await hashOf(password, parameters, salt, stored.hash.length);
  if (!equalInConstantTime(given.toString("base64"), stored.hash.toString("base64")) || hash === null) return "wrong";
  const current = (Object.keys(PARAMETERS) as (keyof typeof PARAMETERS)[]).every(
    (name) => parameters[name] === PARAMETERS[name],
  );
  return current ? "right" : "needs_rehash";
}

type Cost = typeof PARAMETERS;

function hashOf(password: string, cost: Cost, nonce: Buffer, tagLength: number): Promise<Buffer> {
  // Normalised, because keyboards encode some characters in several ways.
  const parameters: Argon2Parameters = { message: password.normalize("NFKC"), nonce, tagLength, ...cost };
  return hashQueue.run(() => derive("argon2id", parameters));
}

function format({ memory, passes, parallelism }: Cost, salt: Buffer, hash: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(hash)}`;
}

function readHash(text: string): { parameters: Cost; salt: Buffer; hash: Buffer } | null {
  const [, memory, passes, parallelism, salt, hash] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(text) ?? [];
  if (!salt || !hash) return null;
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64"),
  };
}
