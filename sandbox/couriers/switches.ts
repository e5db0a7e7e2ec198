/** What the buttons of the couriers' page set, for all instances. */

import { eq, sql } from "drizzle-orm";
import type { CourierProviderName } from "../../contract/couriers.ts";
import type { DatabaseOrTransaction } from "../../server/platform/database/database.ts";
import { sandboxCourierSwitch } from "../../server/platform/database/schema/sandbox.ts";

/**
 * `wallet`: the balance in paise. `blocked_until`, `down_until`, `slow_until`: milliseconds since 1970. `lose_next`: how many of the next responses are
 * lost after acting. `lose_every`: every so many responses of a courier is lost; `asked delhivery` counts them. `drop_pushes`: how many of the next pushes never
 * leave. `push_twice`, `push_backwards`: 1 if each is sent twice, or the later ones first. `waybills`, `uploads` and `track_calls` count, as
 * `pickup 2026-12-01` does; `upload 7` is 1 for an answer that is taken and 2 for one that is not.
 */
export type SwitchName =
  | keyof typeof DEFAULTS
  | `pickup ${string}`
  | `upload ${string}`
  | `asked ${CourierProviderName}`;

const DEFAULTS = {
  wallet: 500_000,
  blocked_until: 0,
  down_until: 0,
  slow_until: 0,
  lose_next: 0,
  lose_every: 0,
  drop_pushes: 0,
  push_twice: 0,
  push_backwards: 0,
  waybills: 0,
  uploads: 0,
  track_calls: 0,
};

const defaultOf = (name: SwitchName): number => (DEFAULTS as Partial<Record<SwitchName, number>>)[name] ?? 0;

export async function readSwitch(db: DatabaseOrTransaction, name: SwitchName): Promise<number> {
  const [found] = await db.select().from(sandboxCourierSwitch).where(eq(sandboxCourierSwitch.name, name));
  return found?.value ?? defaultOf(name);
}

export async function setSwitch(db: DatabaseOrTransaction, name: SwitchName, value: number): Promise<void> {
  await db
    .insert(sandboxCourierSwitch)
    .values({ name, value })
    .onConflictDoUpdate({ target: sandboxCourierSwitch.name, set: { value } });
}

/** Adds to a switch. @returns its value then */
export async function addToSwitch(db: DatabaseOrTransaction, name: SwitchName, by: number): Promise<number> {
  const [changed] = await db
    .insert(sandboxCourierSwitch)
    .values({ name, value: defaultOf(name) + by })
    .onConflictDoUpdate({
      target: sandboxCourierSwitch.name,
      set: { value: sql`${sandboxCourierSwitch.value} + ${by}` },
    })
    .returning();
  return changed?.value ?? defaultOf(name);
}

/** Takes from the wallet. @returns whether it had as much */
export async function payFromWallet(db: DatabaseOrTransaction, paise: number): Promise<boolean> {
  await db.insert(sandboxCourierSwitch).values({ name: "wallet", value: DEFAULTS.wallet }).onConflictDoNothing();
  const paid = await db
    .update(sandboxCourierSwitch)
    .set({ value: sql`${sandboxCourierSwitch.value} - ${paise}` })
    .where(sql`${sandboxCourierSwitch.name} = 'wallet' and ${sandboxCourierSwitch.value} >= ${paise}`)
    .returning();
  return paid.length > 0;
}

/** Whether the response that a courier is about to send is lost: the shop does not learn what was done. */
export async function losesResponse(db: DatabaseOrTransaction, courier: CourierProviderName): Promise<boolean> {
  const every = await readSwitch(db, "lose_every");
  if (every > 0 && (await addToSwitch(db, `asked ${courier}`, 1)) % every === 0) return true;
  if ((await readSwitch(db, "lose_next")) <= 0) return false;
  await addToSwitch(db, "lose_next", -1);
  return true;
}
