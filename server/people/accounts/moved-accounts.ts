/**
 * Accounts that come from the shop before: without a password, and without a mail. Their owners set a password by the code that the
 * ordinary recovery mails.
 */

import { and, asc, eq, exists, gt, inArray, sql } from "drizzle-orm";
import type { AddressBody } from "../../../contract/accounts/schemas.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { address, customer, movedAccount } from "../../platform/database/schema.ts";
import { deleteUnused } from "./find-or-create.ts";

/** Whether the shop has accounts of the shop before. It says nothing about any email. */
export async function hasMovedAccounts(db: DatabaseOrTransaction): Promise<boolean> {
  const found = await db.select({ customerId: movedAccount.customerId }).from(movedAccount).limit(1);
  return found.length > 0;
}

/** When an account came from the shop before; null if it did not. */
export async function readMovedAt(db: DatabaseOrTransaction, customerId: number): Promise<Date | null> {
  const [found] = await db
    .select({ at: movedAccount.at })
    .from(movedAccount)
    .where(eq(movedAccount.customerId, customerId));
  return found?.at ?? null;
}

/** Whether an account comes from the shop before, and its owner has not logged in yet: it has no password, and no Google login. */
export const awaitsFirstLogin = (db: DatabaseOrTransaction) =>
  sql<boolean>`(${customer.passwordHash} is null and ${customer.googleSubject} is null and ${exists(
    db.select({ one: sql`1` }).from(movedAccount).where(eq(movedAccount.customerId, customer.id)),
  )})`;

export interface MovedPerson {
  /** In lower case. */
  email: string;
  name: string;
  /** Ten digits, or empty. */
  mobile: string;
  /** Null without one that a parcel could be sent to. */
  address: AddressBody | null;
}

/** Joins people with one email: what the first lacks, the next has. */
export function joinByEmail<Person extends MovedPerson>(people: readonly Person[]): Person[] {
  const joined = new Map<string, Person>();
  for (const person of people) {
    const first = joined.get(person.email);
    const mobile = first?.mobile || person.mobile;
    joined.set(person.email, first ? { ...first, mobile, address: first.address ?? person.address } : person);
  }
  return [...joined.values()];
}

/**
 * Makes the accounts that are missing. Of those that are here only what is empty is filled: mobile number, and an address where there is none.
 * @param people each email once
 * @param fileId the file that they come from
 */
export async function storeMovedPeople(
  trx: DatabaseOrTransaction,
  people: readonly MovedPerson[],
  { fileId, now }: { fileId: number; now: Date },
): Promise<{ added: number; changed: number }> {
  if (people.length === 0) return { added: 0, changed: 0 };
  const byEmail = new Map(people.map((person) => [person.email, person]));
  const created = await trx
    .insert(customer)
    .values(people.map(({ email, name, mobile }) => ({ email, name, mobile, createdAt: now })))
    .onConflictDoNothing()
    .returning({ id: customer.id, email: customer.email });
  const ids = new Set(created.map(({ id }) => id));
  if (created.length > 0)
    await trx.insert(movedAccount).values(created.map(({ id }) => ({ customerId: id, fileId, at: now })));
  // Locked as a change of the address book locks them, in the order of their ids, so that two stores do not deadlock.
  const all = await trx
    .select({ id: customer.id, email: customer.email, mobile: customer.mobile })
    .from(customer)
    .where(inArray(customer.email, [...byEmail.keys()]))
    .orderBy(asc(customer.id))
    .for("no key update");
  const changed = new Set<number>();
  for (const { id, email, mobile } of all) {
    const given = byEmail.get(email)?.mobile ?? "";
    if (mobile !== "" || given === "") continue;
    await trx.update(customer).set({ mobile: given }).where(eq(customer.id, id));
    changed.add(id);
  }
  const withAddress = all.filter(({ email }) => byEmail.get(email)?.address);
  const filled = await readWithAddress(
    trx,
    withAddress.map(({ id }) => id),
  );
  const addresses = withAddress.flatMap(({ id, email }) => {
    const given = byEmail.get(email)?.address;
    return given && !filled.has(id) ? [{ customerId: id, ...given, isDefault: true, createdAt: now }] : [];
  });
  if (addresses.length > 0) await trx.insert(address).values(addresses);
  for (const { customerId } of addresses) if (!ids.has(customerId)) changed.add(customerId);
  return { added: created.length, changed: changed.size };
}

async function readWithAddress(trx: DatabaseOrTransaction, ids: readonly number[]): Promise<Set<number>> {
  const rows = await trx
    .selectDistinct({ customerId: address.customerId })
    .from(address)
    .where(inArray(address.customerId, [...ids]));
  return new Set(rows.map(({ customerId }) => customerId));
}

/**
 * Deletes the accounts that a file has made and whose owners have done nothing since, some at a time.
 * @param after the last id of the previous call
 * @returns the last id that was looked at, null at the end
 */
export async function deleteMovedAccounts(
  trx: DatabaseOrTransaction,
  { fileId, after, max }: { fileId: number; after: number; max: number },
): Promise<{ last: number | null; deleted: number }> {
  const rows = await trx
    .select({ id: movedAccount.customerId })
    .from(movedAccount)
    .where(and(eq(movedAccount.fileId, fileId), gt(movedAccount.customerId, after)))
    .orderBy(asc(movedAccount.customerId))
    .limit(max);
  const ids = rows.map(({ id }) => id);
  return { last: ids.at(-1) ?? null, deleted: await deleteUnused(trx, ids) };
}
