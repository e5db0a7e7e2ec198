/** Stores what the provider has paid out, day by day. */

import { DAY_MS, isoDayInIndia } from "../../../../contract/dates.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { addJob } from "../../../platform/jobs/add-job.ts";
import type { Task } from "../../../platform/jobs/tasks.ts";
import type { PaymentProvider } from "../provider.ts";
import { storeItems } from "./store-items.ts";

const EVERY_MS = 6 * 60 * 60_000;
/** The job fetches today and as many days before, because settlements are corrected. */
const DAYS_BEFORE = 2;

interface SettledDeps {
  db: Database;
  provider: Pick<PaymentProvider, "name" | "listSettled">;
}

/** Fetches the last days regularly. */
export function fetchSettlementsTask(deps: SettledDeps): Task<Record<string, never>> {
  return {
    intervalMs: EVERY_MS,
    concurrency: 1,
    maxAttempts: Number.POSITIVE_INFINITY,
    async run() {
      const today = new Date();
      const from = isoDayInIndia(new Date(today.getTime() - DAYS_BEFORE * DAY_MS));
      await fetchDays(deps, { from, to: isoDayInIndia(today) });
      return null;
    },
  };
}

/** Fetches the days that staff has requested. */
export function fetchSettledDaysTask(deps: SettledDeps): Task<{ from: string; to: string }> {
  return {
    concurrency: 1,
    maxAttempts: 10,
    async run(days) {
      await fetchDays(deps, days);
      return null;
    },
  };
}

/** Makes the job fetch these days now. */
export const fetchSettlementsOf = (trx: DatabaseOrTransaction, days: { from: string; to: string }) =>
  addJob(trx, "fetch_settled_days", days, { key: `fetch_settled_days ${days.from} ${days.to}` });

async function fetchDays(deps: SettledDeps, { from, to }: { from: string; to: string }): Promise<void> {
  for (let day = from; day <= to; day = isoDayInIndia(new Date(Date.parse(day) + DAY_MS)))
    await fetchSettled(deps, day);
}

/** Fetches and stores a day. Idempotent. @throws ProviderError */
async function fetchSettled({ db, provider }: SettledDeps, day: string): Promise<number> {
  const items = await provider.listSettled(day);
  await storeItems(db, provider.name, items);
  return items.length;
}
