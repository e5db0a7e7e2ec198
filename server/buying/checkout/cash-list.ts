/**
 * The owner's lists for cash on delivery: customers who may never pay in cash, and customers who may despite refused parcels, open orders
 * and excluded pincodes. An entry for the customer overrides one for the pincode, and a blocking entry overrides an allowing one.
 */

import { and, asc, eq, gt, or, type SQL, sql } from "drizzle-orm";
import type { CashListKind } from "../../../contract/admin/cash.ts";
import { isIndianMobile, mobileNumberOf, plainNumber } from "../../../contract/written-numbers.ts";
import { canonicalEmail } from "../../base/canonical-email.ts";
import { OperatorError } from "../../base/errors.ts";
import { type Action, type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { DatabaseOrTransaction, ReadDatabase } from "../../platform/database/database.ts";
import { mailboxOf } from "../../platform/database/mailbox.ts";
import { cashListEntry, customer } from "../../platform/database/schema.ts";

export type CashListing = typeof cashListEntry.$inferSelect;

/**
 * Recognises the subject of an entry.
 * @param mayBeOld whether an entry of an earlier release is looked for, which took any ten digits
 * @throws OperatorError unless it is an email, a mobile number or a pincode
 */
export function readSubject(typed: string, { mayBeOld = false } = {}): Pick<CashListing, "kind" | "value"> {
  const value = typed.trim();
  if (/^[^@\s]+@[^@\s]+$/.test(value) && value.length <= 254) return { kind: "email", value: canonicalEmail(value) };
  if (isIndianMobile(value)) return { kind: "mobile", value: mobileNumberOf(value) };
  if (mayBeOld && /^\d{10}$/.test(mobileNumberOf(value))) return { kind: "mobile", value: mobileNumberOf(value) };
  const pincode = plainNumber(value);
  if (/^[1-9]\d{5}$/.test(pincode)) return { kind: "pincode", value: pincode };
  throw new OperatorError(`${value.slice(0, 60)} is no email, Indian mobile number of 10 digits or pincode of 6.`);
}

interface ListDeps {
  actor: Actor;
  now: Date;
}

/** Stores an entry, replacing one for the same subject. */
export async function addCashListEntry(
  trx: DatabaseOrTransaction,
  entry: Omit<CashListing, "createdAt" | "author" | "endsAt">,
  { actor, now }: ListDeps,
): Promise<void> {
  const { isBlocked, reason } = entry;
  const values = { isBlocked, reason, author: actor.id === null ? "" : actor.name, createdAt: now, endsAt: null };
  await trx
    .insert(cashListEntry)
    .values({ ...entry, ...values })
    .onConflictDoUpdate({ target: [cashListEntry.kind, cashListEntry.value], set: values });
  const action = isBlocked ? "cash.blocked" : "cash.allowed";
  await recordAudit(trx, actor, { action, ...(await auditedSubject(trx, entry)) }, now);
}

/** @returns whether there was an entry */
export async function removeCashListEntry(
  trx: DatabaseOrTransaction,
  { kind, value }: Pick<CashListing, "kind" | "value">,
  { actor, now }: ListDeps,
): Promise<boolean> {
  const removed = await trx
    .delete(cashListEntry)
    .where(and(eq(cashListEntry.kind, kind), eq(cashListEntry.value, value)))
    .returning({ value: cashListEntry.value });
  if (removed.length === 0) return false;
  await recordAudit(trx, actor, { action: "cash.unlisted", ...(await auditedSubject(trx, { kind, value })) }, now);
  return true;
}

/** Returns an entry's subject for the audit log: the customer's id, because the log must not retain emails and numbers after an erasure. */
async function auditedSubject(
  trx: DatabaseOrTransaction,
  { kind, value }: Pick<CashListing, "kind" | "value">,
): Promise<Pick<Action, "subject" | "after">> {
  const after = { by: kind };
  if (kind === "pincode") return { subject: { type: "pincode" as const, id: value }, after };
  const [found] = await trx
    .select({ id: customer.publicId })
    .from(customer)
    .where(eq(kind === "email" ? customer.email : customer.mobile, value))
    .limit(1);
  return { subject: { type: "customer" as const, id: found?.id ?? "" }, after };
}

export const findCashListing = async (
  db: Pick<ReadDatabase, "select">,
  { kind, value }: Pick<CashListing, "kind" | "value">,
): Promise<CashListing | undefined> =>
  (
    await db
      .select()
      .from(cashListEntry)
      .where(and(eq(cashListEntry.kind, kind), eq(cashListEntry.value, value)))
  )[0];

/** Lists entries of both lists or one, by value. @param after the value of the last entry of the previous page */
export async function findCashListings(
  db: DatabaseOrTransaction,
  {
    beginning,
    isBlocked,
    after,
    max,
  }: { beginning: string | undefined; isBlocked: boolean | undefined; after: string | undefined; max: number },
): Promise<CashListing[]> {
  return (
    db
      .select()
      .from(cashListEntry)
      .where(
        and(
          beginning === undefined ? undefined : sql`starts_with(${cashListEntry.value}, ${beginning})`,
          isBlocked === undefined ? undefined : eq(cashListEntry.isBlocked, isBlocked),
          after === undefined ? undefined : gt(cashListEntry.value, after),
        ),
      )
      // Emails, mobile numbers and pincodes never have the same value.
      .orderBy(asc(cashListEntry.value))
      .limit(max)
  );
}

/**
 * Finds what the lists say about an order; null without an entry.
 * @param order.mobile the number of the order; it can only block, because anybody could type the number of who is allowed
 */
export async function findCashListEntry(
  db: DatabaseOrTransaction,
  { customerId, pincode, mobile }: { customerId: number; pincode: string; mobile: string },
): Promise<"blocked" | "allowed" | null> {
  const is = (kind: CashListKind, value: SQL | string) =>
    and(eq(cashListEntry.kind, kind), sql`${cashListEntry.value} = ${value}`);
  const entries = await db
    .select({ kind: cashListEntry.kind, isBlocked: cashListEntry.isBlocked })
    .from(cashListEntry)
    .innerJoin(customer, eq(customer.id, customerId))
    .where(
      or(
        is("email", sql`${customer.email}`),
        // Another address of a blocked mailbox is blocked, too.
        and(
          eq(cashListEntry.kind, "email"),
          eq(cashListEntry.isBlocked, true),
          eq(mailboxOf(cashListEntry.value), mailboxOf(customer.email)),
        ),
        is("mobile", sql`${customer.mobile}`),
        and(is("mobile", mobile), eq(cashListEntry.isBlocked, true)),
        is("pincode", pincode),
      ),
    );
  const ofCustomer = entries.filter(({ kind }) => kind !== "pincode");
  const deciding = ofCustomer.length > 0 ? ofCustomer : entries;
  if (deciding.length === 0) return null;
  return deciding.some(({ isBlocked }) => isBlocked) ? "blocked" : "allowed";
}
