/** The shop's balance with the provider, from which refunds are paid: captured payments less refunds and settlements. */

import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../server/platform/database/database.ts";
import { rowsOf } from "../../server/platform/database/rows.ts";
import { sandboxPaymentEntity as entity } from "../../server/platform/database/schema/sandbox.ts";
import { newId, randomDigits, unixSeconds } from "./entities.ts";
import { add, type SettlementRecord } from "./ledger.ts";

/** Reads the balance in paise and locks it until the transaction ends; null if nothing was settled, so that it covers every refund. */
export async function lockBalance(trx: DatabaseOrTransaction): Promise<number | null> {
  const [settled] = await rowsOf(trx, {}, sql`select from ${entity} where kind = 'settlement' limit 1`);
  if (!settled) return null;
  await trx.execute(sql`select pg_advisory_xact_lock(hashtextextended('sandbox balance', 0))`);
  return readBalance(trx);
}

async function readBalance(trx: DatabaseOrTransaction): Promise<number> {
  const [row] = await rowsOf(
    trx,
    { balance: "number" },
    sql`select coalesce(sum(case
        when kind = 'payment' and (body ->> 'captured')::boolean then (body ->> 'amount')::int
        when kind = 'refund' and body ->> 'status' <> 'failed' then - (body ->> 'amount')::int
        when kind = 'settlement' then - (body ->> 'amount')::int
      end), 0)::float8 as balance from ${entity}`,
  );
  return row?.balance ?? 0;
}

/** Pays the whole balance out to the shop's bank account. */
export async function settleBalance(trx: DatabaseOrTransaction, now: Date): Promise<SettlementRecord> {
  const settlement: SettlementRecord = {
    id: newId("setl"),
    entity: "settlement",
    amount: await readBalance(trx),
    status: "processed",
    utr: randomDigits(16),
    created_at: unixSeconds(now),
    sandbox: {},
  };
  await add(trx, "settlement", settlement, {}, now);
  return settlement;
}
