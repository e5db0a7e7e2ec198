/** Lists and searches customers for staff. Each condition has an index, so that a search is as fast in a large shop as in a small one. */

import { and, desc, eq, ilike, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { ListedCustomer } from "../../../contract/admin/customers.ts";
import { ORDER_NUMBER, plainOrderNumber } from "../../../contract/orders/order-number.ts";
import { ORDER_STATES } from "../../../contract/orders/schemas.ts";
import { mobileNumberOf } from "../../../contract/written-numbers.ts";
import { canonicalEmail } from "../../base/canonical-email.ts";
import { ApiError } from "../../base/errors.ts";
import { type Paise, toRupees } from "../../base/money.ts";
import { isSale } from "../../orders/orders/lifecycle.ts";
import { hasNumber } from "../../orders/orders/order-number.ts";
import { isInStates } from "../../orders/orders/staff/list-all-orders.ts";
import { isReal } from "../../orders/orders/test-orders.ts";
import type { Database } from "../../platform/database/database.ts";
import { creditNoteLine, customer, customerOrder } from "../../platform/database/schema.ts";

export type CustomerRow = typeof customer.$inferSelect;

const PAGE_SIZE = 50;
/** Shorter words have no trigram, by which the index finds names. */
const MIN_WORD = 3;
const SOLD = ORDER_STATES.filter(isSale);

/** @throws ApiError (400) for words that are too short, (404) for an unknown `after` */
export async function listCustomers(
  db: Database,
  { q, after }: { q?: string | undefined; after?: string | undefined },
): Promise<{ customers: ListedCustomer[]; hasMore: boolean }> {
  const rows = await readCustomerRows(db, customerFilterOf(db, q), {
    after: after === undefined ? undefined : (await findCustomer(db, after)).id,
    max: PAGE_SIZE + 1,
  });
  const page = rows.slice(0, PAGE_SIZE);
  const bought = await readPurchases(
    db,
    page.map(({ id }) => id),
  );
  return { customers: page.map((row) => toListed(row, bought)), hasMore: rows.length > PAGE_SIZE };
}

/** Which customers: those with an account, and of these the ones that a search finds. */
export type CustomerFilter = SQL | undefined;

/** @throws ApiError (400) for words that are too short */
export const customerFilterOf = (db: Database, q: string | undefined): CustomerFilter =>
  and(isNull(customer.closedAt), q === undefined ? undefined : conditionOf(db, q));

/** Reads the next customers, the newest first. @param after the id of the last one that was read */
export function readCustomerRows(
  db: Database,
  filter: CustomerFilter,
  { after, max }: { after: number | undefined; max: number },
): Promise<CustomerRow[]> {
  return db
    .select()
    .from(customer)
    .where(and(filter, after === undefined ? undefined : lt(customer.id, after)))
    .orderBy(desc(customer.id))
    .limit(max);
}

/** @throws ApiError (404) */
export async function findCustomer(db: Pick<Database, "select">, publicId: string): Promise<CustomerRow> {
  const [found] = await db.select().from(customer).where(eq(customer.publicId, publicId));
  if (!found) throw new ApiError("not_found", "There is no such customer.");
  return found;
}

/** @throws ApiError (400) for words that are too short */
function conditionOf(db: Database, typed: string): SQL | undefined {
  if (typed.includes("@")) return eq(customer.email, canonicalEmail(typed));
  const buyers = db.select({ id: customerOrder.customerId }).from(customerOrder);
  const byNumber = ORDER_NUMBER.test(plainOrderNumber(typed)) ? buyers.where(hasNumber(typed)) : undefined;
  // Without a digit it may also be a name.
  if (byNumber && /\p{Nd}/u.test(typed)) return inArray(customer.id, byNumber);
  const digits = mobileNumberOf(typed);
  if (/^\d{10}$/.test(digits)) {
    // The condition of the partial index.
    const own = db
      .select({ id: customer.id })
      .from(customer)
      .where(and(eq(customer.mobile, digits), sql`${customer.mobile} <> ''`));
    return inArray(customer.id, own.union(buyers.where(eq(customerOrder.mobile, digits))));
  }
  const words = typed.split(/\s+/).filter((word) => word.length >= MIN_WORD);
  if (words.length === 0)
    throw ApiError.ofField("q", `Please type at least ${MIN_WORD} letters of the name.`, "bad_request");
  const byName = and(...words.map((word) => ilike(customer.name, `%${word.replace(/[\\%_]/g, "\\$&")}%`)));
  if (!byNumber) return byName;
  const named = db.select({ id: customer.id }).from(customer).where(byName);
  return inArray(customer.id, named.union(byNumber));
}

export interface Purchases {
  orders: number;
  spentPaise: Paise;
  lastOrderAt: Date | null;
}

/** Reads what customers have bought: their paid or confirmed orders, less what was credited. */
export async function readPurchases(db: Database, ids: readonly number[]): Promise<Map<number, Purchases>> {
  if (ids.length === 0) return new Map();
  const { customerId, totalPaise, createdAt } = customerOrder;
  const theirs = and(inArray(customerId, [...ids]), isInStates(SOLD), isReal);
  const { taxablePaise, cgstPaise, sgstPaise, igstPaise } = creditNoteLine;
  const [orders, credits] = await Promise.all([
    db
      .select({
        customerId,
        orders: sql<number>`count(*)::int`,
        paise: sql<string>`sum(${totalPaise})`,
        last: sql<string>`max(${createdAt})`,
      })
      .from(customerOrder)
      .where(theirs)
      .groupBy(customerId),
    db
      .select({ customerId, paise: sql<string>`sum(${taxablePaise} + ${cgstPaise} + ${sgstPaise} + ${igstPaise})` })
      .from(creditNoteLine)
      .innerJoin(customerOrder, eq(customerOrder.id, creditNoteLine.orderId))
      .where(theirs)
      .groupBy(customerId),
  ]);
  const credited = new Map(credits.map((row) => [row.customerId, Number(row.paise)]));
  return new Map(
    orders.map((row) => [
      row.customerId,
      {
        orders: row.orders,
        spentPaise: (Number(row.paise) - (credited.get(row.customerId) ?? 0)) as Paise,
        lastOrderAt: new Date(row.last),
      },
    ]),
  );
}

export function toListed(row: CustomerRow, bought: ReadonlyMap<number, Purchases>): ListedCustomer {
  const { orders = 0, spentPaise, lastOrderAt = null } = bought.get(row.id) ?? {};
  return {
    _id: row.publicId,
    name: row.name,
    email: row.email,
    mobile: row.mobile,
    joinedAt: row.createdAt.toISOString(),
    orders,
    spent: spentPaise === undefined ? 0 : toRupees(spentPaise),
    lastOrderAt: lastOrderAt?.toISOString() ?? null,
  };
}
