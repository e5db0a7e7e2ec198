import { basename } from "node:path";
import type { GoLivePoint } from "../../../contract/admin/go-live.ts";
import { isoDayInIndia } from "../../../contract/dates.ts";
import { countTestOrders } from "../../orders/orders/test-orders.ts";
import { hasStaff } from "../../people/staff/members.ts";
import type { SettingName } from "../../platform/config/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { findDemoTrace } from "../../platform/live/database-state.ts";
import { readOverview } from "../../selling/settings/overview.ts";
import { readShipping } from "../../selling/shipping/shipping-tables.ts";
import { countCategories, findUnknownCategories } from "../../shop/catalogue/categories.ts";
import {
  countProducts,
  countProductsInStock,
  findUnknownSlugs,
  findWithoutImporter,
} from "../../shop/catalogue/import/product-lookups.ts";
import { exportContent } from "../../shop/content/content-folder.ts";
import { PAGE_SLUGS } from "../../shop/content/page-slugs.ts";

/** A setting or content to change or confirm before the shop goes live. */
export interface OpenPoint {
  /** The setting to change; missing for content. */
  setting?: SettingName;
  /** The place where it is changed. */
  place: GoLivePoint["place"];
  /** One sentence. */
  text: string;
  /** The command, or the line of `.env`, that changes it. */
  remedy: string;
}

/** Characters of a value that its point shows. */
const MAX_SHOWN = 80;

/** Marks a text in a template that only the owner can write. */
const TO_FILL_IN = "[FILL IN";

/** Lists everything to do before the shop can go live; empty if nothing. */
export async function readOpenPoints(
  db: Database,
  environment: Record<string, string | undefined>,
): Promise<OpenPoint[]> {
  const settings = await openSettings(db, environment);
  const named = new Set(settings.map(({ setting }) => setting));
  // A setting that still is the demo's is changed anyway, whatever it names.
  const others = (await openInDatabase(db, environment)).filter(({ setting }) => !setting || !named.has(setting));
  return [...settings, ...others];
}

async function openSettings(db: Database, environment: Record<string, string | undefined>): Promise<OpenPoint[]> {
  const overview = await readOverview(db, environment);
  return overview.flatMap(({ name, scope, shown, secret, liveProblem, source, canConfirm }) => {
    if (liveProblem === undefined) return [];
    const value = shown === "" ? "empty" : secret ? "set" : `“${excerptOf(shown.replaceAll("|", "; "))}”`;
    const place =
      scope === "shop" && source !== "environment" ? `npm run settings -- ${name} VALUE` : `${name}=… in .env`;
    return [
      {
        setting: name,
        place: "setting" as const,
        text: `${name} is ${value}: ${liveProblem}.`,
        remedy: canConfirm ? `${place}; the same value confirms it` : place,
      },
    ];
  });
}

