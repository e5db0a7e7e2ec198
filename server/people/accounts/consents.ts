/** The record of what was accepted with an account, with which the shop can prove it (DPDP Act, section 6). */

import { asc, eq } from "drizzle-orm";
import {
  ACCEPTED_TEXTS,
  type AccountConsentEvent,
  type ConsentDocument,
  type ConsentPlace,
  consentWording,
} from "../../../contract/accounts/consent-wording.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { accountConsent } from "../../platform/database/schema.ts";
import { latestVersion } from "../../shop/content/content-versions.ts";

export interface AccountConsent {
  document: ConsentDocument;
  event: AccountConsentEvent;
  at: Date;
  place: ConsentPlace;
  /** The sentence that was shown. */
  wording: string;
  /** The version of the text then, as `content_version` counts and keeps it. */
  version: number;
}

/**
 * Records that somebody was shown the sentence of a place, in the transaction that makes or opens the account: terms and privacy policy each
 * in a row of its own. Recording the same version again changes nothing, so the first time stays.
 */
export async function recordAccountConsent(
  trx: DatabaseOrTransaction,
  customerId: number,
  { event, place, at }: Pick<AccountConsent, "event" | "place" | "at">,
): Promise<void> {
  const versions = await readTextVersions(trx);
  const wording = consentWording(place);
  await trx
    .insert(accountConsent)
    .values(
      ACCEPTED_TEXTS.map(({ document }) => ({
        customerId,
        document,
        event,
        at,
        place,
        wording,
        version: versions[document],
      })),
    )
    .onConflictDoNothing();
}

/** Reads the current versions of the texts that are accepted. */
export async function readTextVersions(db: DatabaseOrTransaction): Promise<Record<ConsentDocument, number>> {
  return {
    terms: await latestVersion(db, "pages/terms-conditions.md"),
    privacy: await latestVersion(db, "pages/privacy-policy.md"),
  };
}

/** Reads the records of a customer, oldest first. */
export const readAccountConsents = (db: Database, customerId: number): Promise<AccountConsent[]> =>
  db
    .select({
      document: accountConsent.document,
      event: accountConsent.event,
      at: accountConsent.at,
      place: accountConsent.place,
      wording: accountConsent.wording,
      version: accountConsent.version,
    })
    .from(accountConsent)
    .where(eq(accountConsent.customerId, customerId))
    .orderBy(asc(accountConsent.id));
