/** What couriers push: stored as it arrives and answered at once, since some wait half a second and try only once more. A job reads it. */

import { randomBytes } from "node:crypto";
import { and, eq, isNull, lt, or } from "drizzle-orm";
import { hashToken } from "../../base/secrets.ts";
import { daysAfter } from "../../base/time.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import { courierAccount, courierPush } from "../../platform/database/schema.ts";
import { addJob } from "../../platform/jobs/add-job.ts";
import { findAccount } from "./accounts.ts";

const PUSH_PATH = "/hooks/parcels/";
/** How long pushes are kept, to look into what was not understood. */
const KEPT_DAYS = 30;
/** How exactly the time of the last push is stored: a burst does not wait for one row. */
const LAST_PUSH_MS = 60_000;

/** Shiprocket takes no address with these letters in it. */
const FORBIDDEN = /shiprocket|kartrocket|sr|kr/i;

/**
 * Says what is wrong with the shop's address for a courier that pushes to it; empty if nothing is. @param origin such as https://kewra.example
 */
export function pushAddressProblem(origin: string): string {
  const [found] = FORBIDDEN.exec(origin) ?? [];
  if (found)
    return `Shiprocket takes no address that has “${found.toLowerCase()}” in it, as ${origin} does. Let the shop answer at another subdomain too, and give Shiprocket the address with that in it. Delhivery takes any.`;
  if (!origin.startsWith("https://")) return "Couriers push to addresses with https only.";
  return "";
}

/**
 * Makes a new secret address that a courier pushes to; the former ends.
 * @returns the address, which is shown once, and what is wrong with it
 * @throws ApiError (404)
 */
export async function renewPushAddress(
  db: Database,
  accountId: number,
  { origin, actor, now }: { origin: string; actor: Actor; now: Date },
): Promise<{ url: string; problem: string }> {
  // Hexadecimal, which has none of the forbidden letters.
  const token = randomBytes(32).toString("hex");
  await db.transaction(async (trx) => {
    const { id } = await findAccount(trx, accountId);
    await trx
      .update(courierAccount)
      .set({ pushTokenHash: hashToken(token) })
      .where(eq(courierAccount.id, id));
    const subject = { type: "courier_account" as const, id: String(id) };
    await recordAudit(
      trx,
      actor,
      { action: "courier_account.changed", subject, after: { pushAddress: "renewed" } },
      now,
    );
  });
  return { url: `${origin}${PUSH_PATH}${token}`, problem: pushAddressProblem(origin) };
}

/** Stores a push of the courier whose address has the token. @returns whether there is such a courier */
export async function receivePush(db: Database, token: string, raw: Buffer, now: Date): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(token)) return false;
  // Found by its hash, which tells nothing about how much of a token was right.
  const [account] = await db
    .select({ id: courierAccount.id })
    .from(courierAccount)
    .where(eq(courierAccount.pushTokenHash, hashToken(token)));
  if (!account) return false;
  await db.transaction(async (trx) => {
    const [push] = await trx
      .insert(courierPush)
      .values({ accountId: account.id, body: raw.toString("utf8").replaceAll("\0", ""), receivedAt: now })
      .returning({ id: courierPush.id });
    if (push) await addJob(trx, "read_push", { pushId: push.id });
    await trx
      .update(courierAccount)
      .set({ lastPushAt: now })
      .where(
        and(
          eq(courierAccount.id, account.id),
          or(isNull(courierAccount.lastPushAt), lt(courierAccount.lastPushAt, new Date(now.getTime() - LAST_PUSH_MS))),
        ),
      );
  });
  return true;
}

/** Deletes pushes that are older than a month. */
export async function deleteOldPushes(db: Database, now: Date): Promise<void> {
  await db.delete(courierPush).where(lt(courierPush.receivedAt, daysAfter(now, -KEPT_DAYS)));
}
