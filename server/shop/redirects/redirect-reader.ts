import { eq, sql } from "drizzle-orm";
import type { ReadDatabase } from "../../platform/database/database.ts";
import { prepareQuery } from "../../platform/database/prepared.ts";
import { redirect } from "../../platform/database/schema.ts";
import type { ShopSettingsReader } from "../../selling/settings/shop-settings.ts";
import { findPages } from "./find-pages.ts";
import { oldShopTarget } from "./old-shop-paths.ts";
import { isOwnPath, normalPath, pathOfTarget } from "./paths.ts";

/** Returns where a path without a page leads: the path of a page of this shop, or null if it leads nowhere. */
export type RedirectReader = (path: string) => Promise<string | null>;

/** One statement finds a stored redirect, and up to two more whether its page exists. */
export function createRedirectReader({
  read,
  shopSettings,
}: {
  read: ReadDatabase;
  shopSettings: ShopSettingsReader;
}): RedirectReader {
  const statement = prepareQuery(
    "redirect",
    read
      .select({ to: redirect.toPath })
      .from(redirect)
      .where(eq(redirect.fromPath, sql.placeholder("from"))),
  );
  return async (path) => {
    const from = normalPath(path);
    if (from === null || isOwnPath(from)) return null;
    const [stored] = await statement.execute({ from });
    const { OLD_SHOP, REFUND_POLICY_PATH } = await shopSettings.current();
    const to = stored?.to ?? oldShopTarget(from, OLD_SHOP);
    if (to === null) return null;
    const page = (await findPages(read, [to])).get(to);
    if (page === undefined || normalPath(pathOfTarget(page)) === from) return null;
    // Its other spelling redirects once more.
    return page.replace(/^\/refund-(policy|plocy)(?=[?#]|$)/, REFUND_POLICY_PATH);
  };
}
