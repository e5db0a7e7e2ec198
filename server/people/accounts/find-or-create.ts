import { and, eq, inArray, isNull, notExists, type SQL, sql } from "drizzle-orm";
import { canonicalEmail } from "../../base/canonical-email.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import {
  cartItem,
  customer,
  customerNote,
  customerOrder,
  draftOrder,
  movedAccount,
  privacyRequest,
  review,
  session,
  wishlistItem,
} from "../../platform/database/schema.ts";
import { recordAccountConsent } from "./consents.ts";

interface NewCustomer {
  email: string;
  name: string;
  mobile: string;
  /** Whether an email tells them what they accept with the order; by default they accept it on the page that orders. */
  isInformed?: boolean;
  now: Date;
}

/**
 * Finds the customer with an email, or creates one without a password, for an order by phone or by an assistant. The email's owner gets in by
 * resetting the password.
 * @returns the id
 */
export async function findOrCreateCustomer(
  trx: DatabaseOrTransaction,
  { email: typed, name, mobile, isInformed = false, now }: NewCustomer,
): Promise<number> {
  const email = canonicalEmail(typed);
  const [created] = await trx
    .insert(customer)
    .values({ email, name, mobile })
    .onConflictDoNothing()
    .returning({ id: customer.id });
  const [found] = created
    ? [created]
    : await trx.select({ id: customer.id }).from(customer).where(eq(customer.email, email));
  if (!found) throw new Error("a customer with this email was neither found nor created");
  if (isInformed) await recordAccountConsent(trx, found.id, { event: "informed", place: "draft_order", at: now });
  return found.id;
}

/** Deletes those of the given accounts that `deleteUnused` deletes and that have not come from the shop before, which may have orders there. */
export async function deleteUnusedAccounts(trx: DatabaseOrTransaction, ids: readonly number[]): Promise<void> {
  await deleteUnused(
    trx,
    ids,
    notExists(trx.select({ one: sql`1` }).from(movedAccount).where(eq(movedAccount.customerId, customer.id))),
  );
}

/**
 * Deletes the given accounts, except those with a password, a Google login, a session, or rows that refer to them.
 * @returns how many
 */
export async function deleteUnused(trx: DatabaseOrTransaction, ids: readonly number[], further?: SQL): Promise<number> {
  if (ids.length === 0) return 0;
  const unused = [cartItem, customerNote, customerOrder, draftOrder, privacyRequest, review, session, wishlistItem].map(
    (table) => notExists(trx.select({ one: sql`1` }).from(table).where(eq(table.customerId, customer.id))),
  );
  const deleted = await trx
    .delete(customer)
    .where(
      and(
        inArray(customer.id, [...ids]),
        isNull(customer.passwordHash),
        isNull(customer.googleSubject),
        isNull(customer.closedAt),
        ...unused,
        further,
      ),
    )
    .returning({ id: customer.id });
  return deleted.length;
}
