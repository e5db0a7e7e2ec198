import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { prepareForAny } from "../database/prepared.ts";
import {
  cartCode,
  creditNoteLine,
  customer,
  customerOrder,
  offer,
  offerCode,
  offerRedemption,
  orderItem,
} from "../database/schema.ts";
import { paise } from "../money.ts";
import type { OfferInput, SetCredit } from "./apply-offers.ts";
import type { CandidateOffer } from "./candidate.ts";
import { hasOrdered } from "./has-ordered.ts";

/** Reads the offers that may apply to a customer's cart: the automatic ones, and that of the code in the cart. */
export async function readOffers(db: DatabaseOrTransaction, customerId: number, now: Date): Promise<OfferInput> {
  return toInput(db, customerId, await offerRows(db).execute({ customerId }), now);
}

const offerRows = prepareForAny("offers", (db) => {
  const uses = sql`from ${offerRedemption} join ${customerOrder} on ${customerOrder.id} = ${offerRedemption.orderId}
    where ${offerRedemption.customerId} = ${customer.id} and ${offerRedemption.offerId} = ${offer.id}
      and not ${offerRedemption.released} and ${customerOrder.state}`;
  return db
    .select({
      typed: cartCode.code,
      offer,
      code: offerCode.code,
      customerUses: sql<number>`(select count(*)::int ${uses} <> 'pending')`,
      isPending: sql<boolean>`exists (select ${uses} = 'pending')`,
      hasOrdered: sql<boolean>`${offer.firstOrderOnly} and ${hasOrdered(customer.id)}`,
    })
    .from(customer)
    .leftJoin(cartCode, eq(cartCode.customerId, customer.id))
    .leftJoin(offerCode, eq(offerCode.code, cartCode.code))
    .leftJoin(
      offer,
      or(
        eq(offer.id, offerCode.offerId),
        and(sql`not ${offer.needsCode}`, or(isNull(offer.endsAt), sql`${offer.endsAt} > now()`)),
      ),
    )
    .where(eq(customer.id, sql.placeholder("customerId")));
});

async function toInput(
  db: DatabaseOrTransaction,
  customerId: number,
  rows: Awaited<ReturnType<ReturnType<typeof offerRows>["execute"]>>,
  now: Date,
): Promise<OfferInput> {
  const offers = rows.flatMap(({ offer: found, code, customerUses, isPending }): CandidateOffer[] =>
    found ? [{ ...found, code: found.needsCode ? code : null, customerUses, isPending }] : [],
  );
  return {
    customerId,
    offers,
    code: rows[0]?.typed ?? null,
    hasOrdered: rows.some((row) => row.hasOrdered),
    setCredits: await readSetCredits(db, customerId, offers),
    now,
  };
}

/** Reads the delivered sets that the customer has not sent back and that are not credited yet, oldest first. */
async function readSetCredits(
  db: DatabaseOrTransaction,
  customerId: number,
  offers: readonly CandidateOffer[],
): Promise<SetCredit[]> {
  const sets = offers.flatMap(({ kind, conditions }) => (kind === "set_credit" ? conditions.sets : []));
  if (sets.length === 0) return [];
  const rows = await db
    .select({
      orderId: customerOrder.id,
      productId: orderItem.productId,
      quantity: orderItem.quantity,
      pricePaise: orderItem.pricePaise,
      discountPaise: orderItem.discountPaise,
      deliveredAt: customerOrder.deliveredAt,
    })
    .from(customerOrder)
    .innerJoin(orderItem, eq(orderItem.orderId, customerOrder.id))
    .where(
      and(
        eq(customerOrder.customerId, customerId),
        eq(customerOrder.state, "delivered"),
        inArray(orderItem.productId, sets),
        sql`not exists (
          select from ${creditNoteLine}
          where ${creditNoteLine.orderId} = ${orderItem.orderId} and ${creditNoteLine.position} = ${orderItem.position})`,
        // An order that waits for its payment is replaced by the next one, and with it its credit.
        sql`not exists (
          select from ${offerRedemption} join ${customerOrder} as crediting on crediting.id = ${offerRedemption.orderId}
          where ${offerRedemption.setOrderId} = ${orderItem.orderId} and not ${offerRedemption.released}
            and crediting.state <> 'pending')`,
      ),
    )
    .orderBy(asc(customerOrder.deliveredAt), asc(customerOrder.id));
  return rows.flatMap(({ deliveredAt, pricePaise, discountPaise, quantity, ...row }) =>
    deliveredAt ? [{ ...row, deliveredAt, pricePaise: paise(pricePaise - Math.ceil(discountPaise / quantity)) }] : [],
  );
}
