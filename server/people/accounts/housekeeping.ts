import { lt, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import {
  cashListEntry,
  knownNetwork,
  oneTimeCode,
  resetToken,
  session,
  usedNonce,
} from "../../platform/database/schema.ts";
import { deleteUnusedLimits } from "../../platform/rate-limits/limits.ts";

/**
 * Deletes expired sessions, known networks, codes, tokens, nonces and rate limits, which keeps the tables small, and blocks from cash whose
 * time is over.
 */
export async function deleteExpired(db: Database, now: Date): Promise<void> {
  await db
    .delete(session)
    .where(
      or(
        lt(session.lastUsedAt, sql`now() - interval '30 days'`),
        lt(session.createdAt, sql`now() - interval '90 days'`),
      ),
    );
  await db.delete(knownNetwork).where(lt(knownNetwork.seenAt, sql`now() - interval '90 days'`));
  await db.delete(oneTimeCode).where(lt(oneTimeCode.expiresAt, now));
  await db.delete(resetToken).where(lt(resetToken.expiresAt, now));
  await db.delete(usedNonce).where(lt(usedNonce.expiresAt, now));
  await db.delete(cashListEntry).where(lt(cashListEntry.endsAt, now));
  await deleteUnusedLimits(db, now);
}
