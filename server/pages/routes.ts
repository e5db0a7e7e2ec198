import { extname } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { Settings } from "../config.ts";
import { originOf } from "../http/origin.ts";
import type { FinishedPage, PageCache } from "./cache.ts";
import { BROWSER_CACHE, renderPage } from "./render.ts";
import type { Storefront } from "./storefront.ts";

const compressGzip = promisify(gzip);

/** Keys of a page's query that make another page; whatever else is in an address (campaign marks) makes no second copy. */
const QUERY_KEYS = ["page", "sort", "search", "min_price", "max_price", "notes", "availability"];

/** Serves the storefront: its built files, and every page, from the cache or rendered. */
export const pageRoutes = fp(
  async (
    app: FastifyInstance,
    { storefront, cache, settings }: { storefront: Storefront; cache: PageCache; settings: Settings },
  ) => {
    const { MEDIA_HOST, GOOGLE_CLIENT_ID, RAZORPAY_KEY_ID, RAZORPAY_SCRIPT, RAZORPAY_API } = settings;
    const policy = {
      mediaHost: MEDIA_HOST,
      googleSignIn: GOOGLE_CLIENT_ID !== "",
      payments: RAZORPAY_KEY_ID === "" ? null : { script: RAZORPAY_SCRIPT, api: RAZORPAY_API },
    };
    await storefront.attach?.(app);
    if (storefront.files) {
      await app.register(fastifyStatic, {
        root: storefront.files,
        wildcard: false,
        preCompressed: true,
        index: false,
        setHeaders: (response, path) => {
          response.header("x-content-type-options", "nosniff");
          response.header(
            "cache-control",
            /[\\/]assets[\\/]/.test(path) ? "public, max-age=31536000, immutable" : BROWSER_CACHE,
          );
        },
      });
    }

    app.get("/*", (request, reply) => {
      const path = pagePath(request.url);
      if (path === null || extname(path.split("?")[0] ?? "") !== "") return reply.callNotFound();
      const origin = originOf(request);
      const key = `${settings.SHOP_ORIGIN || origin}${path}`;
      const kept = cache.find(key);
      if (kept) return send(request, reply, kept);
      return cache
        .findOrMake(key, () =>
          renderPage(app.ownCalls, storefront, {
            path,
            origin,
            log: request.log,
            ...policy,
          }),
        )
        .then((page) => send(request, reply, page));
    });
  },
);

/** A path that is written in no other way than this and has no query, as nearly all are. */
const PLAIN_PATH = /^\/[a-z0-9/-]*$/;

/** The path with the part of the query that matters, in one spelling; null for what cannot be a page's address. */
function pagePath(url: string): string | null {
  if (PLAIN_PATH.test(url) && !url.startsWith("//")) return url;
  try {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const kept = new URLSearchParams();
    for (const key of QUERY_KEYS) for (const value of searchParams.getAll(key)) kept.append(key, value);
    const query = kept.toString();
    return query ? `${pathname}?${query}` : pathname;
  } catch {
    return null;
  }
}

function send(request: FastifyRequest, reply: FastifyReply, page: FinishedPage): FastifyReply | Promise<FastifyReply> {
  reply.headers(page.headers);
  if (page.status === 200 && request.headers["if-none-match"]?.includes(page.etag)) return reply.code(304).send();
  reply.code(page.status);
  const accepted = request.headers["accept-encoding"] ?? "";
  if (/\bbr\b/.test(accepted)) return reply.header("content-encoding", "br").send(page.brotli);
  // Every browser of the last ten years takes brotli; for what else calls, nothing is kept.
  if (/\bgzip\b/.test(accepted))
    return compressGzip(page.plain).then((zipped) => reply.header("content-encoding", "gzip").send(zipped));
  return reply.send(page.plain);
}
