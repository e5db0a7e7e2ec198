import type { FastifyRequest } from "fastify";
import type { DeploymentSettings } from "../../platform/config/config.ts";
import { originOf } from "../../platform/http/origin.ts";
import type { ShopSettingsReader } from "../../selling/settings/shop-settings.ts";
import type { FeedShop } from "./feed-row.ts";

/** Reads what the rows of a feed say of the shop. Its links have the origin of the request, unless SHOP_ORIGIN is set. */
export async function readFeedShop(
  request: FastifyRequest,
  {
    settings,
    shopSettings,
  }: { settings: Pick<DeploymentSettings, "SHOP_ORIGIN" | "MEDIA_HOST">; shopSettings: ShopSettingsReader },
): Promise<FeedShop> {
  const { SHOP_NAME, RETURN_DAYS, REFUND_POLICY_PATH } = await shopSettings.current();
  return {
    name: SHOP_NAME,
    origin: settings.SHOP_ORIGIN || originOf(request),
    mediaHost: settings.MEDIA_HOST,
    returnDays: RETURN_DAYS,
    refundPolicyPath: REFUND_POLICY_PATH,
  };
}
