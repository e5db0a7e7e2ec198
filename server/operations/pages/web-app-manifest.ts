import type { FastifyInstance } from "fastify";
import type { ShopSettingsReader } from "../../selling/settings/shop-settings.ts";

interface Deps {
  shopSettings: ShopSettingsReader;
}

/** The storefront's colour token `paper`, also used in its icons. */
const PAPER = "#faf6ef";
/** Longer names under an icon are cut off. */
const SHORT_NAME_LENGTH = 12;

/** Serves the web app manifest. Name, tagline and colour are the owner's settings. */
export function webAppManifestRoute(app: FastifyInstance, { shopSettings }: Deps): void {
  app.get("/manifest.webmanifest", async (_request, reply) => {
    const { SHOP_NAME, SHOP_TAGLINE, BRAND_COLOR } = await shopSettings.current();
    return reply
      .type("application/manifest+json; charset=utf-8")
      .header("cache-control", "public, max-age=3600")
      .send(JSON.stringify(manifestOf(SHOP_NAME, SHOP_TAGLINE, BRAND_COLOR)));
  });
}

function manifestOf(name: string, tagline: string, color: string) {
  return {
    id: "/",
    name,
    short_name: name.length <= SHORT_NAME_LENGTH ? name : name.slice(0, SHORT_NAME_LENGTH).trim(),
    description: tagline,
    lang: "en-IN",
    start_url: "/",
    scope: "/",
    display: "standalone",
    theme_color: color,
    background_color: PAPER,
    categories: ["shopping", "beauty"],
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}
