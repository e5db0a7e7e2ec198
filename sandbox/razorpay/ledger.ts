/**
 * The provider's tables. An entity is stored as the API returns it, with internal fields under `sandbox`. An order, its payments and their
 * refunds change only while the order is locked.
 */

import { and, desc, eq } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../../server/platform/database/database.ts";
import { sandboxPaymentEntity as entity } from "../../server/platform/database/schema/sandbox.ts";
import type {
  PaymentFailure,
  RazorpayCard,
  RazorpayDispute,
  RazorpayOrder,
  RazorpayPayment,
  RazorpayRefund,
  RazorpaySettlement,
} from "./entities.ts";
import { RazorpayError, UNKNOWN_ID } from "./errors.ts";

export interface OrderRecord extends RazorpayOrder {
  sandbox: { capture: "automatic" | "manual" };
}
export interface PaymentRecord extends RazorpayPayment {
  sandbox: {
    card?: RazorpayCard;
    /** How it fails once the buyer has confirmed it; null if it succeeds. */
    outcome: PaymentFailure | null;
  };
}
export interface RefundRecord extends RazorpayRefund {
  sandbox: {
    /** The request, by which another one with the same key is detected. */
    request: string;
  };
}

export interface SettlementRecord extends RazorpaySettlement {
  sandbox: Record<string, never>;
}

export interface DisputeRecord extends RazorpayDispute {
  sandbox: Record<string, never>;
}

interface Records {
  order: OrderRecord;
  payment: PaymentRecord;
  refund: RefundRecord;
  settlement: SettlementRecord;
  dispute: DisputeRecord;
}
type Kind = keyof Records;

/** An entity as the API returns it. */
export function responseOf<Record extends { sandbox: unknown }>({
  sandbox,
  ...response
}: Record): Omit<Record, "sandbox"> {
  return response;
}

interface RecordLinks {
  /** The order to which a payment or refund belongs. */
  orderId?: string;
  /** An order's receipt, a payment's attempt in the window, a refund's idempotency key. */
  reference?: string | null;
}

export async function add<K extends Kind>(
  trx: DatabaseOrTransaction,
  kind: K,
  record: Records[K],
  { orderId, reference }: RecordLinks,
  now: Date,
): Promise<void> {
  await trx.insert(entity).values({
    id: record.id,
    kind,
    orderId: orderId ?? null,
    reference: reference ?? null,
    body: { ...record },
    createdAt: now,
  });
}

export async function save(trx: DatabaseOrTransaction, record: Records[Kind]): Promise<void> {
  await trx
    .update(entity)
    .set({ body: { ...record } })
    .where(eq(entity.id, record.id));
}

/** @throws RazorpayError if there is none of this kind */
export async function read<K extends Kind>(trx: DatabaseOrTransaction, kind: K, id: string): Promise<Records[K]> {
  const [found] = await trx
    .select({ body: entity.body })
    .from(entity)
    .where(and(eq(entity.id, id), eq(entity.kind, kind)));
  if (!found) throw RazorpayError.invalid(UNKNOWN_ID);
  return found.body as unknown as Records[K];
}

export async function readByReference<K extends Kind>(
  trx: DatabaseOrTransaction,
  kind: K,
  reference: string,
): Promise<Records[K] | null> {
  const [found] = await trx
    .select({ body: entity.body })
    .from(entity)
    .where(and(eq(entity.reference, reference), eq(entity.kind, kind)));
  return (found?.body as unknown as Records[K]) ?? null;
}

/** Lists records, newest first. */
export async function list<K extends Kind>(
  trx: DatabaseOrTransaction,
  kind: K,
  { orderId, receipt, count, skip = 0 }: { orderId?: string; receipt?: string; count: number; skip?: number },
): Promise<Records[K][]> {
  const rows = await trx
    .select({ body: entity.body })
    .from(entity)
    .where(
      and(
        eq(entity.kind, kind),
        orderId === undefined ? undefined : eq(entity.orderId, orderId),
        receipt === undefined ? undefined : eq(entity.reference, receipt),
      ),
    )
    .orderBy(desc(entity.createdAt), desc(entity.id))
    .limit(count)
    .offset(skip);
  return rows.map(({ body }) => body as unknown as Records[K]);
}

/** Lists every payment or refund of an order, newest first. */
export const listOfOrder = <K extends "payment" | "refund">(trx: DatabaseOrTransaction, kind: K, orderId: string) =>
  list(trx, kind, { orderId, count: 1000 });

/**
 * Runs a function in a transaction that has locked the order, and with it its payments and their refunds.
 * @throws RazorpayError if there is no such order
 */
export async function withOrder<Result>(
  db: Database,
  orderId: string,
  operation: (trx: DatabaseOrTransaction, order: OrderRecord) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (trx) => operation(trx, await lockOrder(trx, orderId)));
}

/** Like `withOrder`, for one of its payments. */
export async function withPayment<Result>(
  db: Database,
  paymentId: string,
  operation: (trx: DatabaseOrTransaction, payment: PaymentRecord, order: OrderRecord) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (trx) => {
    const { payment, order } = await lockPayment(trx, paymentId);
    return operation(trx, payment, order);
  });
}

/** Locks the order of a payment. @throws RazorpayError if there is no such payment */
export async function lockPayment(
  trx: DatabaseOrTransaction,
  paymentId: string,
): Promise<{ payment: PaymentRecord; order: OrderRecord }> {
  // The order of a payment never changes; the payment itself is read after the lock.
  const order = await lockOrder(trx, (await read(trx, "payment", paymentId)).order_id);
  return { payment: await read(trx, "payment", paymentId), order };
}

async function lockOrder(trx: DatabaseOrTransaction, orderId: string): Promise<OrderRecord> {
  const [found] = await trx
    .select({ body: entity.body })
    .from(entity)
    .where(and(eq(entity.id, orderId), eq(entity.kind, "order")))
    .for("update");
  if (!found) throw RazorpayError.invalid(UNKNOWN_ID);
  return found.body as unknown as OrderRecord;
}
