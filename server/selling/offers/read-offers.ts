import { type AnyColumn, and, asc, desc, eq, gt, inArray, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { paise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { prepareForTransactions } from "../../platform/database/prepared.ts";
import {
  cartCode,
  cartSample,
  customer,
  customerOrder,
  offer,
  offerCode,
  offerRedemption,
  orderItem,
  product,
  variant,
} from "../../platform/database/schema.ts";
import { lockMailboxOf } from "../../platform/database/single-node.ts";
import { stockFor } from "../stock/stock.ts";
import { currentGstPercent } from "../variants/gst-rate.ts";
import { variantPicture } from "../variants/variant-picture.ts";
import type { OfferInput, SetCredit } from "./apply-offers.ts";
import type { CandidateOffer } from "./candidate.ts";
import type { SampleVariant } from "./free-samples.ts";
import { hasOrdered, isOrderOf, isUseOf } from "./has-ordered.ts";

/** Reads the offers that may apply to a customer's cart: the automatic ones, and the one with the code in the cart. */
export async function readOffers(db: DatabaseOrTransaction, customerId: number, now: Date): Promise<OfferInput> {
  return toInput(db, customerId, await offerRows(db).execute({ customerId }), now);
}

/** How offers apply to an order that is not that of a cart. */
export interface LinkedOffers {
  /** The code that the order has; null without one. */
  code: string | null;
  /** Whether the person is known to be the customer. Otherwise there are no offers for some customers, and no credits for what they have bought. */
  isProven: boolean;
}

/**
 * Reads the offers that may apply to an order that is not that of a cart. Free samples are chosen in the cart, so they are none of them.
 * @param customerId null for somebody without an account
 */
export async function readLinkedOffers(
  db: DatabaseOrTransaction,
  customerId: number | null,
  { code, isProven }: LinkedOffers,
  now: Date,
): Promise<OfferInput> {
  const rows = await db
    .select(offerColumns(sql`${customerId}::bigint`))
    .from(offer)
    .leftJoin(offerCode, and(eq(offerCode.offerId, offer.id), eq(offerCode.code, code ?? "")))
    .where(and(ne(offer.kind, "free_samples"), or(sql`${offerCode.code} is not null`, isAutomatic)));
  const input = await toInput(
    db,
    customerId,
    rows.map((row) => ({ ...row, typed: code })),
    now,
  );
  return {
    ...input,
    code,
    ...(!isProven && {
      offers: input.offers.filter(({ conditions }) => conditions.customers.length === 0),
      setCredits: [],
    }),
  };
}

/**
 * Reads the offers of an order that is placed. With an offer that one person has only so often, no other order of the mailbox is placed before
 * this one.
 * @param linked undefined for the order of the cart
 */
export async function readOffersToUse(
  trx: DatabaseOrTransaction,
  customerId: number,
  linked: LinkedOffers | undefined,
  now: Date,
): Promise<OfferInput> {
  const read = () => (linked ? readLinkedOffers(trx, customerId, linked, now) : readOffers(trx, customerId, now));
  const found = await read();
  if (!found.offers.some((one) => one.firstOrderOnly || one.maxUsesPerCustomer !== null)) return found;
  await trx.execute(lockMailboxOf(customerId));
  return read();
}

/** @param customerId null for somebody without an account */
const offerColumns = (customerId: AnyColumn | SQL) => {
  const uses = sql`from ${offerRedemption} join ${customerOrder} on ${customerOrder.id} = ${offerRedemption.orderId}
    where ${offerRedemption.customerId} = ${customerId} and ${offerRedemption.offerId} = ${offer.id}
      and not ${offerRedemption.released} and ${customerOrder.state}`;
  return {
    offer,
    code: offerCode.code,
    customerUses: sql<number>`case when ${offer.maxUsesPerCustomer} is null then 0 else (
        select count(*)::int from ${customerOrder} as ordered join ${offerRedemption} on ${offerRedemption.orderId} = ordered.id
        where ${isOrderOf(customerId)} and ${offerRedemption.offerId} = ${offer.id} and not ${offerRedemption.released}
          and ${isUseOf(customerId)}) end`,
    isPending: sql<boolean>`exists (select ${uses} = 'pending')`,
    hasOrdered: sql<boolean>`${offer.firstOrderOnly} and ${hasOrdered(customerId)}`,
  };
};

const isAutomatic = and(sql`not ${offer.needsCode}`, or(isNull(offer.endsAt), sql`${offer.endsAt} > now()`));

const offerRows = prepareForTransactions("offers", (db) =>
  db
    .select({ typed: cartCode.code, ...offerColumns(customer.id) })
    .from(customer)
    .leftJoin(cartCode, eq(cartCode.customerId, customer.id))
    .leftJoin(offerCode, eq(offerCode.code, cartCode.code))
    .leftJoin(offer, or(eq(offer.id, offerCode.offerId), isAutomatic))
    .where(eq(customer.id, sql.placeholder("customerId"))),
);

/**
 * Reads the variants of free samples, on sale or not: a sample need not be sold by itself. A separate statement, because few shops have
 * samples, and as part of every cart's statement this raised PostgreSQL's cost estimate so much that it compiled the statement for 50 ms
 * each time.
 */
async function readSamples(
  db: DatabaseOrTransaction,
  customerId: number | null,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SampleVariant>> {
  if (ids.length === 0 || customerId === null) return new Map();
  const rows = await db
    .select({
      variantId: variant.id,
      productId: product.id,
      slug: product.slug,
      title: product.title,
      label: variant.label,
      sku: variant.sku,
      hsn: variant.hsn,
      gstPercent: currentGstPercent,
      isAlcoholFree: product.isAlcoholFree,
      image: variantPicture,
      stock: stockFor(customerId),
      isChosen: sql<boolean>`exists (
        select from ${cartSample} where ${cartSample.customerId} = ${customerId} and ${cartSample.variantId} = ${variant.id})`,
    })
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .where(inArray(variant.id, [...ids]));
  return new Map(rows.map((row) => [row.variantId, row]));
}

async function toInput(
  db: DatabaseOrTransaction,
  customerId: number | null,
  rows: Awaited<ReturnType<ReturnType<typeof offerRows>["execute"]>>,
  now: Date,
): Promise<OfferInput> {
  const samplesOf = (found: typeof offer.$inferSelect | null) =>
    found?.kind === "free_samples" ? (found.conditions.samples ?? []) : [];
  const samples = await readSamples(
    db,
    customerId,
    rows.flatMap((row) => samplesOf(row.offer)),
  );
  const offers = rows.flatMap(({ offer: found, code, customerUses, isPending }): CandidateOffer[] =>
    found
      ? [
          {
            ...found,
            code: found.needsCode ? code : null,
            customerUses,
            isPending,
            samples: samplesOf(found).flatMap((id) => samples.get(id) ?? []),
          },
        ]
      : [],
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

/** Reads the delivered sets that the customer has not sent back and that are not credited yet, oldest first; of an order the dearest first. */
async function readSetCredits(
  db: DatabaseOrTransaction,
  customerId: number | null,
  offers: readonly CandidateOffer[],
): Promise<SetCredit[]> {
  const sets = offers.flatMap(({ kind, conditions }) => (kind === "set_credit" ? conditions.sets : []));
  if (sets.length === 0 || customerId === null) return [];
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
        gt(orderItem.pricePaise, paise(0)),
        lt(orderItem.creditedQuantity, orderItem.quantity),
        // A pending order, and with it its credit, is replaced by the next one.
        sql`not exists (
          select from ${offerRedemption} join ${customerOrder} as crediting on crediting.id = ${offerRedemption.orderId}
          where ${offerRedemption.setOrderId} = ${orderItem.orderId} and not ${offerRedemption.released}
            and crediting.state <> 'pending')`,
      ),
    )
    .orderBy(
      asc(customerOrder.deliveredAt),
      asc(customerOrder.id),
      desc(orderItem.pricePaise),
      asc(orderItem.position),
    );
  return rows.flatMap(({ deliveredAt, pricePaise, discountPaise, quantity, ...row }) =>
    deliveredAt ? [{ ...row, deliveredAt, pricePaise: paise(pricePaise - Math.ceil(discountPaise / quantity)) }] : [],
  );
}
