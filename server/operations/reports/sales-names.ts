/** Names for the rows of sales reports. */

import { eq, type SQL, sql } from "drizzle-orm";
import type { SalesGrouping } from "../../../contract/admin/sales-report.ts";
import type { Database } from "../../platform/database/database.ts";
import { category, product, variant } from "../../platform/database/schema.ts";

const METHODS: Readonly<Record<string, string>> = {
  cash_on_delivery: "Cash on delivery",
  cash_with_advance: "Cash on delivery, a part in advance",
  online: "Online",
  upi: "UPI",
  card: "Card",
  netbanking: "Netbanking",
  wallet: "Wallet",
  emi: "EMI",
  paylater: "Pay later",
};

/** Others are origins of platforms whose agents brought the orders. */
const CHANNELS: Readonly<Record<string, string>> = { draft_order: "Draft orders", shop: "Shop" };

/** @returns a function from key to name */
export async function namesOf(
  db: Database,
  by: SalesGrouping,
  keys: readonly string[],
): Promise<(key: string) => string> {
  switch (by) {
    case "product":
    case "variant":
    case "category": {
      const names = await readNames(db, by, keys.filter((key) => key !== "").map(Number));
      return (key) => names.get(Number(key)) ?? "A product that was deleted";
    }
    case "payment":
      return (key) => METHODS[key] ?? key;
    case "channel":
      return (key) => CHANNELS[key] ?? `Agents of ${key.replace(/^https?:\/\//, "")}`;
    case "courier":
      return (key) => key || "Not shipped yet";
    default:
      return (key) => key || "Unknown";
  }
}

async function readNames(db: Database, by: "product" | "variant" | "category", ids: readonly number[]) {
  // One parameter: preparing thousands takes longer than reading their rows.
  const rows = await READERS[by](db, sql`any (${`{${ids.join(",")}}`}::bigint[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const READERS = {
  product: (db: Database, ids: SQL) =>
    db.select({ id: product.id, name: product.title }).from(product).where(sql`${product.id} = ${ids}`),
  variant: async (db: Database, ids: SQL) => {
    const rows = await db
      .select({ id: variant.id, title: product.title, label: variant.label, sku: variant.sku })
      .from(variant)
      .innerJoin(product, eq(product.id, variant.productId))
      .where(sql`${variant.id} = ${ids}`);
    return rows.map(({ id, title, label, sku }) => ({ id, name: `${title}, ${label} (${sku})` }));
  },
  category: (db: Database, ids: SQL) =>
    db.select({ id: category.id, name: category.name }).from(category).where(sql`${category.id} = ${ids}`),
};
