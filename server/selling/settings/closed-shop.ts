/** Closes a live shop to strangers until its owner opens it. Those who have the link from Go live see it as it will be. */

import { createHmac } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { CLOSED_PATH, OPEN_ENDPOINTS, OPEN_PATHS } from "../../../contract/closed-shop.ts";
import { type EndpointName, endpoints } from "../../../contract/endpoints.ts";
import { ApiError } from "../../base/errors.ts";
import { equalInConstantTime } from "../../base/secrets.ts";
import type { DeploymentSettings } from "../../platform/config/config.ts";
import type { ShopSettingsReader } from "./shop-settings.ts";

/** How long a link, and the cookie that it sets, show the closed shop. */
const PASS_DAYS = 30;
const DAY_SECONDS = 24 * 60 * 60;
const COOKIE = "shop_pass";

declare module "fastify" {
  interface FastifyRequest {
    /** Whether it gets what strangers do not. */
    isInClosedShop: boolean;
  }
}

/** Returns the path of a link that shows the closed shop for 30 days. */
export function closedShopPath(secret: string, now: Date): string {
  const until = String(Math.floor(now.getTime() / 1000) + PASS_DAYS * DAY_SECONDS);
  return `${CLOSED_PATH}?pass=${until}.${sign(secret, until)}`;
}

const sign = (secret: string, until: string) =>
  createHmac("sha256", secret)
    .update(JSON.stringify(["shop pass", until]))
    .digest("base64url");

/** Returns the seconds for which a pass is good; 0 for none that the shop has signed. */
function secondsLeft(secret: string, pass: string, now: Date): number {
  const [, until = "", signature = ""] = /^(\d{10})\.([\w-]{43})$/.exec(pass) ?? [];
  if (until === "" || !equalInConstantTime(signature, sign(secret, until))) return 0;
  return Math.max(0, Number(until) - Math.floor(now.getTime() / 1000));
}

/**
 * Adds the gate to an app. While the shop is closed its pages lead strangers to `/opening-soon`, and its API answers 503 with the code
 * `shop_closed`, as its feeds do, except for what that page and the legal pages need. The back office, pictures, health checks and what payment providers
 * send pass at any time.
 */
export function closeToStrangers(
  app: FastifyInstance,
  {
    settings,
    shopSettings,
  }: { settings: Pick<DeploymentSettings, "CODE_SECRET" | "DEMO">; shopSettings: ShopSettingsReader },
): void {
  app.decorateRequest("isInClosedShop", false);
  if (settings.DEMO) return;

  app.addHook("onRequest", async (request, reply) => {
    const kind = kindOf(request);
    if (kind === "open" || (await shopSettings.current()).SHOP_OPEN) {
      if (kind === "open" && pathOf(request) === CLOSED_PATH) return enter(request);
      return;
    }
    if (secondsLeft(settings.CODE_SECRET, passOf(request), new Date()) > 0) {
      request.isInClosedShop = true;
      return;
    }
    if (kind === "endpoint") throw new ApiError("shop_closed", "The shop isn’t open yet.");
    return reply.header("cache-control", "no-store").redirect(CLOSED_PATH, 302);

    async function enter({ query }: FastifyRequest) {
      const { pass } = query as { pass?: unknown };
      if (typeof pass !== "string") {
        if ((await shopSettings.current()).SHOP_OPEN) return reply.redirect("/", 302);
        return;
      }
      const seconds = secondsLeft(settings.CODE_SECRET, pass, new Date());
      if (seconds === 0) return reply.redirect(CLOSED_PATH, 302);
      const secure = request.protocol === "https" ? "; Secure" : "";
      return reply
        .headers({
          "cache-control": "no-store",
          "set-cookie": `${COOKIE}=${pass}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`,
        })
        .redirect("/", 302);
    }
  });
  // No cache between may store what strangers must not see.
  app.addHook("onSend", async (request, reply) => {
    if (request.isInClosedShop)
      reply.headers({ "cache-control": "private, no-store", "cdn-cache-control": "no-store" });
  });
}

const CLOSED_ROUTES: ReadonlySet<string> = new Set(
  (Object.keys(endpoints) as EndpointName[])
    .filter((name) => !OPEN_ENDPOINTS.includes(name))
    .map((name) => `/api${endpoints[name].path}`),
);

const pathOf = ({ url }: FastifyRequest) => url.split("?", 1)[0] ?? "";

/** Only the pages have this route; the storefront's files have one each. */
const PAGES = "/*";

function kindOf(request: FastifyRequest): "page" | "endpoint" | "open" {
  const route = request.routeOptions.url ?? "";
  if (CLOSED_ROUTES.has(route)) return "endpoint";
  if (route.startsWith("/feeds/") || isForAgents(route)) return "endpoint";
  if (route.startsWith("/sitemap")) return "page";
  if (route !== PAGES) return "open";
  const path = pathOf(request);
  return OPEN_PATHS.some((open) => path === open || path.startsWith(`${open}/`)) ? "open" : "page";
}

const isForAgents = (route: string) => /^\/(?:ucp(?:\/|$)|\.well-known\/ucp|llms\.txt)/.test(route);

function passOf({ headers }: FastifyRequest): string {
  for (const pair of (headers.cookie ?? "").split(";")) {
    const [name = "", value = ""] = pair.split("=");
    if (name.trim() === COOKIE) return value.trim();
  }
  return "";
}
