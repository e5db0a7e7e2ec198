/** Stores what a provider has paid out. Idempotent. */

import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { rowsOf } from "../../../platform/database/rows.ts";
import { type PaymentProviderName, settledItem } from "../../../platform/database/schema.ts";
import type { SettledItem } from "../provider.ts";

/** Rows per statement, below the limit of parameters. */
const BATCH = 500;
/** Columns that a later report may correct. */
const CORRECTED = [
  ["amountPaise", "amount_paise"],
  ["creditPaise", "credit_paise"],
  ["debitPaise", "debit_paise"],
  ["feePaise", "fee_paise"],
  ["taxPaise", "tax_paise"],
  ["settledAt", "settled_at"],
] as const;
/** Columns that one report may lack and another has. */
const ADDED = [
  ["utr", "utr"],
  ["providerDisputeId", "provider_dispute_id"],
] as const;

export async function storeItems(
  db: DatabaseOrTransaction,
  provider: PaymentProviderName,
  items: readonly SettledItem[],
): Promise<void> {
  const rows = items.map(({ id: itemId, providerPaymentId, providerDisputeId, ...item }) => ({
    ...item,
    provider,
    itemId,
    providerPaymentId,
    providerDisputeId,
  }));
  for (let at = 0; at < rows.length; at += BATCH)
    await db
      .insert(settledItem)
      .values(rows.slice(at, at + BATCH))
      .onConflictDoUpdate({
        target: [settledItem.provider, settledItem.settlementId, settledItem.itemId],
        set: Object.fromEntries([
          ...CORRECTED.map(([name, column]) => [name, sql.raw(`excluded.${column}`)] as const),
          ...ADDED.map(
            ([name, column]) => [name, sql.raw(`coalesce(excluded.${column}, settled_item.${column})`)] as const,
          ),
        ]),
      });
}

/** Counts the items that are new, or stored with other amounts. */
export async function compareItems(
  db: DatabaseOrTransaction,
  provider: PaymentProviderName,
  items: readonly SettledItem[],
): Promise<{ added: number; changed: number; same: number }> {
  const counts = { added: 0, changed: 0, same: 0 };
  for (let at = 0; at < items.length; at += BATCH) {
    const some = items.slice(at, at + BATCH);
    const ids = sql.join(
      some.map(({ id }) => sql`${id}`),
      sql`, `,
    );
    const stored = await rowsOf(
      db,
      { key: "string", amounts: "string" },
      sql`select settlement_id || ' ' || item_id as key,
          concat_ws(' ', amount_paise, credit_paise, debit_paise, fee_paise, tax_paise) as amounts
        from settled_item where provider = ${provider} and item_id in (${ids})`,
    );
    const known = new Map(stored.map(({ key, amounts }) => [key, amounts]));
    for (const item of some) {
      const amounts = [item.amountPaise, item.creditPaise, item.debitPaise, item.feePaise, item.taxPaise].join(" ");
      const before = known.get(`${item.settlementId} ${item.id}`);
      counts[before === undefined ? "added" : before === amounts ? "same" : "changed"] += 1;
    }
  }
  return counts;
}
