/** Offers as the owner manages them. */

import { and, asc, count, desc, eq, inArray, max, notInArray, or, type SQL, sql, sum } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type * as z from "zod/mini";
import type { changedOffer } from "../../../contract/admin/offers.ts";
import { DAY_MS, isoDayInIndia } from "../../../contract/dates.ts";
import type { OrderState } from "../../../contract/orders/schemas.ts";
import { OperatorError } from "../../base/errors.ts";
import { formatRupees, type Paise, paise, toPaise } from "../../base/money.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import {
  category,
  customer,
  customerOrder,
  offer,
  offerCode,
  offerRedemption,
  product,
  variant,
} from "../../platform/database/schema.ts";
import { findBySkus } from "../variants/size-names.ts";
import { checkValues, type NewOffer, OfferProblem } from "./new-offer.ts";

export type OfferRow = typeof offer.$inferSelect & { codes: string[] };

/**
 * Creates an offer with its codes.
 * @throws OperatorError for values that do not fit, an unknown product, category or customer, and a code that is taken
 */
export async function createOffer(db: DatabaseOrTransaction, spec: NewOffer, now: Date): Promise<OfferRow> {
  checkValues(spec, now);
  const codes = [...new Set(spec.codes)];
  return db.transaction(async (trx) => {
    const conditions = await conditionsOf(trx, spec);
    if (spec.kind === "bundle_price") await requireDiscount(trx, spec, conditions);
    const [created] = await trx
      .insert(offer)
      .values({ ...termsOf(spec, now), needsCode: codes.length > 0, conditions })
      .returning();
    if (!created) throw new Error("the offer was not inserted");
    await addCodes(trx, created.id, codes);
    return { ...created, codes };
  });
}

export type OfferChanges = Omit<z.output<typeof changedOffer>, "version">;

/**
 * Changes fields of a locked offer. Orders that are placed keep the terms that they were priced by.
 * @param spec the offer as it is, as the owner writes it
 * @throws OfferProblem for values that do not fit, as `createOffer`; for the first day of an offer that has begun, and for fewer uses than it has
 */
export async function changeOffer(
  trx: DatabaseOrTransaction,
  row: OfferRow,
  { spec, changes }: { spec: NewOffer; changes: OfferChanges },
  now: Date,
): Promise<void> {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const changed: NewOffer = {
    ...spec,
    ...Object.fromEntries(given.map(([name, value]) => [name, value ?? undefined])),
  };
  checkValues(changed, now);
  const movesStart = changed.from !== spec.from;
  if (movesStart && row.startsAt <= now)
    throw new OfferProblem("from", "It has begun already, so its first day can’t be changed.");
  if (changed.until !== undefined && changed.until !== spec.until && changed.until < isoDayInIndia(now))
    throw new OfferProblem("until", "This day is over. To stop the offer now, end it.");
  const named = await conditionsOf(trx, changed);
  // The ids of what is deleted have no names, and stay unless the field is changed.
  const conditions = {
    ...row.conditions,
    ...Object.fromEntries(Object.entries(named).filter(([name]) => given.some(([field]) => field === name))),
  };
  if (changed.kind === "bundle_price") await requireDiscount(trx, changed, conditions);
  const codes = [...new Set(changed.codes)];
  const isRemoved = and(eq(offerCode.offerId, row.id), notInArray(offerCode.code, codes));
  await trx.delete(offerCode).where(isRemoved);
  const added = codes.filter((code) => !row.codes.includes(code));
  await addCodes(trx, row.id, added);
  const terms = termsOf(changed, now);
  await trx
    .update(offer)
    .set({
      ...terms,
      startsAt: movesStart ? terms.startsAt : row.startsAt,
      needsCode: codes.length > 0,
      conditions,
      uses: await usesToCount(trx, row, terms.maxUses),
      version: row.version + 1,
    })
    .where(eq(offer.id, row.id));
}

