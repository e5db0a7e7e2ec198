/** Carts and checkouts as they are stored. Only the platform that has made one finds it, by its id. */

import { isDeepStrictEqual } from "node:util";
import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { canonicalEmail } from "../../../base/canonical-email.ts";
import { newToken } from "../../../base/secrets.ts";
import { endAttempt } from "../../../buying/draft-orders/cancel-draft-order.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { lockCustomer } from "../../../platform/database/lock-customer.ts";
import {
  type AgentContent,
  agentCart,
  agentCheckout,
  customerOrder,
  orderEvent,
} from "../../../platform/database/schema.ts";
import type { Caller } from "../callers/caller.ts";
import { emailOf } from "./read-buyer.ts";

const HOUR_MS = 60 * 60_000;
/** For how long a checkout can be paid and changed, from its creation. */
const CHECKOUT_HOURS = 6;
/** For how long a cart is retained after its last change. */
const CART_HOURS = 7 * 24;

export type CartRow = typeof agentCart.$inferSelect;
export type CheckoutRow = typeof agentCheckout.$inferSelect;

export interface FoundCheckout {
  row: CheckoutRow;
  /** The order of the latest attempt to pay; `isPlaced` once it is paid, or confirmed for cash on delivery, whatever comes later. */
  order: { number: string; isPending: boolean; isPlaced: boolean } | null;
}

export type SessionState = "open" | "completed" | "canceled" | "expired";

/** A paid checkout stays completed, even if its order is cancelled later. */
export function stateOf({ row, order }: FoundCheckout, now: Date): SessionState {
  if (order?.isPlaced) return "completed";
  if (row.canceledAt) return "canceled";
  return row.expiresAt <= now && !order?.isPending ? "expired" : "open";
}

const storedEmail = (content: AgentContent) => {
  const email = emailOf(content.buyer);
  return email === null ? null : canonicalEmail(email);
};

export async function insertCart(db: Database, caller: Caller, content: AgentContent, now: Date): Promise<CartRow> {
  // A transaction, so that a repeated request makes no other cart.
  const [row] = await db.transaction((trx) =>
    trx
      .insert(agentCart)
      .values({
        id: newToken(),
        origin: caller.origin,
        email: storedEmail(content),
        content,
        createdAt: now,
        expiresAt: new Date(now.getTime() + CART_HOURS * HOUR_MS),
      })
      .returning(),
  );
  if (!row) throw new Error("the cart was not inserted");
  return row;
}

/** Returns null for an unknown id, an expired cart, and that of another platform. */
export async function findCart(
  db: DatabaseOrTransaction,
  { origin }: Pick<Caller, "origin">,
  id: string,
  now: Date,
): Promise<CartRow | null> {
  const [row] = await db
    .select()
    .from(agentCart)
    .where(and(eq(agentCart.id, id), eq(agentCart.origin, origin), gt(agentCart.expiresAt, now)));
  return row ?? null;
}

export async function replaceCart(
  db: Database,
  { id }: CartRow,
  content: AgentContent,
  now: Date,
): Promise<CartRow | null> {
  const expiresAt = new Date(now.getTime() + CART_HOURS * HOUR_MS);
  const [row] = await db.transaction((trx) =>
    trx
      .update(agentCart)
      .set({ content, email: storedEmail(content), expiresAt })
      .where(eq(agentCart.id, id))
      .returning(),
  );
  return row ?? null;
}

export async function deleteCart(db: Database, { id }: CartRow): Promise<void> {
  await db.transaction((trx) => trx.delete(agentCart).where(eq(agentCart.id, id)));
}

interface NewCheckout {
  content: AgentContent;
  /** The cart that it is made from. */
  cartId: string | null;
}

