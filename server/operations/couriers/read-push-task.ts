import { eq } from "drizzle-orm";
import { type ParcelProgress, REPORTED_ENDS } from "../../../contract/couriers.ts";
import { courierAccount, courierPush } from "../../platform/database/schema.ts";
import type { Task, TaskPayloads } from "../../platform/jobs/tasks.ts";
import { pollNow } from "./poll-parcels-task.ts";
import type { Tracked } from "./provider.ts";
import type { CourierProviders } from "./providers.ts";
import { type ScanDeps, takeScans } from "./scans.ts";

/** Pushes are not signed, so the courier is asked whether it is so. */
const CONFIRMED: readonly (ParcelProgress | null)[] = REPORTED_ENDS;

/** The task that reads what couriers have pushed. */
export function readPushTask(deps: ScanDeps & { providers: CourierProviders }): Task<TaskPayloads["read_push"]> {
  const { db, providers } = deps;
  return {
    concurrency: 2,
    maxAttempts: 10,
    async run({ pushId }) {
      const [found] = await db
        .select({ push: courierPush, provider: courierAccount.provider })
        .from(courierPush)
        .innerJoin(courierAccount, eq(courierAccount.id, courierPush.accountId))
        .where(eq(courierPush.id, pushId));
      if (!found || found.push.handledAt) return null;
      const provider = providers.get(found.provider);
      const pushed = provider?.readPush(Buffer.from(found.push.body, "utf8"), {}) ?? null;
      let error = provider ? "It is about no parcel, or not readable." : "No keys are set for this courier.";
      if (provider && pushed) {
        error = "";
        const { certain, toConfirm } = separate(pushed);
        const scans = { provider: provider.name, reported: certain, source: "push" } as const;
        await takeScans(deps, scans, found.push.receivedAt);
        await pollNow(deps, provider, toConfirm);
      }
      // Its scans are stored; what else it says of a person is not kept.
      const body = error === "" ? "" : found.push.body;
      await db.update(courierPush).set({ handledAt: new Date(), error, body }).where(eq(courierPush.id, pushId));
      return null;
    },
  };
}

function separate(pushed: ReadonlyMap<string, Tracked>) {
  const certain = new Map<string, Tracked>();
  const toConfirm: string[] = [];
  for (const [awb, tracked] of pushed) {
    const scans = tracked.scans.filter(({ progress }) => !CONFIRMED.includes(progress));
    certain.set(awb, { ...tracked, scans });
    if (scans.length < tracked.scans.length) toConfirm.push(awb);
  }
  return { certain, toConfirm };
}