/** Uses are counted only with a maximum. @throws OfferProblem if there are more already */
async function usesToCount(trx: DatabaseOrTransaction, row: OfferRow, maxUses: number | null): Promise<number> {
  if (maxUses === null) return 0;
  const isUse = and(eq(offerRedemption.offerId, row.id), eq(offerRedemption.released, false));
  const uses = row.maxUses === null ? await trx.$count(offerRedemption, isUse) : row.uses;
  if (uses > maxUses)
    throw new OfferProblem("maxUses", `It has ${uses} uses already. To let nobody else use it, end the offer.`);
  return uses;
}

/** @throws OfferProblem for a code of another offer */
async function addCodes(trx: DatabaseOrTransaction, offerId: number, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return;
  const taken = await trx
    .select({ code: offerCode.code })
    .from(offerCode)
    .where(inArray(offerCode.code, [...codes]));
  if (taken[0]) throw new OfferProblem("codes", `The code ${taken[0].code} belongs to another offer.`);
  const rows = codes.map((code) => ({ code, offerId }));
  const stored = await trx.insert(offerCode).values(rows).onConflictDoNothing().returning();
  // Somebody else has created an offer with it since it was looked up.
  if (stored.length < codes.length) throw new OfferProblem("codes", "One of the codes belongs to another offer.");
}

/** @throws OfferProblem for a name that nothing has */
async function conditionsOf(trx: DatabaseOrTransaction, spec: NewOffer) {
  const products = { table: product, name: product.slug, id: product.id };
  return {
    products: await idsOf(trx, products, "product", { products: spec.products }),
    categories: await idsOf(trx, { table: category, name: category.slug, id: category.id }, "category", {
      categories: spec.categories,
    }),
    sets: await idsOf(trx, products, "product", { sets: spec.sets }),
    samples: await samplesOf(trx, spec.samples),
    customers: await idsOf(trx, { table: customer, name: customer.email, id: customer.id }, "customer", {
      customers: spec.customers.map((email) => email.toLowerCase()),
    }),
  };
}

/** Returns the columns of an offer's fields, except its conditions. A field that is neither does not compile. */
function termsOf(spec: NewOffer, now: Date) {
  const { codes, products, categories, sets, samples, customers, ...terms } = spec;
  const { name, kind, percent, amount, buy, free, days, minimum, firstOrder, from, until, ...limits } = terms;
  const { maxUses, maxUsesPerCustomer, ...others } = limits;
  others satisfies Record<string, never>;
  return {
    name,
    kind,
    percent: percent ?? null,
    amountPaise: amount === undefined ? null : toPaise(amount),
    buyUnits: buy ?? null,
    freeUnits: free ?? null,
    creditDays: days ?? null,
    minPaise: minimum === undefined ? paise(0) : toPaise(minimum),
    firstOrderOnly: firstOrder,
    startsAt: from === undefined ? now : startOfDay(from),
    endsAt: until === undefined ? null : new Date(startOfDay(until).getTime() + DAY_MS),
    maxUses: maxUses ?? null,
    maxUsesPerCustomer: maxUsesPerCustomer ?? null,
  };
}

/** Returns when a day begins in India. */
const startOfDay = (isoDay: string) => new Date(`${isoDay}T00:00:00+05:30`);

interface Named {
  table: PgTable;
  name: PgColumn;
  id: PgColumn;
}

/** @throws OfferProblem for a name without a row. @param given the names, by the field that has them */
async function idsOf(
  trx: DatabaseOrTransaction,
  { table, name, id }: Named,
  kind: string,
  given: Partial<Record<keyof NewOffer, readonly string[]>>,
): Promise<number[]> {
  const [[field, names]] = Object.entries(given) as [[keyof NewOffer, readonly string[]]];
  if (names.length === 0) return [];
  const rows = await trx
    .select({ id: sql<number>`${id}`.mapWith(Number), name: sql<string>`${name}` })
    .from(table)
    .where(inArray(name, [...names]))
    .orderBy(asc(id));
  const missing = names.find((one) => !rows.some((row) => row.name === one));
  if (missing !== undefined) throw new OfferProblem(field, `There is no ${kind} ${missing}.`);
  return rows.map((row) => row.id);
}

