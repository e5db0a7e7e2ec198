import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Database } from "../../server/platform/database/database.ts";
import { openDatabase } from "../../server/platform/database/open.ts";
import { job as jobTable } from "../../server/platform/database/schema.ts";
import { addJob, addRecurringJob, deleteJobs, type JobOptions } from "../../server/platform/jobs/add-job.ts";
import { claimJobs, failJob, finishJob, releaseJobs } from "../../server/platform/jobs/queue.ts";
import {
  type Attempt,
  RetryJob,
  type Task,
  type TaskIdentifier,
  type Tasks,
} from "../../server/platform/jobs/tasks.ts";
import { createJobWorker } from "../../server/platform/jobs/worker.ts";
import { queueMail } from "../../server/platform/mail/outbox.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { peopleOf, rowsOf } from "./people.ts";
import { performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";

/** A task that only these tests have; the shop's own worker ignores it. */
const TASK = "test" as TaskIdentifier;

let shop: TestShop;
let db: Database;
beforeAll(async () => {
  shop = await openShop();
  db = shop.db;
  // The first mail also loads what sends mails.
  await queueMail(db, { to: "first@example.com", subject: "Hello", text: "Hello", html: "" }, new Date());
  await peopleOf(shop).mailsTo("first@example.com");
});
afterAll(() => shop?.close());
beforeEach(() => deleteJobs(db));

const add = (n: number, options?: JobOptions) => addJob(db, TASK, { n } as never, options);
const claim = async (now: Date, slots = 10) => (await claimJobs(db, new Map([[TASK, slots]]), now)).jobs;
const jobs = () =>
  rowsOf<{ n: number; attempts: number; last_error: string | null; failed: boolean; running: boolean; in_ms: number }>(
    shop,
    sql`select (payload ->> 'n')::int as n, attempts, last_error, failed_at is not null as failed, locked_at is not null as running,
      (extract(epoch from run_at - now()) * 1000)::float8 as in_ms
    from job where task_identifier = ${TASK} order by id`,
  );
const waitOptions = { timeout: LONGEST_WAIT_MS, interval: 20 };
const later = (seconds: number) => new Date(Date.now() + seconds * 1000);

/** A worker for the test task only, woken by the test. */
function worker(
  run: (n: number, attempts: number, stopping: AbortSignal) => Promise<Date | null>,
  options: Partial<Task<unknown>> = {},
  ofWorker: { concurrencyFactor?: number } = {},
) {
  const task = { run: ({ n }: { n: number }, { attempts, stopping }: Attempt) => run(n, attempts, stopping) };
  const tasks = { [TASK]: { concurrency: 2, maxAttempts: 3, ...task, ...options } } as unknown as Tasks;
  const started = createJobWorker({ db, tasks, ...ofWorker, log: { warn() {}, error() {} } });
  onTestFinished(() => started.stop());
  started.wake();
  return started;
}

describe("adding a job", () => {
  it("happens with its transaction, or not at all", async () => {
    const failing = db.transaction(async (trx) => {
      await addJob(trx, TASK, { n: 1 } as never);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await jobs()).toEqual([]);
  });

  it("wakes the worker once the transaction has committed", async () => {
    const content = { subject: "Hello", text: "Hello", html: "" };
    await db.transaction(async (trx) => {
      await queueMail(trx, { to: "wake@example.com", ...content }, new Date());
      await pause(300);
      expect(await trx.execute(sql`select from sandbox.mail where recipient = 'wake@example.com'`)).toMatchObject({
        rows: [],
      });
    });
    const before = Date.now();
    await peopleOf(shop).mailsTo("wake@example.com");
    // Without a wake-up the worker polls every 15 seconds.
    expect(Date.now() - before).toBeLessThan(12_000);
  });

  it("wakes the workers of other instances", async () => {
    const elsewhere = await openDatabase({ DATABASE_URL: shop.databaseUrl, DATABASE_POOL: 1, DATA_DIR: "" });
    onTestFinished(() => elsewhere.close());
    const before = Date.now();
    await queueMail(elsewhere.db, { to: "far@example.com", subject: "Hello", text: "Hello", html: "" }, new Date());
    await peopleOf(shop).mailsTo("far@example.com");
    expect(Date.now() - before).toBeLessThan(12_000);
  });

  it("with a key replaces the job that has it, and moves its time", async () => {
    await add(1, { key: "one", runAt: later(3600) });
    await add(2, { key: "one", runAt: later(60) });
    const [moved, ...others] = await jobs();
    expect(others).toEqual([]);
    expect(moved).toMatchObject({ n: 2 });
    expect(moved?.in_ms).toBeLessThan(60_001);
    await add(3, { key: "one" });
    expect(await claim(new Date())).toHaveLength(1);
  });

  it("with a key revives a job that failed", async () => {
    await add(1, { key: "one" });
    const [claimed] = await claim(new Date());
    if (claimed) await failJob(db, claimed, "broken", { retryAt: null, now: new Date() });
    expect(await claim(later(86_400))).toEqual([]);
    await add(1, { key: "one" });
    expect(await claim(new Date())).toMatchObject([{ attempts: 1, lastError: null }]);
  });

  it("of a recurring task leaves the time of the next run alone, and survives an emptied shop", async () => {
    await addRecurringJob(db, TASK, later(60));
    await addRecurringJob(db, TASK, later(3600));
    await deleteJobs(db);
    const [job] = await jobs();
    expect(job?.in_ms).toBeLessThan(60_001);
    await db.execute(sql`delete from job where task_identifier = ${TASK}`);
  });
});

describe("claiming", () => {
  it("gives each job to one of many workers", async () => {
    for (let n = 0; n < 40; n++) await add(n);
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(new Date(), 10)));
    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(10);
  });

  it("takes the jobs that are due, the oldest first, as many as there are slots", async () => {
    await add(1, { runAt: later(-10) });
    await add(2, { runAt: later(-20) });
    await add(3, { runAt: later(-5) });
    await add(4, { runAt: later(60) });
    const numbers = async (slots: number) => (await claim(new Date(), slots)).map(({ payload }) => payload.n).sort();
    expect(await numbers(2)).toEqual([1, 2]);
    expect(await numbers(2)).toEqual([3]);
    expect(await numbers(2)).toEqual([]);
  });

  it("is not claimed by another worker while it runs, however long that takes", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const lockedAt = async () => {
      const [row] = await db.select({ at: jobTable.lockedAt }).from(jobTable).where(eq(jobTable.taskIdentifier, TASK));
      return row?.at?.getTime() ?? 0;
    };
    let end = () => {};
    await add(1);
    worker(() => new Promise((resolve) => (end = () => resolve(null))));
    while ((await lockedAt()) === 0) await pause(10);
    const claimedAt = await lockedAt();
    // The lease is two minutes.
    vi.advanceTimersByTime(60_000);
    while ((await lockedAt()) === claimedAt) await pause(10);
    expect(await lockedAt()).toBeGreaterThan(claimedAt);
    end();
  });

  it("takes over the job of a worker that died, after its lease, and ignores what that worker says later", async () => {
    await add(1);
    const now = new Date();
    const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);
    const [first] = await claim(now);
    expect(await claim(inSeconds(119))).toEqual([]);
    const [second] = await claim(inSeconds(120));
    expect(second).toMatchObject({ id: first?.id, attempts: 2 });
    if (!first || !second) throw new Error("not claimed");
    await finishJob(db, first, null);
    await failJob(db, first, "late", { retryAt: null, now });
    expect(await jobs()).toMatchObject([{ running: true, failed: false, last_error: null }]);
    await finishJob(db, second, null);
    expect(await jobs()).toEqual([]);
  });

  it("returns a job that was claimed and not begun, also one that was added again meanwhile", async () => {
    await add(1);
    await add(2, { key: "two" });
    const claimed = await claim(new Date());
    await add(2, { key: "two" });
    await releaseJobs(db, claimed);
    expect(await jobs()).toMatchObject([
      { n: 1, attempts: 0, running: false },
      { n: 2, attempts: 0, running: false },
    ]);
    expect(await claim(new Date())).toHaveLength(2);
  });

  it("runs jobs of one queue name one after the other, and lets them pass one that is retried", async () => {
    const now = new Date();
    for (let n = 1; n <= 3; n++) await add(n, { queueName: "asha", runAt: now });
    await add(4, { queueName: "ravi", runAt: now });
    const numbers = async () => (await claim(now)).sort((a, b) => a.id - b.id);
    const [first, other] = await numbers();
    expect([first?.payload, other?.payload]).toEqual([{ n: 1 }, { n: 4 }]);
    expect(await numbers()).toEqual([]);
    if (first) await failJob(db, first, "busy", { retryAt: later(60), now });
    expect(await numbers()).toMatchObject([{ payload: { n: 2 } }]);
  });
});

