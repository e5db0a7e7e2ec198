/** Customers as records of a CSV file. Amounts are rupees with two decimals; days are India's. */

import { and, inArray } from "drizzle-orm";
import { isoDayInIndia } from "../../../contract/dates.ts";
import { paise, plainRupees } from "../../base/money.ts";
import type { Database } from "../../platform/database/database.ts";
import { address, newsletterSubscriber } from "../../platform/database/schema.ts";
import { type CustomerFilter, readCustomerRows, readPurchases } from "./find-customers.ts";

/** Customers per query. */
const BATCH = 500;

const HEADER = [
  "name",
  "email",
  "phone",
  "joined_on",
  "orders",
  "spent",
  "last_order_on",
  "address",
  "city",
  "state",
  "pincode",
  "newsletter",
];

/** Yields the header, and a record of every customer who matches: the default address, and the state of the newsletter, empty without a sign-up. */
export async function* customerRecords(db: Database, filter: CustomerFilter): AsyncGenerator<string[]> {
  yield HEADER;
  for (let after: number | undefined; ; ) {
    const rows = await readCustomerRows(db, filter, { after, max: BATCH });
    const ids = rows.map(({ id }) => id);
    const [bought, addresses, newsletter] = await Promise.all([
      readPurchases(db, ids),
      readDefaultAddresses(db, ids),
      readNewsletterStates(
        db,
        rows.map(({ email }) => email),
      ),
    ]);
    yield* rows.map(({ id, name, email, mobile, createdAt }) => {
      const { orders = 0, spentPaise = paise(0), lastOrderAt = null } = bought.get(id) ?? {};
      const { street = "", city = "", state = "", pincode = "" } = addresses.get(id) ?? {};
      return [
        name,
        email,
        mobile,
        isoDayInIndia(createdAt),
        String(orders),
        plainRupees(spentPaise),
        lastOrderAt ? isoDayInIndia(lastOrderAt) : "",
        street,
        city,
        state,
        pincode,
        newsletter.get(email) ?? "",
      ];
    });
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.id;
  }
}

async function readDefaultAddresses(db: Database, ids: readonly number[]) {
  const rows = await db
    .select()
    .from(address)
    .where(and(inArray(address.customerId, [...ids]), address.isDefault));
  return new Map(rows.map((row) => [row.customerId, row]));
}

async function readNewsletterStates(db: Database, emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ email: newsletterSubscriber.email, state: newsletterSubscriber.state })
    .from(newsletterSubscriber)
    .where(inArray(newsletterSubscriber.email, [...emails]));
  return new Map(rows.map(({ email, state }) => [email, state]));
}