/** Stores a checkout. Of a cart that has an open one already, that one is returned. */
export function insertCheckout(
  db: Database,
  caller: Caller,
  { content, cartId }: NewCheckout,
  now: Date,
): Promise<{ row: CheckoutRow; isNew: boolean }> {
  return db.transaction(async (trx) => {
    if (cartId !== null) {
      // Of two requests at once, the second finds what the first has made.
      await trx.select({ id: agentCart.id }).from(agentCart).where(eq(agentCart.id, cartId)).for("update");
      const [open] = await trx
        .select()
        .from(agentCheckout)
        .where(
          and(
            eq(agentCheckout.cartId, cartId),
            eq(agentCheckout.origin, caller.origin),
            isNull(agentCheckout.canceledAt),
            gt(agentCheckout.expiresAt, now),
          ),
        )
        .orderBy(desc(agentCheckout.createdAt))
        .limit(1);
      if (open && !(await isPlaced(trx, open))) return { row: open, isNew: false };
    }
    const [row] = await trx
      .insert(agentCheckout)
      .values({
        id: newToken(),
        origin: caller.origin,
        email: storedEmail(content),
        version: caller.version,
        webhookUrl: caller.webhookUrl,
        cartId,
        content,
        createdAt: now,
        expiresAt: new Date(now.getTime() + CHECKOUT_HOURS * HOUR_MS),
      })
      .returning();
    if (!row) throw new Error("the checkout was not inserted");
    return { row, isNew: true };
  });
}

/** Whether the order of a checkout was paid, or confirmed for cash on delivery. */
const wasPlaced = sql<boolean>`exists (
  select from ${orderEvent} where ${orderEvent.orderId} = ${customerOrder.id} and ${orderEvent.state} in ('paid', 'processing'))`;

async function isPlaced(db: DatabaseOrTransaction, { orderId }: CheckoutRow): Promise<boolean> {
  if (orderId === null) return false;
  const [order] = await db.select({ wasPlaced }).from(customerOrder).where(eq(customerOrder.id, orderId));
  return order?.wasPlaced ?? false;
}

/** Finds a checkout by its id, of any platform; null for an unknown or erased one. */
export async function findCheckoutById(
  db: DatabaseOrTransaction,
  id: string,
): Promise<(FoundCheckout & { content: AgentContent }) | null> {
  const [found] = await db
    .select({
      row: agentCheckout,
      order: {
        number: customerOrder.number,
        isPending: sql<boolean>`${customerOrder.state} = 'pending'`,
        isPlaced: wasPlaced,
      },
    })
    .from(agentCheckout)
    .leftJoin(customerOrder, eq(customerOrder.id, agentCheckout.orderId))
    .where(eq(agentCheckout.id, id));
  return found?.row.content ? { ...found, content: found.row.content } : null;
}

/** Finds a platform's own checkout; null for an unknown id and that of another platform. */
export async function findCheckout(db: DatabaseOrTransaction, { origin }: Pick<Caller, "origin">, id: string) {
  const found = await findCheckoutById(db, id);
  return found?.row.origin === origin ? found : null;
}

/** The reason of an attempt to pay that a change ends, for the customer. */
const ENDED = "The assistant changed the checkout before it was paid.";

/**
 * Changes an open checkout. A payment that is open with what it was before ends: what is paid there is refunded.
 * @returns false if it is not open any more
 */
export function changeCheckout(
  db: Database,
  id: string,
  change: { content: AgentContent } | { canceledAt: Date },
  now: Date,
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const [known] = await trx
      .select({ customerId: agentCheckout.customerId })
      .from(agentCheckout)
      .where(eq(agentCheckout.id, id));
    // In the order of those who place its order.
    if (known && known.customerId !== null) await lockCustomer(trx, known.customerId);
    const [row] = await trx.select().from(agentCheckout).where(eq(agentCheckout.id, id)).for("update");
    const found = await findCheckoutById(trx, id);
    if (!row || !found || stateOf(found, now) !== "open") return false;
    if ("content" in change && isSameContent(change.content, found.content)) return true;
    await trx
      .update(agentCheckout)
      .set("content" in change ? { ...change, email: storedEmail(change.content) } : change)
      .where(eq(agentCheckout.id, id));
    await endAttempt(trx, row, { cause: "customer", reason: ENDED, now });
    return true;
  });
}

/** Whether two requests say the same. The database stores no field without a value, and orders fields as it likes. */
export const isSameContent = (one: AgentContent, other: AgentContent): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));
