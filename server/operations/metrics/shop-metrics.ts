import { Counter, Gauge, type Registry } from "prom-client";
import { ORDER_STATES } from "../../../contract/orders/schemas.ts";
import type { Database } from "../../platform/database/database.ts";
import { withTimeLimit } from "../../platform/database/time-limit.ts";
import type { TaskIdentifier } from "../../platform/jobs/tasks.ts";
import { countShop, createOrderEventReader, type OpenRows, type ShopCounts } from "./shop-counts.ts";

/** Scrapes within this time share one read of the database. */
const CACHE_MS = 10_000;
/** Shorter than the ten seconds that Prometheus waits for a scrape. */
const DATABASE_LIMIT_MS = 3000;

interface ShopMetricsDeps {
  registry: Registry;
  db: Database;
  tasks: () => readonly TaskIdentifier[];
  onError: (error: unknown) => void;
}

/**
 * Metrics read from the database. Every instance reports the same values.
 * @returns updates them; without a database they are missing and `kewra_database_up` is 0
 */
export function createShopMetrics({ registry, db, tasks, onError }: ShopMetricsDeps): () => Promise<void> {
  const registers = [registry];
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers });
  const databaseUp = gauge("kewra_database_up", "Whether the database answered this scrape within 3 seconds.");
  const perState = (name: string, rows: string) => ({
    rows: gauge(name, `${rows}, by state; counted to 10000.`, "state"),
    age: gauge(`${name}_oldest_seconds`, "Age of the oldest, by state; 0 if there is none.", "state"),
  });
  const orders = perState("kewra_orders_open", "Orders that the shop or the customer still has to act on");
  const payments = perState("kewra_payments_open", "Payments that are not captured yet");
  const refunds = perState("kewra_refunds_open", "Refunds that are not processed yet");
  const mails = perState("kewra_mails_unsent", "Mails that are not sent, or may not have arrived");
  const overdue = gauge(
    "kewra_orders_overdue_seconds",
    "How long the first unpaid order has been past its time to pay.",
  );
  const refundsFailed = gauge(
    "kewra_refunds_failed",
    "Refunds that failed and need a person (npm run admin -- listDueRefunds).",
  );
  const jobs = gauge("kewra_jobs", "Jobs that are due, run or have failed; counted to 10000.", "task", "state");
  const jobAge = gauge("kewra_job_oldest_due_seconds", "How long the first job of a task has been due.", "task");
  const perScrape = [databaseUp, overdue, refundsFailed, jobs, jobAge].concat(
    [orders, payments, refunds, mails].flatMap(({ rows, age }) => [rows, age]),
  );
  const orderEvents = new Counter({
    name: "kewra_order_events_total",
    help: "How often an order entered a state, since this instance was first scraped.",
    labelNames: ["state"],
    registers,
  });
  // A rate is computed from two values, so a state that no order has entered starts at 0.
  for (const state of ORDER_STATES) orderEvents.inc({ state }, 0);

  function show(counts: ShopCounts): void {
    const showStates = ({ rows, age }: typeof orders, counted: readonly OpenRows[]) => {
      for (const one of counted) {
        rows.set({ state: one.state }, one.rows);
        age.set({ state: one.state }, one.oldestSeconds);
      }
    };
    showStates(orders, counts.orders);
    showStates(payments, counts.payments);
    showStates(refunds, counts.refunds);
    showStates(mails, counts.mails);
    for (const { task, due, running, failed, oldestDueSeconds } of counts.jobs) {
      for (const [state, count] of Object.entries({ due, running, failed })) jobs.set({ task, state }, count);
      jobAge.set({ task }, oldestDueSeconds);
    }
    overdue.set(counts.overdueSeconds);
    refundsFailed.set(counts.failedRefunds);
  }

  const readOrderEvents = createOrderEventReader(db);
  async function read(): Promise<ShopCounts> {
    const now = new Date();
    const counts = await countShop(db, tasks(), now);
    for (const { state, events } of await readOrderEvents(now)) orderEvents.inc({ state }, events);
    return counts;
  }

  let reading: Promise<ShopCounts> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - readAt < CACHE_MS) return;
    // A slow read continues after its scrape has given up; the next scrape waits for the same one.
    reading ??= read().finally(() => {
      reading = undefined;
    });
    try {
      const counts = await withTimeLimit(reading, DATABASE_LIMIT_MS);
      for (const metric of perScrape) metric.reset();
      show(counts);
      databaseUp.set(1);
      readAt = performance.now();
    } catch (error) {
      onError(error);
      for (const metric of perScrape) metric.reset();
      // A gauge without labels is removed, because a reset to 0 would look like a measured value.
      for (const metric of [overdue, refundsFailed]) metric.remove();
      databaseUp.set(0);
    }
  };
}
