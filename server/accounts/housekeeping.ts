import { lt, sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { oneTimeCode, rateLimit, resetToken, session, usedNonce } from "../database/schema.ts";

/** Deletes what time has ended: sessions, codes, tokens, nonces, allowances. Nothing depends on it; it keeps the tables small. */
export async function deleteExpired(db: Database, now: Date): Promise<void> {
  await db.delete(session).where(lt(session.lastUsedAt, sql`now() - interval '30 days'`));
  await db.delete(oneTimeCode).where(lt(oneTimeCode.expiresAt, now));
  await db.delete(resetToken).where(lt(resetToken.expiresAt, now));
  await db.delete(usedNonce).where(lt(usedNonce.expiresAt, now));
  await db.delete(rateLimit).where(lt(rateLimit.freeAt, now));
}
