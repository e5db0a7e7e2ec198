/** Subscribers of the shop before, whose consent the owner can prove. */

import { and, eq, gt, inArray, ne, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { newToken } from "../../base/secrets.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { newsletterConsent, newsletterRecipient, newsletterSubscriber } from "../../platform/database/schema.ts";

/** The proof of a consent that was given elsewhere. */
export interface MovedConsent {
  /** The sentence to which they said yes. */
  wording: string;
  place: string;
  shopOrigin: string;
  /** One time for all of a file. */
  at: Date;
}

/**
 * Subscribes emails that this shop has never had in its list, each with a record of the consent. Those that it has stay as they are: who has
 * unsubscribed here stays so. No email is sent.
 * @param emails in lower case, each once
 * @returns how many are new
 */
export async function subscribeMoved(
  trx: DatabaseOrTransaction,
  emails: readonly string[],
  { wording, place, shopOrigin, at }: MovedConsent,
): Promise<number> {
  if (emails.length === 0) return 0;
  const added = await trx
    .insert(newsletterSubscriber)
    .values(
      emails.map((email) => ({
        ...{ email, state: "confirmed" as const, unsubscribeToken: newToken(), shopOrigin },
        ...{ signedUpAt: at, confirmedAt: at },
      })),
    )
    .onConflictDoNothing()
    .returning({ id: newsletterSubscriber.id });
  if (added.length > 0)
    await trx
      .insert(newsletterConsent)
      .values(added.map(({ id }) => ({ subscriberId: id, event: "confirmed" as const, at, place, wording })));
  return added.length;
}

/** Finds the proof by which `subscribeMoved` has made a subscription; null for one that was confirmed here, after its sign-up. */
export async function findMovedConsent(
  db: DatabaseOrTransaction,
  { id, signedUpAt }: { id: number; signedUpAt: Date },
): Promise<{ wording: string; place: string } | null> {
  const { subscriberId, event, at, wording, place } = newsletterConsent;
  const [found] = await db
    .select({ wording, place })
    .from(newsletterConsent)
    .where(and(eq(subscriberId, id), eq(event, "confirmed"), eq(at, signedUpAt)));
  return found ?? null;
}

/**
 * Deletes subscriptions that `subscribeMoved` has made, some at a time, if nothing has happened to them since: no further consent, no
 * unsubscribing, no issue sent.
 * @param after the last id of the previous call
 * @returns the last id that was looked at, null at the end
 */
export async function unsubscribeMoved(
  trx: DatabaseOrTransaction,
  { at, place }: Pick<MovedConsent, "at" | "place">,
  { after, max }: { after: number; max: number },
): Promise<number | null> {
  const rows = await trx
    .select({ id: newsletterConsent.subscriberId })
    .from(newsletterConsent)
    .innerJoin(newsletterSubscriber, eq(newsletterSubscriber.id, newsletterConsent.subscriberId))
    .where(
      and(
        eq(newsletterSubscriber.signedUpAt, at),
        eq(newsletterConsent.at, at),
        eq(newsletterConsent.place, place),
        gt(newsletterConsent.subscriberId, after),
      ),
    )
    .orderBy(newsletterConsent.subscriberId)
    .limit(max);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return null;
  const another = alias(newsletterConsent, "another");
  const one = sql`1`;
  await trx.delete(newsletterSubscriber).where(
    and(
      inArray(newsletterSubscriber.id, ids),
      eq(newsletterSubscriber.state, "confirmed"),
      notExists(
        trx
          .select({ one })
          .from(another)
          .where(
            and(eq(another.subscriberId, newsletterSubscriber.id), or(ne(another.at, at), ne(another.place, place))),
          ),
      ),
      notExists(
        trx
          .select({ one })
          .from(newsletterRecipient)
          .where(eq(newsletterRecipient.subscriberId, newsletterSubscriber.id)),
      ),
    ),
  );
  return ids.at(-1) ?? null;
}
