/** Compares what the provider has paid out with the shop's payments and refunds. */

import { type SQL, sql } from "drizzle-orm";
import {
  MAX_FETCHED_DAYS,
  MAX_SETTLEMENT_ITEMS,
  MAX_SETTLEMENT_ROWS,
  SETTLED_WITHIN_DAYS,
  type SettledItemDifference,
  type Settlement,
  type SettlementDetail,
  type SettlementProblem,
  type Settlements,
} from "../../../../contract/admin/settlements.ts";
import { DAY_MS, endOfDayInIndia, isoDayInIndia, startOfDayInIndia } from "../../../../contract/dates.ts";
import { ApiError } from "../../../base/errors.ts";
import { paise, plainRupees, sumInRupees } from "../../../base/money.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { column, numbersOf, type RowOf, rowsOf } from "../../../platform/database/rows.ts";
import { isOfRealOrder } from "../../orders/test-orders.ts";

const DEFAULT_DAYS = 30;
const MAX_DAYS = 400;
const EXPORTED_AT_ONCE = 1000;

type Days = { from: string; to: string };

/** @throws ApiError (400) for a period that ends before it begins, or is too long */
export function settledDays({ from, to }: Partial<Record<keyof Days, string | undefined>>, now: Date): Days {
  const last = to ?? isoDayInIndia(now);
  const first = from ?? isoDayInIndia(new Date(startOfDayInIndia(last).getTime() - (DEFAULT_DAYS - 1) * DAY_MS));
  if (first > last) throw ApiError.ofField("to", "The period ends before it begins.", "bad_request");
  if (Date.parse(last) - Date.parse(first) > MAX_DAYS * DAY_MS)
    throw ApiError.ofField("from", `Please choose a period of at most ${MAX_DAYS} days.`, "bad_request");
  return { from: first, to: last };
}

const isWithin = (time: SQL, { from, to }: Days) =>
  sql`${time} >= ${startOfDayInIndia(from).toISOString()}::timestamptz and ${time} < ${endOfDayInIndia(to).toISOString()}::timestamptz`;

/** @throws ApiError (400) as `settledDays`, or for too many days: each is a request to the provider */
export function fetchedDays(days: Days, now: Date): Days {
  const [to] = [days.to, isoDayInIndia(now)].toSorted();
  const fetched = settledDays({ from: days.from, to }, now);
  if (Date.parse(fetched.to) - Date.parse(fetched.from) >= MAX_FETCHED_DAYS * DAY_MS)
    throw ApiError.ofField("from", `Please ask for at most ${MAX_FETCHED_DAYS} days at once.`, "bad_request");
  return fetched;
}

const time = (at: Date | string) => new Date(at).toISOString();

export async function readSettlements(db: Database, days: Days, now: Date): Promise<Settlements> {
  const [settlements, lostDisputes, wrong, missing] = await Promise.all([
    listSettlements(db, days),
    sumLostDisputes(db, days),
    listWrong(db, days),
    listMissing(db, days, now),
  ]);
  return { ...days, settlements, lostDisputes, problems: [...wrong, ...missing].slice(0, MAX_SETTLEMENT_ROWS) };
}

/** Lists settlements by transfer, the latest first. */
async function listSettlements(db: Database, days: Days): Promise<Settlement[]> {
  const rows = await rowsOf(
    db,
    {
      id: "string",
      utr: "string?",
      settled_at: "string",
      ...numbersOf(["payments", "gross", "refunds", "refunded", "other", "fees", "tax", "net"]),
    },
    sql`select settlement_id as id, max(utr) as utr, max(settled_at) as settled_at,
        count(*) filter (where kind = 'payment')::int as payments, coalesce(sum(amount_paise) filter (where kind = 'payment'), 0) as gross,
        count(*) filter (where kind = 'refund')::int as refunds, coalesce(sum(amount_paise) filter (where kind = 'refund'), 0) as refunded,
        coalesce(sum(credit_paise - debit_paise + fee_paise) filter (where kind = 'other'), 0) as other, sum(fee_paise) as fees, sum(tax_paise) as tax, sum(credit_paise) - sum(debit_paise) as net
      from settled_item where ${isWithin(sql`settled_at`, days)} group by settlement_id order by max(settled_at) desc, settlement_id`,
  );
  return rows.map((row) => ({
    id: row.id,
    utr: row.utr,
    settledAt: time(row.settled_at),
    payments: row.payments,
    gross: sumInRupees(row.gross),
    refunds: row.refunds,
    refunded: sumInRupees(row.refunded),
    other: sumInRupees(row.other),
    fees: sumInRupees(row.fees),
    tax: sumInRupees(row.tax),
    net: sumInRupees(row.net),
  }));
}

