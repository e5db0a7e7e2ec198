import type { FastifyInstance } from "fastify";
import { endpoints } from "../../contract/endpoints.ts";
import type { Database } from "../database/database.ts";
import { ApiError } from "../errors.ts";
import { handle } from "../http/endpoints.ts";
import type { ShopSettingsReader } from "../settings/shop-settings.ts";
import { findPage, listBanners, listBrandImages, listFaqs, listTestimonials } from "./content.ts";

interface Deps {
  db: Database;
  shopSettings: ShopSettingsReader;
}

export function contentRoutes(app: FastifyInstance, { db, shopSettings }: Deps): void {
  const readSettings = shopSettings.current;
  handle(app, endpoints.listFaqs, async () => ({ data: await listFaqs(db, readSettings) }));
  handle(app, endpoints.listTestimonials, async () => ({ data: await listTestimonials(db) }));
  handle(app, endpoints.listBrandImages, async () => ({ data: await listBrandImages(db) }));
  handle(app, endpoints.listBanners, async ({ query }) => ({
    data: await listBanners(db, {
      device: query.mobile_banner === "true" ? "phone" : "desktop",
      placements: query.placement ?? ["hero"],
    }),
  }));
  handle(app, endpoints.readPage, async ({ params }) => {
    const data = await findPage(db, params.slug, readSettings);
    if (!data) throw new ApiError("not_found", "We couldn’t find this page.");
    return { data };
  });
}
