import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { buffer, text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { createConcurrencyLimit } from "../../base/concurrency-limit.ts";
import { listedKeys } from "./s3-listing.ts";

/** A bucket of an S3-compatible object store, addressed by path: `endpoint/bucket/key`. */
export interface S3Bucket {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface S3Request {
  method: "GET" | "HEAD" | "PUT" | "DELETE";
  /** The key without a leading slash; empty for the bucket itself. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** The bytes, or the path of a file, which is streamed. */
  body?: Uint8Array | string;
  /** Statuses besides 2xx that are not errors. */
  expected?: readonly number[];
}

/** Sends signed requests to a bucket. Every request is idempotent, so one that fails on the way is sent again. */
export interface S3Client {
  /**
   * Read or destroy the response; with an unexpected end it emits an error.
   * @throws S3Error for an unexpected status, or when the store cannot be reached or does not respond
   */
  send(request: S3Request): Promise<IncomingMessage>;
  /** As `send`, for a response whose body is not read. @returns its status and headers */
  sendWithoutBody(request: S3Request): Promise<Pick<IncomingMessage, "statusCode" | "headers">>;
  /** Lists all keys that begin with the prefix, in pages of at most 1000. */
  listKeys(prefix: string): AsyncGenerator<string[]>;
}

export class S3Error extends Error {
  /** The response's status; undefined without a response. */
  readonly status: number | undefined;
  /** Whether another attempt may succeed. */
  readonly isTemporary: boolean;

  constructor(
    message: string,
    { status, isTemporary, cause }: { status?: number; isTemporary: boolean; cause?: unknown },
  ) {
    super(message, { cause });
    this.status = status;
    this.isTemporary = isTemporary;
  }
}

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 100;
/** Timeouts in milliseconds. */
export interface S3Timeouts {
  /** Silence in both directions after which an attempt ends. */
  silence: number;
  /** The same for a PUT: a store may take a while to make a large object durable. */
  putSilence: number;
  /** For this long after a request has found no store, further requests fail at once, so that they do not pile up. */
  unreachable: number;
}

const TIMEOUTS: S3Timeouts = { silence: 4000, putSilence: 15_000, unreachable: 2000 };
const REQUESTS_AT_ONCE = 64;
const MAX_ERROR_BYTES = 16 * 1024;
const TEMPORARY = [408, 409, 429, 500, 502, 503, 504];
const SHA256_OF_NOTHING = createHash("sha256").digest("hex");

export function createS3Client(
  { endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Bucket,
  timeouts: S3Timeouts = TIMEOUTS,
): S3Client {
  const { Agent, request: newRequest } = endpoint.startsWith("https:") ? https : http;
  const agent = new Agent({ keepAlive: true, scheduling: "lifo" });
  const limit = createConcurrencyLimit(REQUESTS_AT_ONCE);
  const signingKeys = new Map<string, ArrayBuffer>();
  let unreachable: { until: number; error: S3Error } | undefined;

  async function send(request: S3Request): Promise<IncomingMessage> {
    const body = await describeBody(request.body);
    for (let attempt = 1; ; attempt++) {
      try {
        return await limit.run(() => attemptOnce(request, body));
      } catch (error) {
        if (!(error instanceof S3Error) || !error.isTemporary || attempt === ATTEMPTS) throw error;
        await pause(FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random() / 2));
      }
    }
  }

  async function attemptOnce(request: S3Request, body: Body): Promise<IncomingMessage> {
    if (unreachable && performance.now() < unreachable.until) throw unreachable.error;
    try {
      const response = await exchange(request, body);
      unreachable = undefined;
      return response;
    } catch (error) {
      if (error instanceof S3Error && error.isTemporary && error.status === undefined)
        unreachable = {
          until: performance.now() + timeouts.unreachable,
          error: new S3Error(error.message, { isTemporary: false, cause: error.cause }),
        };
      throw error;
    }
  }

  /** Sends one request. @returns the response, if its status is expected */
  async function exchange(
    { method, key, query, headers = {}, expected = [] }: S3Request,
    body: Body,
  ): Promise<IncomingMessage> {
    const url = urlOf(key, query);
    // Loads aws4fetch with the first request: most shops store their pictures in a folder.
    const { AwsV4Signer } = await import("aws4fetch");
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, "x-amz-content-sha256": body.sha256 },
      accessKeyId,
      secretAccessKey,
      region,
      service: "s3",
      cache: signingKeys,
    }).sign();
    const what = `${method} ${url.pathname}`;
    const silenceMs = method === "PUT" ? timeouts.putSilence : timeouts.silence;
    const outgoing = newRequest(url, {
      method,
      agent,
      timeout: silenceMs,
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(method === "PUT" && { "content-length": body.size }),
      },
    });
    let response: IncomingMessage | undefined;
    outgoing.on("timeout", () => {
      // A reader that pauses, such as a video player, is not the store's fault.
      if (response && response.readableLength > 0) return;
      outgoing.destroy(new Error(`no byte within ${silenceMs / 1000} s`));
    });
    const responded = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once("response", resolve).on("error", reject);
    });
    try {
      // A store may respond before it has read everything, for instance if the key exists.
      body.send(outgoing).catch(() => {});
      response = await responded;
    } catch (error) {
      throw new S3Error(`${what}: ${(error as Error).message || (error as { code?: string }).code}`, {
        isTemporary: true,
        cause: error,
      });
    }
    const { statusCode: status = 0 } = response;
    if ((status >= 200 && status < 300) || expected.includes(status)) return response;
    throw new S3Error(`${what}: ${status} ${await errorCodeIn(response)}`.trimEnd(), {
      status,
      isTemporary: TEMPORARY.includes(status),
    });
  }

  function urlOf(key: string, query: Record<string, string> = {}): URL {
    const path = key === "" ? "" : `/${encodeKey(key)}`;
    const url = new URL(`${endpoint}/${bucket}${path}`);
    // Not URLSearchParams: the signature requires %20 for a space.
    url.search = Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join("&");
    return url;
  }

  return {
    send,
    async sendWithoutBody(request) {
      const response = await send(request);
      response.on("error", () => {}).resume();
      return response;
    },
    async *listKeys(prefix) {
      for (let next: string | undefined = ""; next !== undefined; ) {
        const response = await send({
          method: "GET",
          key: "",
          query: {
            "list-type": "2",
            "encoding-type": "url",
            prefix,
            ...(next !== "" && { "continuation-token": next }),
          },
        });
        const page = listedKeys(await text(response));
        yield page.keys;
        next = page.next;
      }
    },
  };
}

