/** The record of consents, with which the shop can prove them (DPDP Act, section 6). */

import { asc, inArray } from "drizzle-orm";
import type { ConsentEvent } from "../../../contract/contact/newsletter-states.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { newsletterConsent } from "../../platform/database/schema.ts";

export interface Consent {
  event: ConsentEvent;
  at: Date;
  /** The page, the link of an email, or the member of staff. */
  place: string;
  /** The text that the subscriber has seen. */
  wording: string;
}

/** Records an event in the transaction that changes the subscription. */
export async function recordConsent(trx: DatabaseOrTransaction, subscriberId: number, consent: Consent): Promise<void> {
  await trx.insert(newsletterConsent).values({ subscriberId, ...consent });
}

/** Reads the records of these subscribers, oldest first. */
export async function readConsents(db: Database, subscriberIds: readonly number[]): Promise<Map<number, Consent[]>> {
  const found = new Map<number, Consent[]>(subscriberIds.map((id) => [id, []]));
  if (subscriberIds.length === 0) return found;
  const rows = await db
    .select()
    .from(newsletterConsent)
    .where(inArray(newsletterConsent.subscriberId, [...subscriberIds]))
    .orderBy(asc(newsletterConsent.id));
  for (const { subscriberId, event, at, place, wording } of rows)
    found.get(subscriberId)?.push({ event, at, place, wording });
  return found;
}
