import { asc, eq, inArray, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { cashListEntry, contactMessage, customerOrder, newsletterSubscriber } from "../../platform/database/schema.ts";
import { isCashListingOf } from "../accounts/erase-account.ts";
import type { Retained } from "./emails.ts";
import type { Person } from "./person.ts";

/** Reads what an erasure has left of somebody without an account. */
export async function readRetained(
  trx: DatabaseOrTransaction,
  { email, mobile, formerIds }: Person,
): Promise<Omit<Retained, "hasGifts">> {
  const orders = await trx
    .select({ number: customerOrder.number })
    .from(customerOrder)
    .where(inArray(customerOrder.customerId, [...formerIds]))
    .orderBy(asc(customerOrder.id));
  const messages = await trx
    .select({ reference: contactMessage.reference })
    .from(contactMessage)
    .where(eq(sql`lower(${contactMessage.email})`, email))
    .orderBy(asc(contactMessage.id));
  return {
    orders: orders.map(({ number }) => number),
    messages: messages.map(({ reference }) => reference),
    hasSubscription: (await trx.$count(newsletterSubscriber, eq(newsletterSubscriber.email, email))) > 0,
    isBlocked: (await trx.$count(cashListEntry, isCashListingOf({ email, mobile }))) > 0,
  };
}
