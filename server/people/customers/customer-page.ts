/** One customer, as staff sees and changes them. */

import { and, desc, eq } from "drizzle-orm";
import { LISTED_ORDERS, type StaffCustomer } from "../../../contract/admin/customers.ts";
import { badgeOf } from "../../../contract/orders/badges.ts";
import { ApiError } from "../../base/errors.ts";
import { toRupees } from "../../base/money.ts";
import { listAllOrders } from "../../orders/orders/staff/list-all-orders.ts";
import { type Action, type Actor, recordAudit, recordAuditOnce } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import {
  cartItem,
  customer,
  customerNote,
  customerOrder,
  review,
  wishlistItem,
} from "../../platform/database/schema.ts";
import { listAddresses } from "../accounts/address-book.ts";
import { readAccountConsents, readTextVersions } from "../accounts/consents.ts";
import { readMovedAt } from "../accounts/moved-accounts.ts";
import { endEverySession, endSessionsOf, listDevices } from "../accounts/sessions.ts";
import { findSubscription } from "../newsletter/find-subscription.ts";
import { findMovedConsent } from "../newsletter/moved-subscribers.ts";
import { readOldOrdersFor } from "../old-orders/old-orders.ts";
import { type CustomerRow, findCustomer, readPurchases, toListed } from "./find-customers.ts";

/** Opening or changing the same page again within this time is audited once. */
const SAME_VISIT_MS = 60 * 60 * 1000;

const subjectOf = ({ publicId }: Pick<CustomerRow, "publicId">) => ({ type: "customer" as const, id: publicId });

/** Reads a customer, and records in the audit log who did. @throws ApiError (404) */
export async function openCustomer(db: Database, publicId: string, actor: Actor): Promise<StaffCustomer> {
  const found = await findCustomer(db, publicId);
  const visit: Action = { action: "customer.opened", subject: subjectOf(found) };
  await recordAuditOnce(db, actor, visit, { at: new Date(), withinMs: SAME_VISIT_MS });
  return readForStaff(db, found);
}

async function readForStaff(db: Database, row: CustomerRow): Promise<StaffCustomer> {
  const { id } = row;
  const own = (table: typeof cartItem | typeof wishlistItem | typeof review) =>
    db.$count(table, eq(table.customerId, id));
  const [old, movedAt] = await Promise.all([readOldOrdersFor(db, row.email), readMovedAt(db, id)]);
  const [bought, addresses, wishlistItems, cartItems, reviews, recent, consents, current, newsletter, sessions, notes] =
    await Promise.all([
      readPurchases(db, [id]),
      listAddresses(db, id),
      own(wishlistItem),
      own(cartItem),
      own(review),
      listAllOrders(db, { matching: eq(customerOrder.customerId, id) }, LISTED_ORDERS),
      readAccountConsents(db, id),
      readTextVersions(db),
      findSubscription(db, row.email),
      listDevices(db, id, 0),
      db.select().from(customerNote).where(eq(customerNote.customerId, id)).orderBy(desc(customerNote.id)),
    ]);
  return {
    ...toListed(row, bought),
    closedAt: row.closedAt?.toISOString() ?? null,
    dateOfBirth: row.dateOfBirth,
    hasPassword: row.passwordHash !== null,
    hasGoogle: row.googleSubject !== null,
    addresses: addresses.map(({ street, city, state, pincode, isDefault }) => ({
      street,
      city,
      state,
      pincode,
      isDefault,
    })),
    wishlistItems,
    cartItems,
    reviews,
    recentOrders: recent.orders.map((order) => ({
      number: order.number,
      state: order.state,
      badge: badgeOf(order),
      orderedAt: order.createdAt.toISOString(),
      total: toRupees(order.totalPaise),
    })),
    oldOrders: old,
    movedAt: movedAt?.toISOString() ?? null,
    consents: consents.map(({ at, ...consent }) => ({
      ...consent,
      at: at.toISOString(),
      isCurrent: consent.version === current[consent.document],
    })),
    newsletter: newsletter && {
      state: newsletter.state,
      signedUpAt: newsletter.signedUpAt.toISOString(),
      confirmedAt: newsletter.confirmedAt?.toISOString() ?? null,
      moved: await findMovedConsent(db, newsletter),
      unsubscribedAt: newsletter.unsubscribedAt?.toISOString() ?? null,
    },
    sessions: sessions.map(({ userAgent, createdAt, lastUsedAt }) => ({
      device: userAgent,
      startedAt: createdAt,
      lastUsedAt,
    })),
    notes: notes.map((note) => ({ _id: String(note.id), text: note.text, by: note.author, at: note.at.toISOString() })),
  };
}

/** Changes a customer in one transaction with its audit entry, and reads them again. @throws ApiError (404) */
async function change(
  db: Database,
  publicId: string,
  actor: Actor,
  apply: (trx: DatabaseOrTransaction, row: CustomerRow, now: Date) => Promise<Omit<Action, "subject">>,
): Promise<StaffCustomer> {
  const now = new Date();
  await db.transaction(async (trx) => {
    const [row] = await trx.select().from(customer).where(eq(customer.publicId, publicId)).for("no key update");
    if (!row) throw new ApiError("not_found", "There is no such customer.");
    const action = await apply(trx, row, now);
    await recordAudit(trx, actor, { ...action, subject: subjectOf(row) }, now);
  });
  return readForStaff(db, await findCustomer(db, publicId));
}

/** @throws ApiError (404), (409) for a deleted account */
export const addNote = (db: Database, publicId: string, text: string, actor: Actor) =>
  change(db, publicId, actor, async (trx, { id, closedAt }, at) => {
    if (closedAt) throw new ApiError("conflict", "This account is deleted, so nothing can be written about it.");
    await trx.insert(customerNote).values({ customerId: id, text, author: actor.name, at });
    return { action: "customer.note_added" };
  });

/** @throws ApiError (404) */
export const deleteNote = (db: Database, publicId: string, noteId: number, actor: Actor) =>
  change(db, publicId, actor, async (trx, { id }) => {
    const own = and(eq(customerNote.id, noteId), eq(customerNote.customerId, id));
    const [deleted] = await trx.delete(customerNote).where(own).returning({ id: customerNote.id });
    if (!deleted) throw new ApiError("not_found", "This note has already been deleted.");
    return { action: "customer.note_deleted" };
  });

/** Logs the customer out on every device. @throws ApiError (404) */
export const endSessions = (db: Database, publicId: string, actor: Actor) =>
  change(db, publicId, actor, async (trx, { id }) => {
    const sessions = await endSessionsOf(trx, id);
    return { action: "customer.sessions_ended", after: { sessions } };
  });

/** Logs every customer out. @returns the number of sessions */
export function endAllSessions(db: Database, actor: Actor): Promise<number> {
  return db.transaction(async (trx) => {
    const sessions = await endEverySession(trx);
    const subject = { type: "customer" as const, id: "all" };
    await recordAudit(trx, actor, { action: "customer.sessions_ended", subject, after: { sessions } }, new Date());
    return sessions;
  });
}