/** Sums lost disputes. They are not returned goods, so they change no invoice and no sales, only the money. */
async function sumLostDisputes(db: Database, days: Days): Promise<Settlements["lostDisputes"]> {
  const [row] = await rowsOf(
    db,
    { count: "number", deducted: "number", fees: "string" },
    sql`select count(*)::int as count, coalesce(sum(deducted_paise), 0) as deducted, coalesce(sum((
        select sum(item.fee_paise) from settled_item item
        where item.provider = dispute.provider and item.provider_dispute_id = dispute.provider_dispute_id
          and item.settled_at >= dispute.created_at)), 0) as fees
      from dispute where state = 'lost' and ${isWithin(sql`closed_at`, days)} and ${isOfRealOrder(sql`dispute.order_id`)}`,
  );
  return { count: row?.count ?? 0, deducted: sumInRupees(row?.deducted ?? 0), fees: sumInRupees(row?.fees ?? 0) };
}

const PROBLEM_ROW = {
  kind: column<SettlementProblem["of"]>("string"),
  id: "string",
  order_number: "string?",
  at: "string",
  settled: "number?",
  expected: "number?",
} as const;

const toProblem = (row: RowOf<typeof PROBLEM_ROW>): SettlementProblem => ({
  kind: row.settled === null ? "missing" : row.expected === null ? "unknown" : "different",
  of: row.kind,
  id: row.id,
  order: row.order_number,
  at: time(row.at),
  settled: row.settled === null ? null : sumInRupees(row.settled),
  expected: row.expected === null ? null : sumInRupees(row.expected),
});

/** Selects items that were paid out, but are unknown to the shop or have another amount. */
const listWrong = (db: Database, days: Days) => listWrongOf(db, isWithin(sql`item.settled_at`, days));

/** As `listWrong`, for the items with these provider ids. */
export const listProblemsOf = (db: DatabaseOrTransaction, ids: readonly string[]): Promise<SettlementProblem[]> =>
  listWrongOf(db, sql`item.item_id = any(${sql.param(`{${ids.join(",")}}`)}::text[])`);

async function listWrongOf(db: DatabaseOrTransaction, isConcerned: SQL): Promise<SettlementProblem[]> {
  const rows = await rowsOf(
    db,
    PROBLEM_ROW,
    sql`select item.kind, item.item_id as id, placed.number as order_number, item.settled_at as at, item.amount_paise as settled,
        coalesce(paid.amount_paise, given.amount_paise) as expected
      from settled_item item
        left join payment paid on item.kind = 'payment' and paid.provider = item.provider and paid.provider_payment_id = item.item_id
        left join refund given on item.kind = 'refund' and given.provider_refund_id = item.item_id
        left join customer_order placed on placed.id = coalesce(paid.order_id, given.order_id)
      where ${isConcerned} and item.kind <> 'other'
        and coalesce(paid.amount_paise, given.amount_paise) is distinct from item.amount_paise
      order by item.settled_at desc, item.item_id limit ${MAX_SETTLEMENT_ROWS}`,
  );
  return rows.map(toProblem);
}

/** Lists payments and refunds of the period that should have been paid out, but are in no transfer. */
async function listMissing(db: Database, days: Days, now: Date): Promise<SettlementProblem[]> {
  const until = new Date(now.getTime() - SETTLED_WITHIN_DAYS * DAY_MS).toISOString();
  const rows = await rowsOf(
    db,
    { ...PROBLEM_ROW, at: "string?" },
    sql`select * from (
        select 'payment' as kind, paid.provider_payment_id as id, placed.number as order_number, coalesce(placed.advance_paid_at, placed.paid_at) as at, null::int as settled,
          paid.amount_paise as expected
        from customer_order placed join payment paid on paid.order_id = placed.id
        where not placed.is_test and ${isWithin(sql`placed.created_at`, days)} and placed.created_at < ${until}::timestamptz
          and paid.provider <> 'cash' and paid.state in ('captured', 'refunded') and paid.provider_payment_id is not null
          and not exists (select from settled_item item where item.item_id = paid.provider_payment_id)
        union all
        select 'refund', given.provider_refund_id, placed.number, given.processed_at, null, given.amount_paise
        from refund given join customer_order placed on placed.id = given.order_id
        where not placed.is_test and ${isWithin(sql`given.processed_at`, days)} and given.processed_at < ${until}::timestamptz
          and given.state = 'processed' and given.provider_refund_id is not null
          and not exists (select from settled_item item where item.item_id = given.provider_refund_id)
      ) as missing order by at desc, id limit ${MAX_SETTLEMENT_ROWS}`,
  );
  return rows.map((row) => toProblem({ ...row, at: row.at ?? now.toISOString() }));
}

