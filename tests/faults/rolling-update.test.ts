/** Two instances of one release are replaced by two of the next, whose database has more tables, while customers browse and buy. */

import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RAZORPAY_PATH } from "../../sandbox/razorpay/register.ts";
import { simulatePayment } from "../../sandbox/razorpay/simulate.ts";
import { SANDBOX_PAYMENT_CREDENTIALS as CREDENTIALS } from "../../sandbox/sandbox.ts";
import { buyersOf, LUCKNOW, signedProof } from "../api/buyers.ts";
import { makeCustomer, rowsOf } from "../api/people.ts";
import { commandEnvironment } from "../api/run-command.ts";
import { openShop, type TestShop } from "../api/shop.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { type Balancer, startBalancer } from "./balancer.ts";

const ROOT = join(import.meta.dirname, "../..");
const BUYERS = 3;
const BROWSERS = 2;
/** Between a customer's requests: enough to leave the processor to the instances that start. */
const PAUSE_MS = 100;

let shop: TestShop;
let balancer: Balancer;
let nextRelease: string;
let product: string;
/** Ends the load. */
let over = false;
const processes = new Set<ChildProcess>();
let load: Promise<unknown> = Promise.resolve();

beforeEach(async () => {
  over = false;
  shop = await openShop();
  await shop.app.listen({ port: 0, host: "127.0.0.1" });
  product = await buyersOf(shop).sell({ stock: 100_000 });
  nextRelease = await makeNextRelease();
  balancer = await startBalancer();
});
afterEach(async () => {
  over = true;
  // After a failure its requests fail, too.
  load.catch(() => {});
  for (const child of processes) child.kill("SIGKILL");
  processes.clear();
  await balancer?.close();
  await shop?.close();
  if (nextRelease) await rm(nextRelease, { recursive: true, force: true });
});

/** A copy of the program with more migrations and another text of a function. */
async function makeNextRelease(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "shop-next-release-"));
  for (const folder of ["server", "contract", "sandbox", "demo", "tests/faults"])
    cpSync(join(ROOT, folder), join(root, folder), { recursive: true });
  for (const name of ["node_modules", "package.json"]) symlinkSync(join(ROOT, name), join(root, name));
  const database = join(root, "server/platform/database");
  const examples = join(ROOT, "tests/api/example-migrations");
  const readJournal = (folder: string) => JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8"));
  const journal = readJournal(join(database, "migrations"));
  // Without the contract step, which belongs to a later release.
  for (const entry of readJournal(examples).entries.slice(0, 4)) {
    journal.entries.push({ ...entry, tag: `example_${entry.tag}` });
    cpSync(join(examples, `${entry.tag}.sql`), join(database, `migrations/example_${entry.tag}.sql`));
  }
  writeFileSync(join(database, "migrations/meta/_journal.json"), JSON.stringify(journal));
  const functions = join(database, "functions");
  const { version } = JSON.parse(readFileSync(join(functions, "version.json"), "utf8"));
  writeFileSync(join(functions, "version.json"), JSON.stringify({ version: version + 1, hash: "" }));
  const changed = join(functions, "review-ratings.sql");
  writeFileSync(changed, `${readFileSync(changed, "utf8")}\n-- Of the next release.\n`);
  return root;
}

