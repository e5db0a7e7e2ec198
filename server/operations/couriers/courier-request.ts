/** Requests to couriers' servers: limited in time and length, and clear about whether one that failed may have been carried out. */

import { CourierError } from "./provider.ts";

/** Sends a request: `fetch`, or the sandbox's own function within this process. */
export type CourierFetch = (url: string, init: RequestInit) => Promise<Response>;

export interface CourierRequest {
  method: "GET" | "POST" | "DELETE" | "PATCH";
  headers?: Record<string, string>;
  body?: string;
  /** Whether it books, cancels or orders something, so that it may not be repeated without knowing what it has done. */
  acts: boolean;
}

interface RequestOptions {
  fetch: CourierFetch;
  timeoutMs: number;
  /** Maximum length of the response. */
  maxBytes?: number;
}

const MAX_BYTES = 2 * 1024 * 1024;

/** Errors before a connection exists: nothing was sent. */
const NOT_CONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/**
 * @throws CourierError `no_response` if a request that acts may have been carried out, `not_sent` for any other without a response
 */
export async function requestCourier(
  url: string,
  { acts, ...init }: CourierRequest,
  { fetch, timeoutMs, maxBytes = MAX_BYTES }: RequestOptions,
): Promise<{ status: number; body: Buffer; contentType: string }> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await Promise.race([
      // A redirect would send the key elsewhere.
      fetch(url, { ...init, redirect: "manual", signal }),
      // An injected fetch may ignore the signal.
      new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true })),
    ]);
    const body = await readBody(response, maxBytes);
    return { status: response.status, body, contentType: response.headers.get("content-type") ?? "" };
  } catch (error) {
    const cause = (error as { cause?: { code?: unknown } }).cause?.code;
    const wasSent = !NOT_CONNECTED.test(String(cause));
    throw new CourierError(
      acts && wasSent ? "no_response" : "not_sent",
      "unavailable",
      typeof cause === "string" ? `No connection (${cause}).` : "No usable response in time.",
      { cause: error },
    );
  }
}

async function readBody(response: Response, maxBytes: number): Promise<Buffer> {
  if (!response.body) return Buffer.alloc(0);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body) {
    length += part.length;
    if (length > maxBytes) throw new Error("its response has no end");
    parts.push(part);
  }
  return Buffer.concat(parts);
}
