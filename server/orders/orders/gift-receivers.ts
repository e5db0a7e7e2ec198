/** Receivers of gifts, whom the shop knows by name, mobile number and postal address. */

import { and, desc, eq, notInArray, type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder } from "../../platform/database/schema.ts";
import { OPEN_STATES } from "./lifecycle.ts";

/** The condition for orders whose receiver has this mobile number; for none if it is empty. */
export const isGiftTo = (mobile: string): SQL | undefined =>
  and(sql`${mobile} <> ''`, eq(sql`${customerOrder.gift} -> 'receiver' ->> 'mobile'`, mobile));

/** Reads what the shop stores about a receiver. Who has sent the gift, and what it cost, is the customer's. */
export async function readGiftsTo(db: DatabaseOrTransaction, mobile: string): Promise<object[]> {
  if (mobile === "") return [];
  const rows = await db
    .select({ gift: customerOrder.gift, address: customerOrder.shippingAddress, at: customerOrder.createdAt })
    .from(customerOrder)
    .where(isGiftTo(mobile))
    .orderBy(desc(customerOrder.id));
  return rows.map(({ gift, address, at }) => ({
    ...gift?.receiver,
    delivery_address: address,
    message: gift?.message ?? "",
    ordered_at: at,
  }));
}

/** Erases number and message of a receiver whose parcels are through. Name and address stay, because the invoice has them. */
export async function eraseGiftsTo(trx: DatabaseOrTransaction, mobile: string): Promise<void> {
  if (mobile === "") return;
  await trx
    .update(customerOrder)
    .set({ gift: sql`jsonb_set(${customerOrder.gift}, '{receiver,mobile}', '""') || '{"message": ""}'` })
    .where(and(isGiftTo(mobile), notInArray(customerOrder.state, [...OPEN_STATES])));
}
