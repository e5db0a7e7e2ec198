import { and, eq } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { paymentSession } from "../database/schema.ts";
import type { OrderRow } from "../orders/order-row.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import { checkInsertion } from "./payment-jobs.ts";
import { type PaymentProvider, ProviderError, type ProviderOrder } from "./provider.ts";
import { firstCheck } from "./schedule.ts";
import type { PaymentSession } from "./session.ts";

/**
 * Opens the payment of an order with the provider, or continues the one opened before.
 * @param isNew false if an earlier attempt to open the payment may exist
 * @returns the provider's id of the order
 * @throws ProviderError if the provider does not respond
 */
export async function openPayment(
  { db, provider }: Pick<PaymentDeps, "db" | "provider">,
  order: OrderRow,
  { isNew }: { isNew: boolean },
): Promise<string> {
  const readStored = async () => {
    const [stored] = await db
      .select({ id: paymentSession.providerOrderId })
      .from(paymentSession)
      .where(and(eq(paymentSession.orderId, order.id), eq(paymentSession.provider, provider.name)));
    return stored?.id;
  };
  const known = isNew ? undefined : await readStored();
  if (known !== undefined) return known;
  const { id: providerOrderId } = await openAtProvider(provider, order, isNew);
  if (await storeSession(db, { orderId: order.id, provider: provider.name, providerOrderId })) return providerOrderId;
  // Of two concurrent attempts the first to store its session wins; no customer has seen the other.
  const first = await readStored();
  if (first === undefined) throw new Error(`the payment session of order ${order.number} was not stored`);
  return first;
}

/**
 * Stores a session and schedules the first check of its payment.
 * @returns false if the order has another session, whose check is only rescheduled
 */
async function storeSession(
  db: Database,
  session: Pick<PaymentSession, "orderId" | "provider" | "providerOrderId">,
): Promise<boolean> {
  const stored = db
    .$with("stored")
    .as(db.insert(paymentSession).values(session).onConflictDoNothing().returning({ id: paymentSession.id }));
  const check = db.$with("check").as(checkInsertion(db, session.orderId, firstCheck(new Date())));
  return (await db.with(stored, check).select().from(stored)).length > 0;
}

async function openAtProvider(provider: PaymentProvider, order: OrderRow, isNew: boolean): Promise<ProviderOrder> {
  // An earlier attempt may have created the order at the provider even if its response was lost.
  const earlier = isNew ? [] : await provider.findOrders(order.number);
  const matches = ({ amountPaise, currency }: ProviderOrder) => amountPaise === order.totalPaise && currency === "INR";
  const opened =
    earlier.find(matches) ?? (await provider.createOrder({ amountPaise: order.totalPaise, receipt: order.number }));
  if (!matches(opened))
    throw new ProviderError("no_usable_response", "the payment provider opened a payment with a different amount");
  return opened;
}
