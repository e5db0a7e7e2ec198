import { extname } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress, gzip } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { pageChannel } from "../../base/traced-operations.ts";
import type { DeploymentSettings } from "../../platform/config/config.ts";
import { accepts } from "../../platform/http/accepted-encodings.ts";
import { isNotModified } from "../../platform/http/etag.ts";
import { originOf } from "../../platform/http/origin.ts";
import type { FinishedResponse, ResponseCache } from "../../platform/http/response-cache.ts";
import { REVALIDATE } from "../../platform/http/shared-cache-headers.ts";
import type { MediaLibrary } from "../../platform/media/media-library.ts";
import type { ShopSettingsReader } from "../../selling/settings/shop-settings.ts";
import type { NotFoundCounter } from "../../shop/redirects/not-found-paths.ts";
import type { RedirectReader } from "../../shop/redirects/redirect-reader.ts";
import { brandIconRoutes, ICON_FILES } from "./brand-icons.ts";
import { redirectPage, renderPage } from "./render.ts";
import type { Storefront } from "./storefront.ts";

const compressGzip = promisify(gzip);
const decompressBrotli = promisify(brotliDecompress);

/** Serves the storefront: its built files, and pages from the cache or rendered. */
interface PageDeps {
  storefront: Storefront;
  cache: ResponseCache;
  settings: DeploymentSettings;
  media: MediaLibrary;
  shopSettings: ShopSettingsReader;
  findRedirect: RedirectReader;
  notFound: NotFoundCounter;
}

export const pageRoutes = fp(
  async (
    app: FastifyInstance,
    { storefront, cache, settings, media, shopSettings, findRedirect, notFound }: PageDeps,
  ) => {
    const { MEDIA_HOST, ASSETS_HOST, GOOGLE_CLIENT_ID, RAZORPAY_KEY_ID, RAZORPAY_SCRIPT, RAZORPAY_API } = settings;
    const policy = {
      mediaHost: MEDIA_HOST,
      assetsHost: ASSETS_HOST,
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
        globIgnore: [...ICON_FILES],
        setHeaders: (response, path) => {
          response.header("x-content-type-options", "nosniff");
          // Webmail shows the emails' mark on its own pages.
          if (path.endsWith("email-mark.png")) response.header("cross-origin-resource-policy", "cross-origin");
          response.header(
            "cache-control",
            /[\\/]assets[\\/]/.test(path) ? "public, max-age=31536000, immutable" : REVALIDATE,
          );
        },
      });
      brandIconRoutes(app, { media, shopSettings });
    }

    /** Renders a page; where there is none, its redirect. */
    async function renderOrRedirect(path: string, request: FastifyRequest, origin: string): Promise<FinishedResponse> {
      const { ANALYTICS: analytics } = await shopSettings.current();
      const asked = { path, origin, log: request.log, ...policy, analytics };
      const page = await renderPage(app.inProcessClient, storefront, asked);
      if (page.status !== 404) return page;
      const target = await findRedirect(path);
      return target === null ? page : redirectPage(page, target);
    }

    const sendFound = (request: FastifyRequest, reply: FastifyReply, page: FinishedResponse, path: string) => {
      if (page.status === 404) notFound.count(path);
      const { location } = page.headers;
      if (!location) return send(request, reply, page);
      const headers = { ...page.headers, location: withQuery(location, request.url, path) };
      return send(request, reply, { ...page, headers });
    };

    const respond = (request: FastifyRequest, reply: FastifyReply, path: string) => {
      const origin = originOf(request);
      const key = `${settings.SHOP_ORIGIN || origin}${path}`;
      const cached = cache.find(key);
      if (cached) return sendFound(request, reply, cached, path);
      return cache
        .render(key, () => pageChannel.tracePromise(() => renderOrRedirect(path, request, origin), { path }))
        .then((page) => sendFound(request, reply, page, path));
    };

    /** No page has a path like that of a file, such as /about.html. */
    const respondToFile = async (reply: FastifyReply, url: URL) => {
      const target = await findRedirect(url.pathname);
      if (target === null) {
        notFound.count(url.pathname);
        return reply.callNotFound();
      }
      return reply
        .header("cache-control", REVALIDATE)
        .redirect(withQuery(target, `${url.pathname}${url.search}`, url.pathname), 301);
    };

    app.get("/*", (request, reply) => {
      if (PLAIN_PATH.test(request.url)) return respond(request, reply, request.url);
      const url = readUrl(request.url);
      if (url === null) return reply.callNotFound();
      if (extname(url.pathname) !== "") return respondToFile(reply, url);
      const canonical = canonicalUrl(request.url);
      if (canonical !== request.url) return reply.redirect(canonical, 301);
      return storefront.pagePathOf(url).then((path) => respond(request, reply, path));
    });
  },
);

/** Matches a path that `pagePathOf` would return unchanged. Nearly all paths are such, and need not wait for the build. */
const PLAIN_PATH = /^(\/|(\/[a-z0-9-]+)+)$/;

/** Line breaks and other control characters. Nothing has one in its path, and the router's patterns match no line break. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** Null for a malformed URL, and for one that no page can have. */
function readUrl(url: string): URL | null {
  try {
    const read = new URL(url, "http://localhost");
    return CONTROL.test(decodeURIComponent(read.pathname)) ? null : read;
  } catch {
    return null;
  }
}

/** Writes a URL's slashes once, since two at its beginning name a host, and the slug of a product or category in lowercase. */
const canonicalUrl = (url: string): string =>
  url.replace(/^[/\\][^?]*/, (path) => {
    const single = path.replace(/[/\\]{2,}/g, "/");
    return /^\/(product|category)\//i.test(single) ? single.toLowerCase() : single;
  });

/** Parameters by which campaigns and advertisers recognise a click. */
const OF_CAMPAIGN = /^(?:utm_[a-z_]+|[a-z]*clid|gad_source|gbraid|wbraid|mc_[ce]id|_kx|srsltid)$/i;

/** Adds to a redirect the parameters of the requested URL that its page does not read and a campaign has added. */
function withQuery(location: string, requested: string, path: string): string {
  const { searchParams: read } = new URL(path, "http://localhost");
  const others = [...new URL(requested, "http://localhost").searchParams].filter(
    ([name]) => !read.has(name) && OF_CAMPAIGN.test(name),
  );
  if (others.length === 0) return location;
  const [target = "", ...fragment] = location.split(/(?=#)/);
  return `${target}${target.includes("?") ? "&" : "?"}${new URLSearchParams(others)}${fragment.join("")}`;
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  page: FinishedResponse,
): FastifyReply | Promise<FastifyReply> {
  reply.headers(page.headers).code(page.status);
  const encoding = accepts(request, "br") ? "br" : accepts(request, "gzip") ? "gzip" : null;
  // Strong ETags differ between encodings (RFC 9110, 8.8.3.3).
  const hash = encoding ? `${page.hash}-${encoding}` : page.hash;
  if (page.status === 200 && isNotModified(request, reply, hash)) return reply.send();
  if (encoding) reply.header("content-encoding", encoding);
  return encoding === "br" ? reply.send(page.body) : sendWithoutBrotli(reply, page, encoding);
}

/** Decompresses for clients without brotli. Every browser of the last ten years accepts it, so nothing is cached for others. */
async function sendWithoutBrotli(
  reply: FastifyReply,
  page: FinishedResponse,
  encoding: "gzip" | null,
): Promise<FastifyReply> {
  const plain = await decompressBrotli(page.body);
  return reply.send(encoding ? await compressGzip(plain) : plain);
}