/** A value such as a list of claims may be long; what matters is which setting it is. */
const excerptOf = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).trimEnd()}…` : text);

async function openInDatabase(db: Database, environment: Record<string, string | undefined>): Promise<OpenPoint[]> {
  const points: OpenPoint[] = [];
  const trace = await findDemoTrace(db);
  if (trace)
    points.push({
      place: "database",
      text: `The database is not fit for a live shop: ${trace}.`,
      remedy: "npm run demo:clear -- --keep-catalogue",
    });
  if ((await countCategories(db)) === 0)
    points.push({ place: "categories", text: "There is no category.", remedy: "npm run categories:import FILE" });
  if ((await countProducts(db)) === 0)
    points.push({ place: "products", text: "There is no product.", remedy: "npm run catalogue:import FILE" });
  else if ((await countProductsInStock(db)) === 0)
    points.push({
      place: "products",
      text: "No product is published and in stock, so there is nothing to buy.",
      remedy: "npm run admin -- receiveStock SKU --units UNITS",
    });
  const unnamed = (await partsOf("IMPORTER")).length > 0 ? [] : await findWithoutImporter(db);
  if (unnamed.length > 0)
    points.push({
      setting: "IMPORTER",
      place: "setting",
      text: `Products from abroad that are on sale without the importer that the law asks for: ${unnamed.join(", ")}.`,
      remedy: 'npm run settings -- IMPORTER "NAME|ADDRESS", or the importer of each product',
    });
  if (!(await hasStaff(db)))
    points.push({
      place: "staff",
      text: "Nobody can sign in to the back office.",
      remedy: "npm run staff -- invite EMAIL --role owner",
    });
  const testOrders = await countTestOrders(db);
  if (testOrders > 0)
    points.push({
      place: "test_orders",
      text: testOrders === 1 ? "1 test order is stored." : `${testOrders} test orders are stored.`,
      remedy: "npm run admin -- takeBackTestOrders",
    });
  const shipping = await readShipping(db);
  const today = isoDayInIndia(new Date());
  if (shipping.methods.length > 0 && !shipping.holidays.some((day) => day >= today))
    points.push({
      place: "shipping",
      text: "No holiday lies ahead, so deliveries are promised on holidays.",
      remedy: "add the holidays in the back office under Shipping, or by npm run admin -- changeShipping",
    });
  const [announcement = ""] = await partsOf("SHOP_ANNOUNCEMENT");
  const charging = shipping.zones.filter(({ rates }) =>
    Object.values(rates).every((steps) => steps.some(({ pricePaise }) => pricePaise > 0)),
  );
  // "Free shipping above ₹999" names its condition.
  if (/\bfree (shipping|delivery)\b/i.test(announcement) && !/\d/.test(announcement) && charging.length > 0)
    points.push({
      setting: "SHOP_ANNOUNCEMENT",
      place: "setting",
      text: `SHOP_ANNOUNCEMENT is “${excerptOf(announcement)}”: shipping costs money in ${charging.map(({ name }) => name).join("; ")}.`,
      remedy: 'npm run settings -- SHOP_ANNOUNCEMENT "TEXT"',
    });
  const texts = await exportContent(db);
  const missing = PAGE_SLUGS.filter((slug) => !texts.has(`pages/${slug}.md`));
  if (missing.length > 0)
    points.push({ place: "pages", text: `Pages without a text: ${missing.join(", ")}.`, remedy: "npm run setup" });
  const unfinished = [...texts].filter(([, text]) => text.includes(TO_FILL_IN)).map(([file]) => basename(file, ".md"));
  if (unfinished.length > 0)
    points.push({
      place: "pages",
      text: `Pages with something to fill in: ${unfinished.join(", ")}.`,
      remedy: "npm run content:export my-texts, fill it in, npm run content:import my-texts",
    });
  const unknownSlugs = await findUnknownSlugs(db, await partsOf("FOOTER_PRODUCTS"));
  if (unknownSlugs.length > 0)
    points.push({
      setting: "FOOTER_PRODUCTS",
      place: "setting",
      text: `FOOTER_PRODUCTS names products that do not exist: ${unknownSlugs.join(", ")}.`,
      remedy: 'npm run settings -- FOOTER_PRODUCTS "SLUG|SLUG"',
    });
  const unknownCategories = await findUnknownCategories(db, await partsOf("CASH_EXCLUDED_CATEGORIES"));
  if (unknownCategories.length > 0)
    points.push({
      setting: "CASH_EXCLUDED_CATEGORIES",
      place: "setting",
      text: `CASH_EXCLUDED_CATEGORIES names categories that do not exist: ${unknownCategories.join(", ")}.`,
      remedy: 'npm run settings -- CASH_EXCLUDED_CATEGORIES "SLUG|SLUG"',
    });
  return points;

  async function partsOf(setting: SettingName): Promise<string[]> {
    const shown = (await readOverview(db, environment)).find(({ name }) => name === setting)?.shown ?? "";
    return shown
      .split("|")
      .map((part) => part.trim())
      .filter(Boolean);
  }
}
