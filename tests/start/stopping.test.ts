import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { expect, inject, it, onTestFinished } from "vitest";
import { emptyShop, freshFolder, startServer } from "./server.ts";

it("opens in an empty folder, says where, and stops cleanly when it is told to", async () => {
  const server = startServer({ DATA_DIR: freshFolder() });
  const health = await fetch(`${await server.address}/healthz`);
  expect(await health.json()).toEqual({ status: "ok" });
  expect(server.stdout()).toMatch(/Stop with Ctrl-C/);

  const told = Date.now();
  server.process.kill("SIGTERM");
  expect(await server.ended).toEqual({ code: 0, signal: null });
  expect(Date.now() - told).toBeLessThan(5000);
  expect(server.stderr()).toBe("");
});

it("opens again on the database that it left", async () => {
  const folder = emptyShop();
  const first = startServer({ DATA_DIR: folder });
  expect((await fetch(`${await first.address}/readyz`)).status).toBe(200);
  first.process.kill("SIGINT");
  expect(await first.ended).toEqual({ code: 0, signal: null });
  const second = startServer({ DATA_DIR: folder });
  expect((await fetch(`${await second.address}/readyz`)).status).toBe(200);
});

it("lets go of the database even when it is killed", async () => {
  const folder = emptyShop();
  const first = startServer({ DATA_DIR: folder });
  await first.address;
  first.process.kill("SIGKILL");
  await first.ended;
  const second = startServer({ DATA_DIR: folder });
  expect((await fetch(`${await second.address}/readyz`)).status).toBe(200);
});

it("completes the requests that are open when it is told to stop, and takes no new ones", async () => {
  const url = inject("postgresUrl");
  const server = startServer({ DATABASE_URL: url });
  const address = await server.address;

  // Whoever reads the categories waits for this lock.
  const blocker = new pg.Client({ connectionString: url });
  await blocker.connect();
  onTestFinished(() => blocker.end().catch(() => {}));
  await blocker.query("BEGIN");
  await blocker.query("LOCK TABLE category IN ACCESS EXCLUSIVE MODE");
  const slow = fetch(`${address}/api/category`);
  await isWaiting(url);

  server.process.kill("SIGTERM");
  await expect.poll(() => server.stdout()).toMatch(/Closing/);
  await wait(300);
  await expect(fetch(`${address}/healthz`)).rejects.toThrow();

  await blocker.query("COMMIT");
  const answer = await slow;
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ success: true, data: [] });
  expect(await server.ended).toEqual({ code: 0, signal: null });
});

/** Until the database holds up the request's query because of a lock. Others may wait beside it: an opened shop looks for its pictures. */
async function isWaiting(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const waiting = async () =>
    (
      await client.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%from "category" order by%'`,
      )
    ).rowCount;
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
  await client.end();
}