/** Reads the items of one transfer, each with the shop's amount. @throws ApiError (404) */
export async function readSettlement(db: Database, id: string): Promise<SettlementDetail> {
  const rows = await rowsOf(
    db,
    ITEM_ROW,
    sql`${ITEMS} where item.settlement_id = ${id} order by item.kind, item.item_id`,
  );
  const [first] = rows;
  if (!first) throw new ApiError("not_found", "There is no such settlement.");
  const sum = (column: "credit" | "debit" | "fee" | "tax") => rows.reduce((total, row) => total + row[column], 0);
  const items = rows.map((row) => ({
    id: row.item_id,
    kind: row.kind,
    order: row.order_number,
    amount: sumInRupees(row.amount),
    fee: sumInRupees(row.fee),
    tax: sumInRupees(row.tax),
    net: sumInRupees(row.credit - row.debit),
    expected: row.expected === null ? null : sumInRupees(row.expected),
    differs: differsOf(row),
  }));
  return {
    id,
    utr: rows.find(({ utr }) => utr !== null)?.utr ?? null,
    settledAt: time(first.settled_at),
    fees: sumInRupees(sum("fee")),
    tax: sumInRupees(sum("tax")),
    net: sumInRupees(sum("credit") - sum("debit")),
    differing: items.filter(({ differs }) => differs !== null).length,
    more: Math.max(0, items.length - MAX_SETTLEMENT_ITEMS),
    // Differing items come first.
    items: items.sort((a, b) => Number(b.differs !== null) - Number(a.differs !== null)).slice(0, MAX_SETTLEMENT_ITEMS),
  };
}

/** Returns what does not match of an item; null if everything does. */
function differsOf({
  kind,
  amount,
  expected,
  credit,
  debit,
  fee,
  tax,
}: RowOf<typeof ITEM_ROW>): SettledItemDifference | null {
  if (kind !== "other" && expected === null) return "unknown";
  if (kind !== "other" && expected !== amount) return "amount";
  if (credit - debit !== (kind === "payment" ? amount - fee : kind === "refund" ? -amount - fee : credit - debit))
    return "net";
  return tax > fee ? "tax" : null;
}

const ITEM_ROW = {
  settlement_id: "string",
  utr: "string?",
  settled_at: "string",
  kind: column<SettlementProblem["of"]>("string"),
  item_id: "string",
  order_number: "string?",
  ...numbersOf(["amount", "fee", "tax", "credit", "debit"]),
  expected: "number?",
} as const;

const ITEMS = sql`
  select item.settlement_id, item.utr, item.settled_at, item.kind, item.item_id, coalesce(placed.number, item.receipt) as order_number,
    item.amount_paise as amount, item.fee_paise as fee, item.tax_paise as tax, item.credit_paise as credit, item.debit_paise as debit,
    coalesce(paid.amount_paise, given.amount_paise) as expected
  from settled_item item
    left join payment paid on item.kind = 'payment' and paid.provider = item.provider and paid.provider_payment_id = item.item_id
    left join refund given on item.kind = 'refund' and given.provider_refund_id = item.item_id
    left join customer_order placed on placed.id = coalesce(paid.order_id, given.order_id)`;

/** Yields the header, and every item of the transfers of a period as a record. */
export async function* settledRecords(db: Database, days: Days): AsyncGenerator<string[]> {
  yield [
    "settlement",
    "utr",
    "day",
    "kind",
    "id",
    "order",
    "amount",
    "fee",
    "tax_on_fee",
    "credit",
    "debit",
    "amount_in_shop",
  ];
  for (let at = 0; ; at += EXPORTED_AT_ONCE) {
    const rows = await rowsOf(
      db,
      ITEM_ROW,
      sql`${ITEMS} where ${isWithin(sql`item.settled_at`, days)}
        order by item.settled_at, item.settlement_id, item.item_id limit ${EXPORTED_AT_ONCE} offset ${at}`,
    );
    const money = (amount: number | null) => (amount === null ? "" : plainRupees(paise(amount)));
    yield* rows.map((row) => [
      row.settlement_id,
      row.utr ?? "",
      isoDayInIndia(new Date(row.settled_at)),
      row.kind,
      row.item_id,
      row.order_number ?? "",
      money(row.amount),
      money(row.fee),
      money(row.tax),
      money(row.credit),
      money(row.debit),
      money(row.expected),
    ]);
    if (rows.length < EXPORTED_AT_ONCE) return;
  }
}
