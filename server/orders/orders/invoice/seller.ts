import { BRAND_COLOR } from "../../../../contract/brand-colors.ts";
import type { ShopSettings } from "../../../platform/config/config.ts";
import type { Seller } from "../../../platform/database/schema.ts";

/** Returns the seller from the current settings. An order stores a copy, because an issued invoice must not change. */
export function sellerOf(
  settings: Pick<
    ShopSettings,
    "SHOP_NAME" | "SHOP_ADDRESS" | "SELLER_NAME" | "SELLER_GSTIN" | "SELLER_STATE" | "BRAND_COLOR" | "BRAND_MARK"
  >,
): Seller {
  return {
    brand: settings.SHOP_NAME,
    name: settings.SELLER_NAME,
    address: settings.SHOP_ADDRESS,
    gstin: settings.SELLER_GSTIN,
    state: settings.SELLER_STATE,
    ...(settings.BRAND_COLOR !== BRAND_COLOR && { color: settings.BRAND_COLOR }),
    ...(settings.BRAND_MARK !== "" && { mark: settings.BRAND_MARK }),
  };
}
