/** The emails of a newsletter campaign in the outbox. */

import { and, count, eq, inArray, sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { mail } from "../database/schema.ts";

export interface CampaignMailCounts {
  waiting: number;
  sent: number;
  /** Rejected by a mail server, or uncertain. */
  failed: number;
}

export async function countCampaignMails(db: DatabaseOrTransaction, campaignId: number): Promise<CampaignMailCounts> {
  const rows = await db
    .select({ state: mail.state, mails: count() })
    .from(mail)
    .where(eq(mail.campaignId, campaignId))
    .groupBy(mail.state);
  const of = (...states: (typeof rows)[number]["state"][]) =>
    rows.reduce((sum, { state, mails }) => (states.includes(state) ? sum + mails : sum), 0);
  return { waiting: of("waiting", "sending"), sent: of("sent"), failed: of("failed", "uncertain") };
}

export async function hasUnsentMails(db: Database, campaignId: number): Promise<boolean> {
  const [unsent] = await db
    .select({ one: sql`1` })
    .from(mail)
    .where(and(eq(mail.campaignId, campaignId), inArray(mail.state, ["waiting", "sending"])))
    .limit(1);
  return unsent !== undefined;
}

/** Deletes a mail whose recipient has unsubscribed. */
export async function deleteUnsentMail(db: Database, id: number): Promise<void> {
  await db.delete(mail).where(and(eq(mail.id, id), eq(mail.state, "waiting")));
}
