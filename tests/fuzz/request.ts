import { Agent, request as open } from "node:http";

export interface Request {
  /** What is invalid about it. */
  what: string;
  method: string;
  /** With its query. */
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
    const started = performance.now();
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    const url = new URL(origin);
    const sent = open(
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
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts),
            milliseconds: performance.now() - started,
          }),
        );
      },
    );
    sent.on("timeout", () => sent.destroy(new Error(`no response within ${TIMEOUT_MS / 1000} s`)));
    sent.on("error", reject);
    sent.end(body);
  });
}

/** A text in a URL; lone surrogates as the bytes that a careless program sends. */
export function inUrl(text: string): string {
  return Array.from(text, (sign) => (/\p{Cs}/u.test(sign) ? "%ED%A0%80" : encodeURIComponent(sign))).join("");
}

const BOUNDARY = "----fuzz";
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

export interface Part {
  name: string;
  value: string | Buffer;
  filename?: string;
}

export function multipart(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ name, value, filename }) => {
    const file = filename === undefined ? "" : `; filename="${filename}"`;
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(value as string), Buffer.from("\r\n")];
  });
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}