describe("a worker", () => {
  it("runs every job once beside another worker, and deletes it", async () => {
    for (let n = 0; n < 30; n++) await add(n);
    const ran: number[] = [];
    const run = async (n: number) => {
      ran.push(n);
      return null;
    };
    worker(run);
    worker(run);
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), waitOptions);
    expect(ran.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n));
  });

  it.each([
    { factor: 1, atOnce: 3 },
    { factor: 3, atOnce: 9 },
  ])("runs as many jobs of a task at once as its concurrency, times $factor", async ({ factor, atOnce }) => {
    for (let n = 0; n < 2 * atOnce; n++) await add(n);
    let active = 0;
    let most = 0;
    const full = Promise.withResolvers<void>();
    worker(
      async () => {
        active += 1;
        most = Math.max(most, active);
        if (active >= atOnce) full.resolve();
        await full.promise;
        // One too many would begin meanwhile.
        await pause(30);
        active -= 1;
        return null;
      },
      { concurrency: 3 },
      { concurrencyFactor: factor },
    );
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), waitOptions);
    expect(most).toBe(atOnce);
  });

  it("retries after a pause that grows, and leaves a job that fails too often to staff", async () => {
    await add(1);
    const pauses: number[] = [];
    let failedAt = 0;
    const { wake } = worker(async () => {
      failedAt = Date.now();
      throw new Error("broken");
    });
    for (let attempt = 1; attempt <= 2; attempt++) {
      await vi.waitFor(
        async () => expect(await jobs()).toMatchObject([{ attempts: attempt, running: false, last_error: "broken" }]),
        waitOptions,
      );
      const [job] = await db.select().from(jobTable).where(eq(jobTable.taskIdentifier, TASK));
      pauses.push((job?.runAt.getTime() ?? 0) - failedAt);
      await db.execute(sql`update job set run_at = now() where task_identifier = ${TASK}`);
      wake();
    }
    await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ attempts: 3, failed: true }]), waitOptions);
    // The worker reads the clock later than the task.
    const [first = 0, second = 0] = pauses;
    expect(first).toBeGreaterThanOrEqual(2000);
    expect(second).toBeGreaterThanOrEqual(4000);
  });

  it("stores an error once the database is back, without waiting for the lease", async () => {
    let isAway = false;
    const unsteady = new Proxy(db, {
      get(target, name) {
        if (isAway && name === "update") throw new Error("The connection is lost.");
        const value = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const task = {
      concurrency: 1,
      maxAttempts: 3,
      async run() {
        isAway = true;
        setTimeout(() => {
          isAway = false;
        }, 200);
        throw new Error("The statement failed.");
      },
    };
    await add(1);
    const tasks = { [TASK]: task } as unknown as Tasks;
    const started = createJobWorker({ db: unsteady, tasks, log: { warn() {}, error() {} } });
    onTestFinished(() => started.stop());
    started.wake();
    await vi.waitFor(
      async () => expect(await jobs()).toMatchObject([{ last_error: "The statement failed.", running: false }]),
      waitOptions,
    );
  });

  it("retries at the time that the task names, and counts afresh after a success", async () => {
    await add(1);
    const at = later(3600);
    const { wake } = worker(async (_n, attempts) => {
      if (attempts === 1) throw new RetryJob("not now", at);
      return at;
    });
    const due = { running: false, in_ms: expect.closeTo(3_600_000, -5) };
    await vi.waitFor(
      async () => expect(await jobs()).toMatchObject([{ ...due, attempts: 1, last_error: "not now" }]),
      waitOptions,
    );
    await db.execute(sql`update job set run_at = now() where task_identifier = ${TASK}`);
    wake();
    await vi.waitFor(
      async () => expect(await jobs()).toMatchObject([{ ...due, attempts: 0, last_error: null }]),
      waitOptions,
    );
  });

  it("runs a job again that was added once more while it ran", async () => {
    await add(1, { key: "one" });
    const ran: number[] = [];
    worker(async (n) => {
      ran.push(n);
      if (n === 1) await add(2, { key: "one" });
      return null;
    });
    await vi.waitFor(() => expect(ran).toEqual([1, 2]), waitOptions);
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), waitOptions);
  });

  it("does not fail a job that was added once more during its last attempt", async () => {
    await add(1, { key: "one" });
    const ran: number[] = [];
    worker(
      async (n) => {
        ran.push(n);
        if (n === 2) return null;
        await add(2, { key: "one" });
        throw new Error("broken");
      },
      { maxAttempts: 1 },
    );
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), waitOptions);
    expect(ran).toEqual([1, 2]);
  });

  it("repeats the job of a recurring task", async () => {
    const runs: number[] = [];
    worker(
      async () => {
        runs.push(Date.now());
        return null;
      },
      { intervalMs: 100 },
    );
    await vi.waitFor(() => expect(runs.length).toBeGreaterThanOrEqual(3), waitOptions);
    await db.execute(sql`delete from job where task_identifier = ${TASK}`);
  });

  it("lets timers and requests through between jobs that follow each other at once", async () => {
    await add(1, { key: "one" });
    const JOBS = 30;
    let ran = 0;
    let ranBeforeTimer = JOBS;
    worker(async () => {
      ran += 1;
      if (ran === 1) setTimeout(() => (ranBeforeTimer = ran), 0);
      if (ran < JOBS) await add(1, { key: "one" });
      return null;
    });
    await vi.waitFor(() => expect(ran).toBe(JOBS), waitOptions);
    expect(ranBeforeTimer).toBeLessThan(JOBS);
  });

  it("asks a long job to stop, and leaves the rest of its work to the next worker", async () => {
    await add(1, { key: "one" });
    let ran = 0;
    const { stop } = worker(async (_n, _attempts, stopping) => {
      ran += 1;
      if (!stopping.aborted) await once(stopping, "abort");
      if (ran < 10) await add(2, { key: "one" });
      return null;
    });
    await vi.waitFor(() => expect(ran).toBe(1), waitOptions);
    await stop();
    expect(ran).toBe(1);
    expect(await jobs()).toMatchObject([{ n: 2, attempts: 0, running: false }]);
  });

  it("ends with the job that it runs, and leaves the others", async () => {
    await add(1);
    await add(2);
    let [begun, ended] = [0, 0];
    const { stop } = worker(
      async () => {
        begun += 1;
        await pause(200);
        ended += 1;
        return null;
      },
      { concurrency: 1 },
    );
    await vi.waitFor(() => expect(begun).toBe(1), waitOptions);
    await stop();
    expect([begun, ended]).toEqual([1, 1]);
    expect(await jobs()).toMatchObject([{ n: 2, running: false, attempts: 0 }]);
  });

  it("gives up a job whose process died at its last attempt", async () => {
    await add(1);
    await db.execute(sql`update job set attempts = 3 where task_identifier = ${TASK}`);
    let ran = 0;
    worker(async () => {
      ran += 1;
      return null;
    });
    await vi.waitFor(
      async () => expect(await jobs()).toMatchObject([{ failed: true, last_error: "The process ended while it ran." }]),
      waitOptions,
    );
    expect(ran).toBe(0);
  });
});

