import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { FastifyBaseLogger } from "fastify";
import { RouterContextProvider } from "react-router";
import type { InProcessClient } from "../http/in-process-client.ts";
import type { FinishedResponse } from "../http/response-cache.ts";
import { observeApi } from "../http/response-topics.ts";
import { newScriptNonce, PAGE_SECURITY_HEADERS, type PolicyOptions, policyOf, takeOwnScripts } from "./security.ts";
import type { Storefront } from "./storefront.ts";

const compressBrotli = promisify(brotliCompress);
/** The first shopper waits for the compression: 5 is within 5 % of the best size and ten times as fast. */
const BROTLI_QUALITY = 5;
/** 256 KB, the largest size of a page: the default needs sixteen times the memory and compresses no better. */
const BROTLI_WINDOW_BITS = 18;

/** Browsers revalidate a page each time. */
export const BROWSER_CACHE = "public, max-age=0, must-revalidate";

export interface PageRequest extends PolicyOptions {
  path: string;
  /** `https://shop.example`, as in the browser's request. */
  origin: string;
  log: FastifyBaseLogger;
}

/** Renders a page of the storefront, compresses it and adds its headers: Content-Security-Policy, ETag. */
export async function renderPage(
  inProcessClient: InProcessClient,
  storefront: Storefront,
  request: PageRequest,
): Promise<FinishedResponse> {
  const url = new URL(request.path, request.origin);
  const { call, topics, hasFailed } = observeApi(inProcessClient.forPage(request));
  const build = await storefront.build();
  const context = new RouterContextProvider();
  const scriptNonce = newScriptNonce();
  context.set(build.entry.module.apiContext, { callInProcess: call, scriptNonce });

  const response = await storefront.render(new Request(url, { headers: { accept: "text/html" } }), context);
  const { html, scripts } = takeOwnScripts(await response.text(), scriptNonce);
  const plain = Buffer.from(html);
  const headers: Record<string, string> = { ...PAGE_SECURITY_HEADERS, "content-type": "text/html; charset=utf-8" };
  const location = response.headers.get("location");
  if (location) headers.location = location;
  const link = response.headers.get("link");
  if (link) headers.link = link;
  // Vite's development server adds scripts whose hashes are not known here.
  if (storefront.files) headers["content-security-policy"] = policyOf(scripts, request);
  const compressed = await compressBrotli(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
  const etag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  return {
    status: response.status,
    headers: {
      ...headers,
      "cache-control": BROWSER_CACHE,
      vary: "accept-encoding",
      etag,
    },
    etag,
    // Copied, because the compressor returns a slice of a larger buffer, which would stay in memory.
    brotli: Buffer.from(compressed),
    isWhole: response.status === 200 && !hasFailed(),
    topics,
  };
}
