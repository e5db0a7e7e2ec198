/** Emails whose data was erased. What is moved in from a shop before does not bring it back. */

import { createHmac } from "node:crypto";
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customer, customerOrder, erasedEmail } from "../../platform/database/schema.ts";

/** Hashes an email with a key outside the database, so that nobody can read or guess it there. @param email in lower case */
const hashEmail = (codeSecret: string, email: string): string =>
  createHmac("sha256", codeSecret)
    .update(JSON.stringify(["erased", email]))
    .digest("base64url");

/** Notes that the data of an email was erased. @param email in lower case */
export async function rememberErasure(
  trx: DatabaseOrTransaction,
  email: string,
  { codeSecret, now }: { codeSecret: string; now: Date },
): Promise<void> {
  await trx
    .insert(erasedEmail)
    .values({ emailHash: hashEmail(codeSecret, email), at: now })
    .onConflictDoNothing();
}

/**
 * Finds the emails whose data was erased: those noted, and those of orders whose account is deleted.
 * @param emails in lower case
 */
export async function findErased(
  db: DatabaseOrTransaction,
  emails: readonly string[],
  codeSecret: string,
): Promise<Set<string>> {
  const byHash = new Map(emails.map((email) => [hashEmail(codeSecret, email), email]));
  const noted = await db
    .select({ emailHash: erasedEmail.emailHash })
    .from(erasedEmail)
    .where(inArray(erasedEmail.emailHash, [...byHash.keys()]));
  const ordered = await db
    .selectDistinct({ email: customerOrder.email })
    .from(customerOrder)
    .innerJoin(customer, eq(customer.id, customerOrder.customerId))
    .where(and(inArray(customerOrder.email, [...emails]), isNotNull(customer.closedAt)));
  return new Set([
    ...noted.flatMap(({ emailHash }) => byHash.get(emailHash) ?? []),
    ...ordered.map(({ email }) => email),
  ]);
}
