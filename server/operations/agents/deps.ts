import type { orderTerms } from "../../buying/checkout/order-terms.ts";
import type { DeploymentSettings } from "../../platform/config/config.ts";
import type { Database, ReadDatabase } from "../../platform/database/database.ts";
import type { RepeatedRequests } from "../../platform/http/repeated-requests.ts";
import type { LocalLimits } from "../../platform/rate-limits/local-limits.ts";
import type { ShopSettingsReader } from "../../selling/settings/shop-settings.ts";
import type { CatalogueCaches } from "../../shop/catalogue/listing/list-products.ts";
import type { ReadShipping } from "../../shop/catalogue/products.ts";
import type { PlatformProfiles } from "./callers/platform-profiles.ts";

/** What the handlers of operations need of the shop. */
export interface AgentDeps {
  db: Database;
  read: ReadDatabase;
  settings: DeploymentSettings;
  shopSettings: ShopSettingsReader;
  /** Caches of the shop's own listings. */
  catalogue: CatalogueCaches;
  readShipping: ReadShipping;
  /** The terms of an order, as the checkout reads them. */
  terms: ReturnType<typeof orderTerms>;
  repeatedRequests: RepeatedRequests;
  profiles: PlatformProfiles;
  limits: LocalLimits;
}
