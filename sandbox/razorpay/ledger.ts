import { and, desc, eq } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../../server/database/database.ts";
import { sandboxPaymentEntity as entity } from "../../server/database/schema.ts";
import type { PaymentFailure, RazorpayCard, RazorpayOrder, RazorpayPayment, RazorpayRefund } from "./entities.ts";
import { RazorpayError, UNKNOWN_ID } from "./errors.ts";

/**
 * The provider's books, in the database. An entity is kept as the API answers it; what the API does not tell stands beside it under
 * `sandbox`. Whoever changes an order, its payments or their refunds holds the lock of that order.
 */

export interface OrderRecord extends RazorpayOrder {
  sandbox: { capture: "automatic" | "manual" };
}
export interface PaymentRecord extends RazorpayPayment {
  sandbox: {
    card?: RazorpayCard;
    /** What comes of it once the buyer has confirmed it; null for money. */
    outcome: PaymentFailure | null;
  };
}
export interface RefundRecord extends RazorpayRefund {
  sandbox: {
    /** What was asked for, so that the same key with another wish is noticed. */
    request: string;
  };
}

interface Records {
  order: OrderRecord;
  payment: PaymentRecord;
  refund: RefundRecord;
}
type Kind = keyof Records;

/** An entity as the API answers it. */
export function responseOf<Record extends { sandbox: unknown }>({
  sandbox,
  ...response
}: Record): Omit<Record, "sandbox"> {
  return response;
}

interface Place {
  /** Of a payment or a refund. */
  orderId?: string;
  /** Of an order its receipt, of a payment the window's attempt, of a refund its idempotency key. */
  reference?: string | null;
}

export async function add<K extends Kind>(
  trx: DatabaseOrTransaction,
  kind: K,
  record: Records[K],
  { orderId, reference }: Place,
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

/** @throws RazorpayError where there is none of this kind */
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

/** Newest first. */
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

/** Every payment or refund of an order, newest first. */
export const listOfOrder = <K extends "payment" | "refund">(trx: DatabaseOrTransaction, kind: K, orderId: string) =>
  list(trx, kind, { orderId, count: 1000 });

/**
 * Does something in one transaction, in which nobody else touches the order, its payments and their refunds.
 * @throws RazorpayError where there is no such order
 */
export async function withOrder<Result>(
  db: Database,
  orderId: string,
  act: (trx: DatabaseOrTransaction, order: OrderRecord) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (trx) => act(trx, await lockOrder(trx, orderId)));
}

/** Like `withOrder`, for one of its payments. */
export async function withPayment<Result>(
  db: Database,
  paymentId: string,
  act: (trx: DatabaseOrTransaction, payment: PaymentRecord, order: OrderRecord) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (trx) => {
    const { payment, order } = await lockPayment(trx, paymentId);
    return act(trx, payment, order);
  });
}

/** Locks the order of a payment. @throws RazorpayError where there is no such payment */
export async function lockPayment(
  trx: DatabaseOrTransaction,
  paymentId: string,
): Promise<{ payment: PaymentRecord; order: OrderRecord }> {
  // The order of a payment never changes; the payment itself is read once nobody else can change it.
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
