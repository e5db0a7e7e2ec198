import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Credentials, signatureProblem } from "./signature.ts";

/**
 * An S3 server for trials and tests: signed PUT (also conditional), GET with a range, HEAD, DELETE and ListObjectsV2 of buckets, which are folders.
 * Checks signatures and the hash of every body.
 */
export interface S3Server {
  /** For example `http://127.0.0.1:9000`. */
  endpoint: string;
  /** The requests in order, with the status of their responses: `PUT /bucket/key 200`. */
  requests(): string[];
  /** Makes it fail from now on: `hang` never responds, `cut` breaks connections off midway; null ends the failure. */
  fail(how: "hang" | "cut" | "503" | null): void;
  /** Holds the bodies of uploads back once they have begun, until the returned function is called. */
  holdUploads(): { begun: Promise<void>; release(): void };
  close(): Promise<void>;
}

export interface S3ServerOptions extends Credentials {
  /** The folder that contains the buckets. */
  folder: string;
  buckets: string[];
  port?: number;
  /** Keys below it can be read without a signature, from pages of any origin: a bucket's policy and CORS rules. */
  publicPrefix?: string;
  /** Maximum number of keys in a response to ListObjectsV2. */
  pageSize?: number;
  /** Whether it rejects conditional writes, as older stores do. */
  withoutConditions?: boolean;
}

const STORED_HEADERS = /^(content-type|cache-control|x-amz-meta-.+)$/;

export async function startS3Server(options: S3ServerOptions): Promise<S3Server> {
  const { folder, buckets, port = 0, publicPrefix, pageSize = 1000, withoutConditions = false } = options;
  const received: [IncomingMessage, ServerResponse][] = [];
  let failure: "hang" | "cut" | "503" | null = null;
  let heldUploads: { begin(): void; released: Promise<void> } | undefined;
  for (const bucket of buckets) await mkdir(join(folder, bucket), { recursive: true });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (failure === "hang") return;
    if (failure === "503") return sendError(response, 503, "SlowDown");
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const [, bucket = "", ...rest] = pathname.split("/").map(decodeURIComponent);
    const key = rest.join("/");
    const isPublic = publicPrefix !== undefined && key.startsWith(publicPrefix) && isReading(request);
    const problem = isPublic && !request.headers.authorization ? null : signatureProblem(request, options);
    if (problem) return sendError(response, 403, problem);
    if (!buckets.includes(bucket)) return sendError(response, 404, "NoSuchBucket");
    const base = join(folder, bucket);
    if (key === "" && request.method === "GET") return list(base, searchParams, { pageSize, response });
    const file = join(base, encodeURIComponent(key));
    if (request.method === "PUT") return put(file, request, response);
    if (isReading(request)) return get(file, request, response, isPublic);
    if (request.method === "DELETE") {
      await Promise.all([rm(file, { force: true }), rm(`${file}.meta`, { force: true })]);
      response.writeHead(204).end();
      return;
    }
    return sendError(response, 405, "MethodNotAllowed");
  }

  async function put(file: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isConditional = request.headers["if-none-match"] === "*";
    if (isConditional && withoutConditions) return sendError(response, 501, "NotImplemented");
    if (request.headers["content-length"] === undefined) return sendError(response, 411, "MissingContentLength");
    const draft = `${file}.${randomUUID()}.part`;
    const [md5, sha256] = [createHash("md5"), createHash("sha256")];
    const hashes = new Transform({
      async transform(chunk, _encoding, done) {
        md5.update(chunk);
        sha256.update(chunk);
        heldUploads?.begin();
        await heldUploads?.released;
        done(null, chunk);
      },
    });
    try {
      await pipeline(request, hashes, createWriteStream(draft));
      const claimed = String(request.headers["x-amz-content-sha256"]);
      if (claimed !== "UNSIGNED-PAYLOAD" && claimed !== sha256.digest("hex"))
        return sendError(response, 400, "XAmzContentSHA256Mismatch");
      const etag = `"${md5.digest("hex")}"`;
      const stored = Object.entries(request.headers).filter(([name]) => STORED_HEADERS.test(name));
      const meta = JSON.stringify({ ...Object.fromEntries(stored), etag });
      // A link fails when the key exists, so that of several writers one wins.
      if (isConditional) await link(draft, file);
      else await rename(draft, file);
      await writeFile(`${file}.meta`, meta);
      response.writeHead(200, { etag }).end();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      sendError(response, 412, "PreconditionFailed");
    } finally {
      await rm(draft, { force: true });
    }
  }

  async function get(
    file: string,
    request: IncomingMessage,
    response: ServerResponse,
    isPublic: boolean,
  ): Promise<void> {
    const found = await stat(file).catch(() => null);
    const meta = await readFile(`${file}.meta`, "utf8").catch(() => null);
    if (!found || !meta) return sendError(response, 404, "NoSuchKey");
    const headers = {
      ...JSON.parse(meta),
      "last-modified": found.mtime.toUTCString(),
      "accept-ranges": "bytes",
      ...(isPublic && { "access-control-allow-origin": "*" }),
    };
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
    const start = Number(first ?? 0);
    const end = last ? Math.min(Number(last), found.size - 1) : found.size - 1;
    if (first !== undefined && start > end) return sendError(response, 416, "InvalidRange");
    response.writeHead(first === undefined ? 200 : 206, {
      ...headers,
      "content-length": end - start + 1,
      ...(first !== undefined && { "content-range": `bytes ${start}-${end}/${found.size}` }),
    });
    if (request.method === "HEAD" || found.size === 0) {
      response.end();
    } else if (failure === "cut") {
      for await (const chunk of createReadStream(file, { start, end: start + Math.floor((end - start) / 2) }))
        response.write(chunk);
      response.destroy();
    } else await pipeline(createReadStream(file, { start, end }), response);
  }

  const server = createServer((request, response) => {
    received.push([request, response]);
    handle(request, response).catch((error) => {
      if (!response.headersSent) sendError(response, 500, "InternalError");
      else response.destroy(error);
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => received.map(([{ method, url }, { statusCode }]) => `${method} ${url} ${statusCode}`),
    fail(how) {
      failure = how;
    },
    holdUploads() {
      const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      heldUploads = { begin: begun.resolve, released: released.promise };
      return {
        begun: begun.promise,
        release() {
          heldUploads = undefined;
          released.resolve();
        },
      };
    },
    async close() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, "close");
    },
  };
}

