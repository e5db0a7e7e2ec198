/** Posts to a URL that staff has typed or a setting names, and to no other: redirects are not followed. */

import { type IncomingMessage, request as requestHttp } from "node:http";
import { request } from "node:https";
import { isPublicIp } from "./public-ip.ts";
import { createCheckedLookup, requireAllowedIp } from "./public-lookup.ts";

const TIMEOUT_MS = 10_000;

interface Outgoing {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

interface PostResponse {
  status: number;
  /** Empty unless the poster reads bodies. */
  body: string;
}

/** @throws Error without a response, and for an address outside the public internet; `mayHaveArrived` says whether it may have been processed */
export type Post = (outgoing: Outgoing) => Promise<PostResponse>;

/** Errors after which no byte of the request can have reached its server. */
const UNSENT = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"];

/** Whether a request may have been processed although it has no response. */
export const mayHaveArrived = (error: unknown): boolean =>
  !(error instanceof NotSent) && !UNSENT.includes(String((error as NodeJS.ErrnoException).code));

/** The request was not sent. */
class NotSent extends Error {}

/**
 * @param isAllowed which IP addresses it connects to, and whether over http; tests allow their own machine
 * @param maxBytes of a response's body; without them only its status is read
 */
export function createPoster({
  isAllowed = isPublicIp,
  mayBeHttp = false,
  timeoutMs = TIMEOUT_MS,
  maxBytes = 0,
} = {}): Post {
  const lookup = createCheckedLookup(isAllowed);
  return ({ url, headers, body }) =>
    new Promise((resolve, reject) => {
      const { protocol, hostname } = new URL(url);
      if (protocol !== "https:" && !(mayBeHttp && protocol === "http:")) return reject(new NotSent("It is not https."));
      try {
        requireAllowedIp(hostname, isAllowed);
      } catch (error) {
        return reject(new NotSent((error as Error).message));
      }
      const send = protocol === "https:" ? request : requestHttp;
      let hasResponse = false;
      const sent = send(
        url,
        {
          method: "POST",
          headers: { ...headers, "content-length": Buffer.byteLength(body) },
          lookup,
          agent: false,
          signal: AbortSignal.timeout(timeoutMs),
        },
        (response) => {
          hasResponse = true;
          readBody(response, maxBytes).then((text) => resolve({ status: response.statusCode ?? 0, body: text }), fail);
        },
      );
      const fail = (error: Error) =>
        reject(
          error.name === "TimeoutError" || error.name === "AbortError"
            ? new Error(`no response within ${timeoutMs / 1000} seconds`)
            : error,
        );
      sent.on("error", fail);
      // For example after a response that upgrades the connection.
      sent.on("close", () => hasResponse || reject(new Error("no response")));
      sent.end(body);
    });
}

/** Reads a body up to its limit; the rest, which may be endless, is not waited for. */
async function readBody(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    if (maxBytes > 0)
      for await (const chunk of response as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        chunks.push(chunk);
        if (bytes >= maxBytes) break;
      }
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString("utf8");
}