/** @throws Error for a key that a URL would resolve to another one */
function encodeKey(key: string): string {
  const parts = key.split("/");
  if (parts.some((part) => part === "" || part === "." || part === ".."))
    throw new Error(`"${key}" cannot be a key in a bucket`);
  return parts.map(encodeURIComponent).join("/");
}

interface Body {
  size: number;
  /** SHA-256 in hex digits, by which the store rejects a body that was altered in transit. */
  sha256: string;
  send(outgoing: http.ClientRequest): Promise<unknown>;
}

async function describeBody(content: Uint8Array | string | undefined): Promise<Body> {
  if (typeof content !== "string")
    return {
      size: content?.byteLength ?? 0,
      sha256: content ? createHash("sha256").update(content).digest("hex") : SHA256_OF_NOTHING,
      send: async (outgoing) => outgoing.end(content),
    };
  const hash = createHash("sha256");
  await pipeline(createReadStream(content), hash);
  return {
    size: (await stat(content)).size,
    sha256: hash.digest("hex"),
    send: (outgoing) => pipeline(createReadStream(content), outgoing),
  };
}

/** Reads S3's error code, for example `NoSuchBucket`; a response to HEAD has none. */
async function errorCodeIn(response: IncomingMessage): Promise<string> {
  if (Number(response.headers["content-length"] ?? 0) > MAX_ERROR_BYTES) {
    response.destroy();
    return "";
  }
  const content = await buffer(response).catch(() => Buffer.alloc(0));
  return /<Code>([\w.]{1,80})<\/Code>/.exec(content.toString())?.[1] ?? "";
}
