import { eq, sql } from "drizzle-orm";
import type { FeedChannel } from "../../../contract/feeds.ts";
import type { Database, ReadDatabase } from "../../platform/database/database.ts";
import { feedVisit } from "../../platform/database/schema.ts";
import { printable } from "./plain-texts.ts";

const MAX_USER_AGENT = 300;
/** A program that fetches more often is recorded once in this time. */
const ONCE_IN = sql`interval '1 minute'`;

export interface FeedVisit {
  fetchedAt: Date;
  userAgent: string;
}

/** Records that a feed was fetched now. */
export async function recordVisit(db: Database, channel: FeedChannel, userAgent: string, now: Date): Promise<void> {
  const visit = { fetchedAt: now, userAgent: printable(userAgent).slice(0, MAX_USER_AGENT) };
  await db
    .insert(feedVisit)
    .values({ channel, ...visit })
    .onConflictDoUpdate({
      target: feedVisit.channel,
      set: visit,
      setWhere: sql`${feedVisit.fetchedAt} < excluded.fetched_at - ${ONCE_IN}`,
    });
}

/** Reads when a feed was last fetched, and by what; null if never. */
export async function readVisit(db: ReadDatabase, channel: FeedChannel): Promise<FeedVisit | null> {
  const [visit] = await db
    .select({ fetchedAt: feedVisit.fetchedAt, userAgent: feedVisit.userAgent })
    .from(feedVisit)
    .where(eq(feedVisit.channel, channel));
  return visit ?? null;
}
