import { lt, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { knownNetwork, oneTimeCode, resetToken, session, usedNonce } from "../../platform/database/schema.ts";
import { deleteUnusedLimits } from "../../platform/rate-limits/limits.ts";

/** Deletes expired sessions, known networks, codes, tokens, nonces and rate limits. Nothing depends on it; it keeps the tables small. */
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
  await deleteUnusedLimits(db, now);
}
