/** Sends a request to a URL that staff has typed, and to no other: redirects are not followed. */

import { request as requestHttp } from "node:http";
import { request } from "node:https";
import { isPublicIp } from "../../platform/outgoing/public-ip.ts";
import { createCheckedLookup, requireAllowedIp } from "../../platform/outgoing/public-lookup.ts";

const TIMEOUT_MS = 10_000;

interface Outgoing {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** @returns the status. @throws Error without a response, and for an address outside the public internet */
export type Send = (outgoing: Outgoing) => Promise<number>;

/** @param isAllowed which IP addresses it connects to, and whether over http; tests allow their own machine */
export function createSender({ isAllowed = isPublicIp, mayBeHttp = false, timeoutMs = TIMEOUT_MS } = {}): Send {
  const lookup = createCheckedLookup(isAllowed);
  return ({ url, headers, body }) =>
    new Promise((resolve, reject) => {
      const { protocol, hostname } = new URL(url);
      if (protocol !== "https:" && !(mayBeHttp && protocol === "http:")) return reject(new Error("It is not https."));
      requireAllowedIp(hostname, isAllowed);
      const send = protocol === "https:" ? request : requestHttp;
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
          resolve(response.statusCode ?? 0);
          // Only the status counts; the body may be endless.
          response.destroy();
        },
      );
      sent.on("error", (error) =>
        reject(
          error.name === "TimeoutError" || error.name === "AbortError"
            ? new Error(`no response within ${timeoutMs / 1000} seconds`)
            : error,
        ),
      );
      // For example after a response that upgrades the connection.
      sent.on("close", () => reject(new Error("no response")));
      sent.end(body);
    });
}
