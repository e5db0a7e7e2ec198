/** A customer's address book. At most one address is the default, which a unique index enforces. */

import { and, asc, count, desc, eq } from "drizzle-orm";
import type { Address, AddressBody, SavedAddressBody } from "../../../contract/accounts/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import type { Database } from "../../platform/database/database.ts";
import { lockCustomer } from "../../platform/database/lock-customer.ts";
import { address } from "../../platform/database/schema.ts";
import { resolveAddress } from "../../selling/shipping/destination.ts";

const MAX_ADDRESSES = 20;

const sameAddress = ({ street, city, state, pincode }: AddressBody) =>
  and(eq(address.street, street), eq(address.city, city), eq(address.state, state), eq(address.pincode, pincode));
const own = (customerId: number, id: number) => and(eq(address.id, id), eq(address.customerId, customerId));

export async function listAddresses(db: Database, customerId: number): Promise<Address[]> {
  const rows = await db
    .select()
    .from(address)
    .where(eq(address.customerId, customerId))
    .orderBy(desc(address.isDefault), asc(address.id));
  return rows.map(toSavedAddress);
}

/**
 * Adds an address; returns the existing one if the book already has it, so that a double click adds nothing.
 * @throws ApiError (422) when the book is full, or if the state is not certain
 */
export async function addAddress(
  db: Database,
  customerId: number,
  { mobile_no: mobile = "", ...typed }: SavedAddressBody,
): Promise<Address> {
  const body = await resolveAddress(typed);
  return db.transaction(async (trx) => {
    await lockCustomer(trx, customerId);
    const [known] = await trx
      .select()
      .from(address)
      .where(and(eq(address.customerId, customerId), sameAddress(body)))
      .limit(1);
    if (known && (mobile === "" || mobile === known.mobile)) return toSavedAddress(known);
    if (known) {
      const [changed] = await trx.update(address).set({ mobile }).where(eq(address.id, known.id)).returning();
      return found(changed);
    }
    const [current] = await trx.select({ addresses: count() }).from(address).where(eq(address.customerId, customerId));
    const addresses = current?.addresses ?? 0;
    if (addresses >= MAX_ADDRESSES) {
      throw new ApiError(
        "address_book_full",
        `You can save up to ${MAX_ADDRESSES} addresses. Please delete one you no longer need.`,
      );
    }
    const [added] = await trx
      .insert(address)
      .values({ customerId, ...body, mobile, isDefault: addresses === 0 })
      .returning();
    return found(added);
  });
}

/** @throws ApiError (404) when this customer has no such address, (422) if its state is not certain */
export async function changeAddress(
  db: Database,
  customerId: number,
  id: number,
  { mobile_no: mobile, ...body }: SavedAddressBody,
): Promise<Address> {
  const [changed] = await db
    .update(address)
    // A missing number stays: Drizzle omits undefined values.
    .set({ ...(await resolveAddress(body)), mobile })
    .where(own(customerId, id))
    .returning();
  return found(changed);
}

/** @throws ApiError (404) when this customer has no such address */
export async function chooseDefaultAddress(db: Database, customerId: number, id: number): Promise<Address> {
  return db.transaction(async (trx) => {
    await lockCustomer(trx, customerId);
    await trx
      .update(address)
      .set({ isDefault: false })
      .where(and(eq(address.customerId, customerId), eq(address.isDefault, true)));
    const [chosen] = await trx.update(address).set({ isDefault: true }).where(own(customerId, id)).returning();
    return found(chosen);
  });
}

/** @throws ApiError (404) when this customer has no such address */
export async function deleteAddress(db: Database, customerId: number, id: number): Promise<void> {
  await db.transaction(async (trx) => {
    await lockCustomer(trx, customerId);
    const [deleted] = await trx.delete(address).where(own(customerId, id)).returning();
    if (!found(deleted).isDefault) return;
    const [oldest] = await trx
      .select({ id: address.id })
      .from(address)
      .where(eq(address.customerId, customerId))
      .orderBy(asc(address.id))
      .limit(1);
    if (oldest) await trx.update(address).set({ isDefault: true }).where(own(customerId, oldest.id));
  });
}

function found(row: typeof address.$inferSelect | undefined): Address {
  if (!row) throw new ApiError("not_found", "That address is no longer in your address book. Please choose another.");
  return toSavedAddress(row);
}

function toSavedAddress({ id, street, city, state, pincode, mobile, isDefault }: typeof address.$inferSelect): Address {
  return { _id: String(id), street, city, state, pincode, mobile_no: mobile, isDefault };
}
