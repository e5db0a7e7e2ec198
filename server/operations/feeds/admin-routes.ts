import type { FastifyInstance, FastifyRequest } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import type { Feed } from "../../../contract/admin/feeds.ts";
import { FEED_CHANNEL_CODES, FEED_CHANNELS } from "../../../contract/feeds.ts";
import type { DeploymentSettings, Environment } from "../../platform/config/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { originOf } from "../../platform/http/origin.ts";
import { changeSettings } from "../../selling/settings/change-settings.ts";
import type { ShopSettingsReader } from "../../selling/settings/shop-settings.ts";
import type { ReadShipping } from "../../shop/catalogue/products.ts";
import { readFeedShop } from "./feed-shop.ts";
import { readVisit } from "./feed-visits.ts";
import { createRowsReader } from "./read-rows.ts";
import { findRejectedSizes } from "./rejected-sizes.ts";

interface Deps {
  db: Database;
  settings: Pick<DeploymentSettings, "SHOP_ORIGIN" | "MEDIA_HOST">;
  shopSettings: ShopSettingsReader;
  environment: Environment;
  readShipping: ReadShipping;
}

export function feedAdminRoutes(admin: FastifyInstance, deps: Deps): void {
  const { db, settings, shopSettings, environment } = deps;
  const readRows = createRowsReader(db, deps.readShipping);

  async function listFeeds(request: FastifyRequest): Promise<Feed[]> {
    const current = await shopSettings.current();
    const origin = settings.SHOP_ORIGIN || originOf(request);
    return Promise.all(
      FEED_CHANNEL_CODES.map(async (channel) => {
        const { path, setting } = FEED_CHANNELS[channel];
        const visit = await readVisit(db, channel);
        return {
          channel,
          url: origin + path,
          isOn: current[setting],
          isFixed: environment[setting] !== undefined,
          fetchedAt: visit?.fetchedAt.toISOString() ?? null,
          userAgent: visit?.userAgent ?? "",
        };
      }),
    );
  }

  handleAdmin(admin, adminEndpoints.listFeeds, async ({ request }) => ({ data: await listFeeds(request) }));
  handleAdmin(admin, adminEndpoints.switchFeed, async ({ request, staff: actor, params: { channel }, body }) => {
    await changeSettings({ db, actor, environment }, { [FEED_CHANNELS[channel].setting]: String(body.isOn) });
    return { data: await listFeeds(request) };
  });
  handleAdmin(admin, adminEndpoints.listRejectedSizes, async ({ request, params: { channel }, query: { after } }) => {
    const shop = await readFeedShop(request, deps);
    return { data: await findRejectedSizes(channel, Number(after ?? 0), { shop, readRows }) };
  });
}
