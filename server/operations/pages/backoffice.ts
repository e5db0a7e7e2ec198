import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { inlineScriptHashes } from "./security.ts";

const BUILD = join(import.meta.dirname, "../../../build/backoffice/client");

/**
 * Serves the application of the back office below `/admin`: one page for every path, whose scripts read the API. Only the hashed files are
 * cached, and search engines do not index it.
 */
export async function backofficeRoutes(app: FastifyInstance): Promise<void> {
  // `npm run dev` serves the last build.
  if (!existsSync(join(BUILD, "index.html"))) return;
  const page = readFileSync(join(BUILD, "index.html"), "utf8");
  const policy = policyOf(page);
  await app.register(fastifyStatic, {
    root: join(BUILD, "assets"),
    prefix: "/assets/",
    wildcard: false,
    preCompressed: true,
    index: false,
    // The storefront has already set these.
    decorateReply: false,
    setHeaders: (response) => {
      response.header("x-content-type-options", "nosniff");
      response.header("x-robots-tag", "noindex, nofollow");
      response.header("cache-control", "public, max-age=31536000, immutable");
    },
  });
  app.get("/", sendPage);
  app.get("/*", sendPage);

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    // The application has no path without the trailing slash.
    if (/^\/admin(?:\?|$)/.test(request.url)) return reply.redirect("/admin/", 308);
    if (/\.[a-z0-9]+$/i.test(request.url.split("?")[0] ?? "")) return reply.callNotFound();
    return reply
      .headers({
        "content-security-policy": policy,
        "cache-control": "no-store",
        "x-robots-tag": "noindex, nofollow",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        // The camera scans packing slips.
        "permissions-policy": "camera=(self), microphone=(), geolocation=()",
      })
      .type("text/html; charset=utf-8")
      .send(page);
  }
}

/** Returns the page's policy: only its own scripts run, and it connects only to this shop. */
function policyOf(page: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${inlineScriptHashes(page).join(" ")}`,
    "style-src 'self'",
    // The preview of an email has the email's own policy; style attributes cannot run scripts.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