describe("housekeeping", () => {
  it("deletes what has expired, and runs again an hour later", async () => {
    await db.execute(sql`
      insert into used_nonce (nonce, expires_at) values ('old', now() - interval '1 minute'), ('new', now() + interval '1 hour')`);
    await db.execute(sql`update job set run_at = now() where task_identifier = 'housekeeping'`);
    await db.execute(sql`select pg_notify('shop_changed', 'jobs')`);
    await vi.waitFor(async () => {
      expect(await rowsOf(shop, sql`select nonce from used_nonce`)).toEqual([{ nonce: "new" }]);
      expect(
        await rowsOf(
          shop,
          sql`select attempts, last_error, run_at > now() + interval '59 minutes' as later from job
          where task_identifier = 'housekeeping' and locked_at is null`,
        ),
      ).toEqual([{ attempts: 0, last_error: null, later: true }]);
    }, waitOptions);
  });
});

describe("jobs in the back office", () => {
  it("counts jobs, lists those that failed with their error, and retries them", async () => {
    await add(7);
    const [claimed] = await claim(new Date());
    if (claimed) await failJob(db, claimed, "The provider said no.", { retryAt: null, now: new Date() });
    const { out } = await performCommand(shop, "admin listJobs");
    expect(out).toMatch(/^ +failed +1$/m);
    expect(out).toMatch(/ test +\{"n":7\} .*The provider said no\./);
    expect((await performCommand(shop, `admin retryJob ${claimed?.id}`)).code).toBe(0);
    expect(await jobs()).toMatchObject([{ failed: false, attempts: 0 }]);
    expect((await performCommand(shop, "admin retryJob 999999")).err).toContain("conflict: ");
    expect((await performCommand(shop, "admin retryJobs")).out).toBe("jobs  0\n");
  });
});
