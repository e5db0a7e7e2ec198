import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { PERSONAL_PATH_PREFIXES } from "../../../contract/personal-pages.ts";
import { ApiError } from "../../base/errors.ts";
import type { DeploymentSettings } from "../../platform/config/config.ts";
import type { ReadDatabase } from "../../platform/database/database.ts";
import { originOf } from "../../platform/http/origin.ts";
import type { ShopSettingsReader } from "../../selling/settings/shop-settings.ts";
import { listCategorySlugs, listProductChunks, readProductChunk } from "../../shop/catalogue/listing/sitemap-urls.ts";
import { readPageDates } from "../../shop/content/page-dates.ts";
import { PAGE_SLUGS } from "../../shop/content/page-slugs.ts";

/** Products per sitemap; the protocol allows 50,000 URLs and 50 MB. */
const PRODUCTS_PER_SITEMAP = 40_000;
/** The chunk of the highest possible product id, a 32-bit integer. */
const LAST_CHUNK = Math.ceil(2 ** 31 / PRODUCTS_PER_SITEMAP);
/** Search engines may cache these files for an hour, and use a stale one while they fetch the new one. */
const CACHE = "public, max-age=3600, stale-while-revalidate=86400";

/** Paths that robots must not crawl: personal pages, and listings in another order. */
const NOT_FOR_ROBOTS = ["/api", ...PERSONAL_PATH_PREFIXES, "/*?*search="];
/** Pages without a date. */
const UNDATED_PATHS = ["/", "/products", "/bestsellers", "/crazy-deals", "/faq"];

interface Deps {
  read: ReadDatabase;
  settings: DeploymentSettings;
  shopSettings: ShopSettingsReader;
}

interface SitemapEntry {
  path: string;
  changed?: Date | undefined;
}

/**
 * Serves `/robots.txt` and the sitemaps that it names. It reads no setting of the owner: search engines stop crawling where it fails, so it
 * does not need the database, and names the profile for agents also where they are switched off.
 */
export function searchEngineRoutes(app: FastifyInstance, { read, settings, shopSettings }: Deps): void {
  const shopOrigin = (request: FastifyRequest) => settings.SHOP_ORIGIN || originOf(request);

  app.get("/robots.txt", async (request, reply) => {
    const origin = shopOrigin(request);
    const lines = ["User-agent: *", ...NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}`), "Allow: /"];
    return reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", CACHE)
      .send(`${lines.join("\n")}\n\nSitemap: ${origin}/sitemap.xml\n# Shopping agents: ${origin}/.well-known/ucp\n`);
  });

  app.get("/sitemap.xml", async (request, reply) => {
    const origin = shopOrigin(request);
    const chunks = await listProductChunks(read, PRODUCTS_PER_SITEMAP);
    const files: SitemapEntry[] = [
      { path: "/sitemaps/pages.xml" },
      ...chunks.map(({ chunk, updatedAt }) => ({ path: `/sitemaps/products-${chunk}.xml`, changed: updatedAt })),
    ];
    return sendXml(reply, `${open("sitemapindex")}${entries("sitemap", origin, files)}</sitemapindex>\n`);
  });

  app.get("/sitemaps/pages.xml", async (request, reply) => {
    const { REFUND_POLICY_PATH } = await shopSettings.current();
    const [origin, dates, categories] = await Promise.all([
      shopOrigin(request),
      readPageDates(read),
      listCategorySlugs(read),
    ]);
    const pages: SitemapEntry[] = [
      ...UNDATED_PATHS.map((path) => ({ path })),
      ...PAGE_SLUGS.filter((slug) => dates.has(slug)).map((slug) => ({
        path: slug === "refund-policy" ? REFUND_POLICY_PATH : `/${slug}`,
        changed: dates.get(slug),
      })),
      ...categories.map((slug) => ({ path: `/category/${slug}` })),
    ];
    return sendXml(reply, `${open("urlset")}${entries("url", origin, pages)}</urlset>\n`);
  });

  app.get<{ Params: { chunk: string } }>("/sitemaps/products-:chunk(^[1-9]\\d{0,5}).xml", async (request, reply) => {
    const chunk = Number(request.params.chunk);
    if (chunk > LAST_CHUNK) throw new ApiError("not_found");
    const origin = shopOrigin(request);
    const batches = readProductChunk(read, chunk, PRODUCTS_PER_SITEMAP);
    // Reads the first batch before anything is sent, so that a missing file can get a 404.
    const first = await batches.next();
    if (first.done) throw new ApiError("not_found");

    async function* write(): AsyncGenerator<string> {
      yield open("urlset");
      for (let batch = first; !batch.done; batch = await batches.next()) {
        yield entries(
          "url",
          origin,
          batch.value.map(({ slug, updatedAt }) => ({ path: `/product/${slug}`, changed: updatedAt })),
        );
      }
      yield "</urlset>\n";
    }
    return sendXml(reply, Readable.from(write()));
  });
}

function sendXml(reply: FastifyReply, xml: string | Readable): FastifyReply {
  return reply.type("application/xml; charset=utf-8").header("cache-control", CACHE).send(xml);
}

function open(root: "sitemapindex" | "urlset"): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n`;
}

function entries(element: "sitemap" | "url", origin: string, listed: SitemapEntry[]): string {
  return listed
    .map(({ path, changed }) => {
      const date = changed ? `<lastmod>${changed.toISOString().slice(0, 19)}Z</lastmod>` : "";
      return `<${element}><loc>${escapeXml(origin + path)}</loc>${date}</${element}>\n`;
    })
    .join("");
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}