/** Starts an instance, and adds it to the balancer. */
async function startInstance(root: string): Promise<ChildProcess> {
  const child = fork(join(root, "tests/faults/server.ts"), {
    env: {
      ...commandEnvironment(shop),
      LOG_LEVEL: "fatal",
      PORT: "0",
      WARM_PICTURES: "false",
      DRAIN_MS: "2000",
      MIGRATE_AT_START: "false",
      DATABASE_POOL: "4",
      RAZORPAY_KEY_ID: CREDENTIALS.keyId,
      RAZORPAY_KEY_SECRET: CREDENTIALS.keySecret,
      RAZORPAY_WEBHOOK_SECRETS: CREDENTIALS.webhookSecret,
      RAZORPAY_API: `${shop.app.listeningOrigin}${RAZORPAY_PATH}`,
    },
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  processes.add(child);
  const [message] = await once(child, "message");
  balancer.add((message as { url: string }).url);
  return child;
}

/** Replaces an instance as systemd does: stop, then start. */
async function replace(old: ChildProcess, root: string): Promise<ChildProcess> {
  const exited = once(old, "exit");
  old.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
  processes.delete(old);
  const started = await startInstance(root);
  await vi.waitFor(() => expect(balancer.ready()).toBe(2), { timeout: LONGEST_WAIT_MS, interval: 20 });
  return started;
}

it("no request fails while two instances are updated one after the other", async () => {
  const failures: object[] = [];
  let requests = 0;
  let purchases = 0;
  const request = async (path: string, token?: string, body?: object) => {
    const response = await fetch(`${balancer.url}/api/${path}`, {
      method: body ? "POST" : "GET",
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const reply = await response.json();
    requests += 1;
    if (response.status !== 200) failures.push({ path, status: response.status, reply });
    return reply;
  };
  const browse = async () => {
    while (!over)
      for (const path of ["product", "category", "product/thing-1", "faqs"]) {
        await request(path);
        await pause(PAUSE_MS);
      }
  };
  const buy = async (at: number) => {
    const { token } = await makeCustomer(shop.db, `customer-${at}@example.com`);
    while (!over) {
      await pause(PAUSE_MS);
      await request("cart", token, { product_id: product, quantity: 1 });
      const { data: opened } = await request("init/payment", token, { address: LUCKNOW });
      if (!opened) continue;
      const { id } = await simulatePayment(shop.db, opened.id, { quiet: true });
      const { data: verified } = await request("verify/payment", token, signedProof(opened.id, id));
      if (verified?.outcome === "paid") purchases += 1;
      else failures.push({ verified });
    }
  };
  const morePurchases = async () => {
    const before = purchases;
    await vi.waitFor(() => expect(purchases).toBeGreaterThan(before + BUYERS), {
      timeout: LONGEST_WAIT_MS,
      interval: 20,
    });
  };

  const old = await Promise.all([startInstance(ROOT), startInstance(ROOT)]);
  await vi.waitFor(() => expect(balancer.ready()).toBe(2), { timeout: LONGEST_WAIT_MS, interval: 20 });
  load = Promise.all([
    ...Array.from({ length: BROWSERS }, browse),
    ...Array.from({ length: BUYERS }, (_, at) => buy(at)),
  ]);
  await morePurchases();

  const { stdout } = await promisify(execFile)(process.execPath, [join(nextRelease, "server/commands.ts"), "migrate"], {
    env: commandEnvironment(shop),
  });
  expect(stdout.replaceAll(/\d+\.\d s/g, "…").split("\n")).toEqual([
    "Applied example_0000_parcel (…).",
    "Applied example_0001_parcel_size (…).",
    "Applied example_0002_parcel_code_index (…).",
    "Applied example_0003_fill_parcel_size (…, 0 rows).",
    "Applied functions/review-ratings.sql.",
    "The database is up to date.",
    "",
  ]);
  const functionOf = () => rowsOf(shop, sql`select hash, version from function_file where name = 'review-ratings.sql'`);
  const migrated = await functionOf();
  await morePurchases();
  // An old instance that restarts now opens, and leaves the functions alone.
  const restarted = await replace(old[0], ROOT);
  await morePurchases();
  expect(await functionOf()).toEqual(migrated);

  for (const instance of [restarted, old[1]]) {
    await replace(instance, nextRelease);
    await morePurchases();
  }
  over = true;
  await load;
  expect(failures).toEqual([]);
  expect(await rowsOf(shop, sql`select count(*)::int as paid from customer_order where state = 'paid'`)).toEqual([
    { paid: purchases },
  ]);
  expect(requests).toBeGreaterThan(100);
});
