import type { FastifyInstance } from "fastify";
import { endpoints } from "../../../contract/endpoints.ts";
import { ApiError } from "../../base/errors.ts";
import type { DeploymentSettings } from "../../platform/config/config.ts";
import type { ReadDatabase } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/endpoints.ts";
import { measurementOf } from "../../selling/settings/measurement.ts";
import type { ShopSettingsReader } from "../../selling/settings/shop-settings.ts";
import { findPage, listBanners, listBrandImages, listFaqs, listTestimonials } from "./content.ts";
import type { TextFacts } from "./placeholders.ts";

interface Deps {
  read: ReadDatabase;
  deployment: DeploymentSettings;
  shopSettings: ShopSettingsReader;
}

export function contentRoutes(app: FastifyInstance, { read, deployment, shopSettings }: Deps): void {
  const readSettings = async (): Promise<TextFacts> => {
    const settings = await shopSettings.current();
    return { ...settings, measurement: measurementOf(settings, deployment) };
  };
  handle(app, endpoints.listFaqs, async () => ({ data: await listFaqs(read, readSettings) }));
  handle(app, endpoints.listTestimonials, async () => ({ data: await listTestimonials(read) }));
  handle(app, endpoints.listBrandImages, async () => ({ data: await listBrandImages(read) }));
  handle(app, endpoints.listBanners, async ({ query }) => ({
    data: await listBanners(read, {
      device: query.mobile_banner === "true" ? "phone" : "desktop",
      placements: query.placement ?? ["hero"],
    }),
  }));
  handle(app, endpoints.listReasons, async () => ({ data: (await readSettings()).WHY_CHOOSE_US }));
  handle(app, endpoints.readPage, async ({ params }) => {
    const data = await findPage(read, params.slug, readSettings);
    if (!data) throw new ApiError("not_found", "We couldn’t find this page.");
    return { data };
  });
}
