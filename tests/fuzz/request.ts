import { Agent, request as openRequest } from "node:http";

export interface Request {
  /** What the request tests. */
  what: string;
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
}

export interface Response {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  milliseconds: number;
}

const TIMEOUT_MS = 15_000;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** @throws Error when the connection ends without a response */
export function send(origin: string, { method, path, headers, body }: Request): Promise<Response> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    const url = new URL(origin);
    const clientRequest = openRequest(
      // The raw path: a URL would normalise it.
      {
        host: url.hostname,
        port: url.port,
        path,
        method,
        agent,
        headers: { ...headers, ...length },
        timeout: TIMEOUT_MS,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
            milliseconds: performance.now() - startedAt,
          }),
        );
      },
    );
    clientRequest.on("timeout", () => clientRequest.destroy(new Error(`no response within ${TIMEOUT_MS / 1000} s`)));
    clientRequest.on("error", reject);
    clientRequest.end(body);
  });
}

/** Encodes a text for a URL; a lone surrogate as the invalid UTF-8 bytes that some programs send. */
export function encodeForUrl(text: string): string {
  return Array.from(text, (character) =>
    /\p{Cs}/u.test(character) ? "%ED%A0%80" : encodeURIComponent(character),
  ).join("");
}

const BOUNDARY = "----fuzz";
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

export interface Part {
  name: string;
  value: string | Buffer;
  filename?: string;
}

export function multipart(parts: readonly Part[]): Buffer {
  const buffers = parts.flatMap(({ name, value, filename }) => {
    const file = filename === undefined ? "" : `; filename="${filename}"`;
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(value as string), Buffer.from("\r\n")];
  });
  return Buffer.concat([...buffers, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}
