/** The settlement report: what each settlement has paid out. A payment or refund belongs to the first settlement after it. */

import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../server/platform/database/database.ts";
import { column, type RowOf, rowsOf } from "../../server/platform/database/rows.ts";
import { sandboxPaymentEntity as entity } from "../../server/platform/database/schema/sandbox.ts";
import { unixSeconds } from "./entities.ts";
import type { PaymentRecord, RefundRecord, SettlementRecord } from "./ledger.ts";

const integer = (max: number) => z.coerce.number().int().min(0).max(max);
export const reconQuery = z.object({
  year: integer(9999),
  month: integer(12),
  day: integer(31).optional(),
  count: integer(1000).default(10),
  skip: integer(1_000_000).default(0),
});

/** Two per cent, plus 18 % GST on it. */
const FEE = 0.02;
const GST = 0.18;

const ROW = {
  kind: column<"payment" | "refund">("string"),
  body: column<PaymentRecord | RefundRecord>("object"),
  settlement: column<SettlementRecord>("object"),
  settled_at: "string",
  receipt: "string?",
} as const;

export async function listRecon(
  db: Database,
  { year, month, day, count, skip }: z.infer<typeof reconQuery>,
): Promise<object[]> {
  const rows = await rowsOf(
    db,
    ROW,
    sql`select item.kind, item.body, settlement.body as settlement, settlement.created_at as settled_at, placed.reference as receipt
      from ${entity} item
        join lateral (
          select body, created_at from ${entity} later where kind = 'settlement' and later.created_at >= item.created_at
          order by later.created_at, later.id limit 1
        ) as settlement on true
        left join ${entity} placed on placed.id = item.order_id
      where ((item.kind = 'payment' and (item.body ->> 'captured')::boolean) or (item.kind = 'refund' and item.body ->> 'status' <> 'failed'))
        and to_char(settlement.created_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') like ${prefixOf(year, month, day)}
      order by item.created_at, item.id limit ${count} offset ${skip}`,
  );
  return rows.map(toItem);
}

function prefixOf(year: number, month: number, day: number | undefined): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${year}-${two(month)}-${day === undefined ? "%" : two(day)}`;
}

function toItem({ kind, body, settlement, settled_at, receipt }: RowOf<typeof ROW>): object {
  const isPayment = kind === "payment";
  const charged = isPayment ? Math.round(body.amount * FEE) : 0;
  const tax = Math.round(charged * GST);
  const fee = charged + tax;
  return {
    entity_id: body.id,
    type: kind,
    debit: isPayment ? 0 : body.amount,
    credit: isPayment ? body.amount - fee : 0,
    amount: body.amount,
    currency: "INR",
    fee,
    tax,
    on_hold: false,
    settled: true,
    created_at: body.created_at,
    settled_at: unixSeconds(new Date(settled_at)),
    settlement_id: settlement.id,
    settlement_utr: settlement.utr,
    payment_id: isPayment ? null : (body as RefundRecord).payment_id,
    order_receipt: receipt,
  };
}
