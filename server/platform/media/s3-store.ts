import { PassThrough, type Readable } from "node:stream";
import pLimit from "p-limit";
import { ApiError } from "../../base/errors.ts";
import type { MediaStore } from "./media-store.ts";
import { MEDIA_TYPES } from "./paths.ts";
import { type S3Client, S3Error, type S3Request } from "./s3-client.ts";

/** Thrown when the object store does not respond, or rejects a request. Pictures and videos are then unavailable, everything else works. */
class MediaUnavailable extends ApiError {
  override readonly cause: unknown;

  constructor(cause: unknown) {
    super("unavailable", "Photos and videos can’t be reached right now. Please try again in a moment.", undefined, 5);
    this.cause = cause;
  }
}

const REMOVALS_AT_ONCE = 16;
/** Forever, because a name is never reused for other content. */
const CACHE_CONTROL = "public, max-age=31536000, immutable";
const [NOT_FOUND, EXISTS, NOT_IMPLEMENTED] = [404, 412, 501];

/**
 * A media store in an S3 bucket, below `prefix`. Of several instances that put the same name, the first one stores it, where the object
 * store supports conditional writes; elsewhere each writes the same content again.
 */
export function createS3Store(client: S3Client, prefix: string, log: FailureLog): MediaStore {
  const keyOf = (name: string) => `${prefix}${name}`;
  const logFailure = throttled(log);
  let conditional: Record<string, string> = { "if-none-match": "*" };

  async function available<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof S3Error)) throw error;
      logFailure(error);
      throw new MediaUnavailable(error);
    }
  }

  async function putOnce(request: S3Request): Promise<void> {
    try {
      const headers = { ...request.headers, ...conditional };
      await client.sendWithoutBody({ ...request, headers, expected: [EXISTS] });
    } catch (error) {
      if (!(error instanceof S3Error) || error.status !== NOT_IMPLEMENTED || !conditional["if-none-match"]) throw error;
      conditional = {};
      await client.sendWithoutBody(request);
    }
  }

  const remove = async (key: string) => {
    await client.sendWithoutBody({ method: "DELETE", key, expected: [NOT_FOUND] });
  };

  async function removeBelow(keyPrefix: string): Promise<void> {
    const limit = pLimit(REMOVALS_AT_ONCE);
    for await (const keys of client.listKeys(keyPrefix)) await Promise.all(keys.map((key) => limit(remove, key)));
  }

  return {
    put: (name, content) =>
      available(
        putOnce({
          method: "PUT",
          key: keyOf(name),
          body: content,
          headers: { "content-type": typeOf(name), "cache-control": CACHE_CONTROL },
        }),
      ),
    async open(name, range) {
      const response = await available(openObject(client, keyOf(name), range && `bytes=${range.start}-${range.end}`));
      return response && whole(response, logFailure);
    },
    async stat(name) {
      const { statusCode, headers } = await available(
        client.sendWithoutBody({ method: "HEAD", key: keyOf(name), expected: [NOT_FOUND] }),
      );
      return statusCode === NOT_FOUND ? null : { size: Number(headers["content-length"]) };
    },
    remove: (name) => available(remove(keyOf(name))),
    removeFolder: (path) => available(removeBelow(`${keyOf(path).replace(/\/+$/, "")}/`)),
  };
}

async function openObject(client: S3Client, key: string, range: string | undefined): Promise<Readable | null> {
  const request = { method: "GET", key, ...(range && { headers: { range } }) } as const;
  try {
    const response = await client.send(request);
    if (!range || response.statusCode === 206) return response;
    response.destroy();
    throw new S3Error(`GET ${key}: the whole object instead of ${range}`, { status: 200, isTemporary: false });
  } catch (error) {
    // Not `expected`: NoSuchBucket has the same status and is an error.
    if (error instanceof S3Error && error.status === NOT_FOUND && !error.message.endsWith("NoSuchBucket")) return null;
    throw error;
  }
}

/** Reads the whole content of a response; if it breaks off, throws MediaUnavailable. */
function whole(response: Readable, onFailure: (error: Error) => void): Readable {
  const content = new PassThrough();
  response.on("error", (error) => {
    onFailure(error);
    content.destroy(new MediaUnavailable(error));
  });
  content.on("close", () => response.destroy());
  return response.pipe(content);
}

function typeOf(name: string): string {
  const extension = name.slice(name.lastIndexOf(".") + 1);
  return Object.hasOwn(MEDIA_TYPES, extension)
    ? MEDIA_TYPES[extension as keyof typeof MEDIA_TYPES]
    : "application/octet-stream";
}

export interface FailureLog {
  warn(details: object, message: string): void;
}

const LOG_EVERY_MS = 10_000;

/** Logs at most one failure in ten seconds, because in an outage every picture fails. */
function throttled(log: FailureLog): (error: Error) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = performance.now();
    log.warn({ err: error }, "the object store of pictures and videos failed");
  };
}