/** @throws OfferProblem naming a SKU that no size has */
async function samplesOf(trx: DatabaseOrTransaction, skus: readonly string[]): Promise<number[]> {
  const found = await findBySkus(trx, skus);
  const missing = skus.find((sku) => !found.has(sku));
  if (missing !== undefined) throw new OfferProblem("samples", `There is no SKU ${missing}.`);
  return [...new Set([...found.values()].map(({ id }) => id))].sort((one, other) => one - other);
}

/** @throws OfferProblem if a bundle costs as much as its units do now, even of the most expensive product */
async function requireDiscount(
  trx: DatabaseOrTransaction,
  { buy = 0, amount = 0 }: NewOffer,
  { products, categories }: { products: readonly number[]; categories: readonly number[] },
): Promise<void> {
  const isCovered =
    products.length === 0 && categories.length === 0
      ? undefined
      : or(
          inArray(product.id, [...products]),
          inArray(product.categoryId, [...categories]),
          inArray(product.subcategoryId, [...categories]),
        );
  const [highest] = await trx
    .select({ price: max(variant.pricePaise) })
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .where(isCovered);
  const price = highest?.price;
  if (price === null || price === undefined || price * buy > toPaise(amount)) return;
  throw new OfferProblem(
    "amount",
    `This takes nothing off: ${buy} units of the most expensive product cost ${formatRupees(paise(price * buy))}.`,
  );
}

/** @throws OperatorError if there is no such offer */
export async function findOffer(db: DatabaseOrTransaction, id: number): Promise<OfferRow> {
  const [found] = await readRows(db, eq(offer.id, id), 1);
  if (!found) throw new OperatorError(`There is no offer ${id}.`);
  return found;
}

export async function readRows(
  db: DatabaseOrTransaction,
  condition: SQL | undefined,
  max: number,
): Promise<OfferRow[]> {
  const offers = await db.select().from(offer).where(condition).orderBy(desc(offer.id)).limit(max);
  const ids = offers.map(({ id }) => id);
  const codes =
    ids.length === 0
      ? []
      : await db.select().from(offerCode).where(inArray(offerCode.offerId, ids)).orderBy(asc(offerCode.code));
  return offers.map((one) => ({
    ...one,
    codes: codes.filter(({ offerId }) => offerId === one.id).map(({ code }) => code),
  }));
}

/**
 * Ends an offer now. Orders that have it are not changed.
 * @throws OperatorError if it does not exist or has ended already
 */
export async function endOffer(db: DatabaseOrTransaction, id: number, now: Date): Promise<OfferRow> {
  const found = await findOffer(db, id);
  if (found.endsAt !== null && found.endsAt <= now) throw new OperatorError(`Offer ${id} has ended already.`);
  const times = { startsAt: found.startsAt < now ? found.startsAt : now, endsAt: now };
  await db.update(offer).set(times).where(eq(offer.id, id));
  return { ...found, ...times };
}

export interface OfferUse {
  orderNumber: string;
  state: OrderState;
  createdAt: Date;
  discountPaise: Paise;
}

/** Reads the latest orders that use an offer, with number and discount. Released uses are omitted. */
export async function readUses(
  db: Database,
  offerId: number,
  { max }: { max: number },
): Promise<{ uses: OfferUse[]; total: number; discountPaise: Paise }> {
  const counts = sql`${offerRedemption.offerId} = ${offerId} and not ${offerRedemption.released}`;
  const [totals] = await db
    .select({ total: count(), discount: sum(offerRedemption.discountPaise).mapWith(Number) })
    .from(offerRedemption)
    .where(counts);
  const uses = await db
    .select({
      orderNumber: customerOrder.number,
      state: customerOrder.state,
      createdAt: customerOrder.createdAt,
      discountPaise: offerRedemption.discountPaise,
    })
    .from(offerRedemption)
    .innerJoin(customerOrder, eq(customerOrder.id, offerRedemption.orderId))
    .where(counts)
    .orderBy(desc(customerOrder.id))
    .limit(max);
  return { uses, total: totals?.total ?? 0, discountPaise: paise(totals?.discount ?? 0) };
}
