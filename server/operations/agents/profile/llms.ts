import type { FastifyInstance } from "fastify";
import { ApiError } from "../../../base/errors.ts";
import type { ShopSettings } from "../../../platform/config/config.ts";
import { originOf } from "../../../platform/http/origin.ts";
import { listCategorySlugs } from "../../../shop/catalogue/listing/sitemap-urls.ts";
import type { AgentDeps } from "../deps.ts";
import { UCP_VERSIONS } from "../versions.ts";
import { PROFILE_PATH } from "./business-profile.ts";

const CACHE = "public, max-age=3600, stale-while-revalidate=86400";

/** Serves `/llms.txt` (https://llmstxt.org): what a language model that reads the shop should know. */
export function llmsRoute(app: FastifyInstance, { read, settings, shopSettings }: AgentDeps): void {
  app.get("/llms.txt", { schema: { hide: true } }, async (request, reply) => {
    const shop = await shopSettings.current();
    if (!shop.AGENTS) throw new ApiError("not_found");
    const origin = settings.SHOP_ORIGIN || originOf(request);
    const text = llmsText({ shop, origin, categories: await listCategorySlugs(read) });
    return reply.type("text/plain; charset=utf-8").header("cache-control", CACHE).send(text);
  });
}

interface LlmsParts {
  shop: Pick<ShopSettings, "SHOP_NAME" | "SHOP_TAGLINE" | "REFUND_POLICY_PATH">;
  origin: string;
  categories: readonly string[];
}

function llmsText({ shop, origin, categories }: LlmsParts): string {
  const link = (name: string, path: string, about = "") => `- [${name}](${origin}${path})${about && `: ${about}`}`;
  return [
    `# ${shop.SHOP_NAME}`,
    "",
    `> ${shop.SHOP_TAGLINE}. Prices are in Indian rupees and include GST; the shop delivers in India.`,
    "",
    "Each product’s page has its name, price, stock and ingredients as JSON-LD. Nobody can be charged by a program: buyers pay on the shop’s own page.",
    "",
    "## For shopping agents",
    "",
    link(
      "UCP profile",
      PROFILE_PATH,
      `Universal Commerce Protocol, versions ${UCP_VERSIONS.join(" and ")}: search, product, cart, checkout, order`,
    ),
    "",
    "## Products",
    "",
    link("All products", "/products"),
    link("Sitemap", "/sitemap.xml", "every product and page"),
    ...categories.map((slug) => link(`Category ${slug}`, `/category/${slug}`)),
    "",
    "## About the shop",
    "",
    link("About us", "/about-us"),
    link("Questions and answers", "/faq"),
    link("Contact", "/contact"),
    link("Terms and conditions", "/terms-conditions"),
    link("Refund policy", shop.REFUND_POLICY_PATH),
    link("Privacy policy", "/privacy-policy"),
    "",
  ].join("\n");
}
