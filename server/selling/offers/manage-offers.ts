/** Offers as the owner manages them. */

import { asc, count, desc, eq, inArray, max, or, type SQL, sql, sum } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { DAY_MS } from "../../../contract/dates.ts";
import type { OrderState } from "../../../contract/orders/schemas.ts";
import { shopCode } from "../../../contract/written-numbers.ts";
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
  checkValues(spec);
  const codes = [...new Set(spec.codes.map(shopCode))];
  return db.transaction(async (trx) => {
    const taken = await trx.select({ code: offerCode.code }).from(offerCode).where(inArray(offerCode.code, codes));
    if (taken[0]) throw new OfferProblem("codes", `The code ${taken[0].code} belongs to another offer.`);
    const products = { table: product, name: product.slug, id: product.id };
    const conditions = {
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
    if (spec.kind === "bundle_price") await requireDiscount(trx, spec, conditions);
    const [created] = await trx
      .insert(offer)
      .values({ ...termsOf(spec, now), needsCode: codes.length > 0, conditions })
      .returning();
    if (!created) throw new Error("the offer was not inserted");
    if (codes.length > 0) {
      const rows = codes.map((code) => ({ code, offerId: created.id }));
      const stored = await trx.insert(offerCode).values(rows).onConflictDoNothing().returning();
      // Somebody else has created an offer with it since it was looked up.
      if (stored.length < codes.length) throw new OfferProblem("codes", "One of the codes belongs to another offer.");
    }
    return { ...created, codes };
  });
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
