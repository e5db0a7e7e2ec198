import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants } from "node:zlib";
import type { FastifyBaseLogger } from "fastify";
import { hashOf } from "../../platform/http/etag.ts";
import type { InProcessClient } from "../../platform/http/in-process-client.ts";
import type { FinishedResponse } from "../../platform/http/response-cache.ts";
import { observeApi } from "../../platform/http/response-topics.ts";
import { finishScripts, newScriptNonce } from "./page-scripts.ts";
import { PAGE_SECURITY_HEADERS, type PolicyOptions, policyOf } from "./security.ts";
import type { Storefront } from "./storefront.ts";

const compressBrotli = promisify(brotliCompress);
/** The first shopper waits for the compression: quality 7 takes more than twice as long and saves 1 %. */
const BROTLI_QUALITY = 6;
/** 256 KB, the maximum size of a page: the default needs sixteen times the memory and compresses no better. */
const BROTLI_WINDOW_BITS = 18;

export interface PageRequest extends PolicyOptions {
  path: string;
  /** `https://shop.example`, as in the browser's request. */
  origin: string;
  log: FastifyBaseLogger;
}

/** Renders a page of the storefront, compresses it and adds its headers, such as Content-Security-Policy. */
export async function renderPage(
  inProcessClient: InProcessClient,
  storefront: Storefront,
  request: PageRequest,
): Promise<FinishedResponse> {
  const url = new URL(request.path, request.origin);
  const { call, topics, hasFailed } = observeApi(inProcessClient.forPage(request));
  const scriptNonce = newScriptNonce();
  const { status, location, link, errors, ...rendered } = await storefront.render({
    url: url.href,
    scriptNonce,
    callInProcess: call,
  });
  for (const err of errors) request.log.error({ err }, "page failed");
  // In development the order of Vite's own scripts matters, and their hashes are not known here.
  const isBuilt = storefront.files !== undefined;
  const { html, scripts } = finishScripts(rendered.html, scriptNonce, { afterPaint: isBuilt });
  const headers: Record<string, string> = {
    ...PAGE_SECURITY_HEADERS,
    "content-type": "text/html; charset=utf-8",
    // The only one, because pages are the same for every visitor and device.
    vary: "accept-encoding",
  };
  if (location) headers.location = location;
  if (link) headers.link = link;
  if (isBuilt) headers["content-security-policy"] = policyOf(scripts, request);
  const compressed = await compressBrotli(html, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
    },
  });
  return {
    status,
    headers,
    hash: hashOf(html),
    // Copied, because the compressor returns a slice of a larger buffer, which would stay in memory.
    body: Buffer.from(compressed),
    isWhole: status === 200 && !hasFailed(),
    topics,
  };
}

const EMPTY = brotliCompressSync(Buffer.alloc(0));

/**
 * Makes a permanent redirect in place of a page that does not exist. It depends on what the page would be made from: once there is one, the
 * redirect is not used.
 * @param target a path of this shop
 */
export function redirectPage(missing: FinishedResponse, target: string): FinishedResponse {
  return {
    ...missing,
    status: 301,
    headers: { ...missing.headers, location: target },
    body: EMPTY,
    isWhole: true,
    // Of the redirects, what they lead to, and the rules for a former shop.
    topics: new Set([...missing.topics, "content", "catalogue", "settings"]),
  };
}
