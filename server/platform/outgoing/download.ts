/** Downloads a file from an https URL that a member of staff, a file or an agent names: from the public internet only, within limits. */

import { type IncomingMessage, request as requestHttp } from "node:http";
import { request } from "node:https";
import { isPublicIp } from "./public-ip.ts";
import { createCheckedLookup, NotPublic, requireAllowedIp } from "./public-lookup.ts";

const TIMEOUT_MS = 20_000;
const MAX_REDIRECTS = 3;
const MB = 1024 * 1024;

/** Why a file was not downloaded, as the end of a sentence about its URL. */
export class DownloadProblem extends Error {}

interface DownloadedFile {
  content: Buffer;
  /** Its Content-Type. */
  type: string;
  /** Its Cache-Control; empty without one. */
  cacheControl: string;
}

/** @throws DownloadProblem */
export type Download = (url: string, limits: { maxBytes: number; signal?: AbortSignal }) => Promise<DownloadedFile>;

/**
 * @param isAllowed which IP addresses it connects to, and whether over http; tests allow their own machine
 * @param accept what it asks for, and as whom
 */
export function createDownloader({
  isAllowed = isPublicIp,
  mayBeHttp = false,
  timeoutMs = TIMEOUT_MS,
  maxRedirects = MAX_REDIRECTS,
  accept = "image/*",
  userAgent = "Kewra pictures",
} = {}): Download {
  const lookup = createCheckedLookup(isAllowed);

  function open(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      if (url.protocol !== "https:" && !(mayBeHttp && url.protocol === "http:"))
        return reject(new DownloadProblem(`leads to an address that doesn’t begin with https://`));
      if (url.username || url.password) return reject(new DownloadProblem("has a user name or password in it"));
      requireAllowedIp(url.hostname, isAllowed);
      const send = url.protocol === "https:" ? request : requestHttp;
      const headers = { accept, "accept-encoding": "identity", "user-agent": userAgent };
      const sent = send(url, { headers, lookup, agent: false, signal }, resolve);
      sent.on("error", reject);
      // For example after a response that upgrades the connection.
      sent.on("close", () => reject(new DownloadProblem("got no response")));
      sent.end();
    });
  }

  /** Each redirect is checked as the URL is. */
  async function follow(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    let current = url;
    for (let redirects = 0; ; redirects += 1) {
      const response = await open(current, signal);
      const { statusCode = 0, headers } = response;
      if (statusCode === 200) return response;
      response.destroy();
      if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location)
        throw new DownloadProblem(`was not fetched: its server responded with status ${statusCode}`);
      if (redirects === maxRedirects)
        throw new DownloadProblem(
          maxRedirects === 0 ? "redirects, which is not followed" : `redirects more than ${maxRedirects} times`,
        );
      const next = URL.parse(headers.location, current);
      if (!next) throw new DownloadProblem("redirects to what is no address");
      current = next;
    }
  }

  return async (url, { maxBytes, signal }) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await follow(new URL(url), signal ? AbortSignal.any([timeout, signal]) : timeout);
      const size = maxBytes < MB ? `${maxBytes / 1024} KB` : `${maxBytes / MB} MB`;
      const tooLarge = new DownloadProblem(`is larger than ${size}`);
      try {
        if (Number(response.headers["content-length"] ?? 0) > maxBytes) throw tooLarge;
        const chunks: Buffer[] = [];
        let bytes = 0;
        for await (const chunk of response as AsyncIterable<Buffer>) {
          bytes += chunk.length;
          if (bytes > maxBytes) throw tooLarge;
          chunks.push(chunk);
        }
        const { "content-type": type = "", "cache-control": cacheControl = "" } = response.headers;
        return { content: Buffer.concat(chunks), type, cacheControl };
      } finally {
        response.destroy();
      }
    } catch (error) {
      throw problemOf(error, timeout.aborted ? `was not fetched within ${timeoutMs / 1000} seconds` : null);
    }
  };
}

function problemOf(error: unknown, late: string | null): DownloadProblem {
  if (error instanceof DownloadProblem) return error;
  if (error instanceof NotPublic)
    return new DownloadProblem("leads to a private network, from which nothing is fetched");
  if (late) return new DownloadProblem(late);
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return new DownloadProblem("has a server that is not found");
  if (code === "ECONNRESET") return new DownloadProblem("was not fetched: the connection broke off");
  return new DownloadProblem(`was not fetched: ${message || code || "no response"}`);
}
