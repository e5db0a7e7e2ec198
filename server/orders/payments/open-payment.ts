import { and, eq, sql } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import type { Paise } from "../../base/money.ts";
import type { Database } from "../../platform/database/database.ts";
import { paymentSession } from "../../platform/database/schema.ts";
import type { OrderRow } from "../orders/order-row.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import { checkInsertion } from "./payment-jobs.ts";
import { type PaymentProvider, ProviderError, type ProviderOrder } from "./provider.ts";
import { firstCheck } from "./schedule.ts";
import type { PaymentSession } from "./session.ts";

/**
 * Opens the payment of an order with the provider, or continues the one opened before.
 * @param isNew false if an earlier attempt to open the payment may exist
 * @param amountPaise by default the order's total
 * @param isAdvance whether that is the advance of an order for cash on delivery
 * @param editId the change of a paid order's items that it pays for
 * @returns the provider's id of the order
 * @throws ApiError (409) if it is a test order and the provider moves money, or the other way round; ProviderError if the provider does not respond
 */
export async function openPayment(
  { db, provider }: Pick<PaymentDeps, "db" | "provider">,
  order: OrderRow,
  {
    isNew,
    amountPaise = order.totalPaise,
    isAdvance = false,
    editId = null,
  }: { isNew: boolean; amountPaise?: Paise; isAdvance?: boolean; editId?: number | null },
): Promise<string> {
  if (order.isTest !== provider.isTest)
    throw new ApiError(
      "wrong_order_state",
      order.isTest
        ? `Order ${order.number} is a test order, which can no longer be paid. Please place a new one.`
        : `Order ${order.number} can’t be paid while the shop takes test payments.`,
    );
  const readStored = async () => {
    const [stored] = await db
      .select({ id: paymentSession.providerOrderId })
      .from(paymentSession)
      .where(
        and(
          eq(paymentSession.orderId, order.id),
          eq(paymentSession.provider, provider.name),
          eq(paymentSession.isAdvance, isAdvance),
          sql`${paymentSession.editId} is not distinct from ${editId}::bigint`,
          sql`coalesce(${paymentSession.amountPaise}, ${order.totalPaise}) = ${amountPaise}`,
        ),
      );
    return stored?.id;
  };
  const known = isNew ? undefined : await readStored();
  if (known !== undefined) return known;
  // The rest of an order, or a change of it, may be as much as what was paid before.
  const hasOthers = (order.advancePaise > 0 || editId !== null) && !isNew;
  const others = hasOthers ? await listSessions(db, order.id) : [];
  const { id: providerOrderId } = await openAtProvider(provider, order, { isNew, amountPaise, others });
  const session = { orderId: order.id, provider: provider.name, providerOrderId, amountPaise, isAdvance, editId };
  if (await storeSession(db, session)) return providerOrderId;
  // Of two concurrent attempts, the first to store its session wins; no customer has seen the other one.
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
  session: Pick<PaymentSession, "orderId" | "provider" | "providerOrderId" | "amountPaise" | "isAdvance" | "editId">,
): Promise<boolean> {
  const openedAt = new Date();
  const stored = db.$with("stored").as(
    db
      .insert(paymentSession)
      .values({ ...session, openedAt })
      .onConflictDoNothing()
      .returning({ id: paymentSession.id }),
  );
  const check = db.$with("check").as(checkInsertion(db, session.orderId, firstCheck(openedAt)));
  return (await db.with(stored, check).select().from(stored)).length > 0;
}

/** The provider's ids of an order's sessions. */
async function listSessions(db: Database, orderId: number): Promise<string[]> {
  const rows = await db
    .select({ id: paymentSession.providerOrderId })
    .from(paymentSession)
    .where(eq(paymentSession.orderId, orderId));
  return rows.map(({ id }) => id);
}

async function openAtProvider(
  provider: PaymentProvider,
  order: OrderRow,
  { isNew, amountPaise: due, others }: { isNew: boolean; amountPaise: Paise; others: readonly string[] },
): Promise<ProviderOrder> {
  // An earlier attempt may have created the order at the provider even if its response was lost.
  const earlier = isNew ? [] : await provider.findOrders(order.number);
  const matches = ({ amountPaise, currency }: ProviderOrder) => amountPaise === due && currency === "INR";
  const unused = earlier.filter(({ id }) => !others.includes(id));
  const opened = unused.find(matches) ?? (await provider.createOrder({ amountPaise: due, receipt: order.number }));
  if (!matches(opened))
    throw new ProviderError("no_usable_response", "the payment provider opened a payment with a different amount");
  return opened;
}