const isReading = ({ method }: IncomingMessage) => method === "GET" || method === "HEAD";

/** ListObjectsV2, and ListObjects, which some clients still use. */
async function list(
  base: string,
  query: URLSearchParams,
  { pageSize, response }: { pageSize: number; response: ServerResponse },
): Promise<void> {
  const [prefix, delimiter] = [query.get("prefix") ?? "", query.get("delimiter") ?? ""];
  const after = query.get("continuation-token") ?? query.get("marker") ?? "";
  const isEncoded = query.get("encoding-type") === "url";
  const names = new Set(await readdir(base));
  /** A key, or a folder: the common part of keys up to the delimiter. */
  const entries = [...names]
    .filter((name) => names.has(`${name}.meta`))
    .map(decodeURIComponent)
    .filter((key) => key.startsWith(prefix))
    .map((key) => {
      const end = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
      return end === -1 ? key : key.slice(0, end + delimiter.length);
    })
    .filter((entry) => entry > after);
  const all = [...new Set(entries)].sort();
  const page = all.slice(0, pageSize);
  const encode = (key: string) => (isEncoded ? encodeURIComponent(key) : escapeXml(key));
  const listed = await Promise.all(
    page.map(async (entry) => {
      if (delimiter !== "" && entry.endsWith(delimiter))
        return `<CommonPrefixes><Prefix>${encode(entry)}</Prefix></CommonPrefixes>`;
      const { size, mtime } = await stat(join(base, encodeURIComponent(entry)));
      const { etag } = JSON.parse(await readFile(join(base, `${encodeURIComponent(entry)}.meta`), "utf8"));
      return `<Contents><Key>${encode(entry)}</Key><LastModified>${mtime.toISOString()}</LastModified><ETag>${escapeXml(etag)}</ETag><Size>${size}</Size></Contents>`;
    }),
  );
  const last = escapeXml(page.at(-1) ?? "");
  const isTruncated = all.length > page.length;
  const next = isTruncated
    ? `<NextContinuationToken>${last}</NextContinuationToken><NextMarker>${last}</NextMarker>`
    : "";
  sendXml(
    response,
    200,
    `<ListBucketResult>${isEncoded ? "<EncodingType>url</EncodingType>" : ""}<Prefix>${encode(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${next}${listed.join("")}</ListBucketResult>`,
  );
}

const escapeXml = (text: string) => text.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);

function sendError(response: ServerResponse, status: number, code: string): void {
  sendXml(response, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function sendXml(response: ServerResponse, status: number, xml: string): void {
  const content = `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`;
  response
    .writeHead(status, { "content-type": "application/xml", "content-length": Buffer.byteLength(content) })
    .end(content);
}
