import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import sharp from "sharp";
import { expect, inject, it, onTestFinished } from "vitest";
import { openDatabase } from "../../server/platform/database/open.ts";
import { banner } from "../../server/platform/database/schema.ts";
import { createMediaLibrary } from "../../server/platform/media/media-library.ts";
import { startTcpProxy } from "../faults/tcp-proxy.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { emptyShop, freshFolder, startServer } from "./server.ts";

it("opens in an empty folder, prints its URL, stops cleanly on a signal, and opens again, also after it was killed", async () => {
  const folder = join(freshFolder(), "data");
  const server = startServer({ DATA_DIR: folder });
  const health = await fetch(`${await server.url}/healthz`);
  expect(await health.json()).toEqual({ status: "ok" });
  expect(server.stdout()).toMatch(/Stop with Ctrl-C/);
  // From now on npm start restarts it if it dies.
  await expect.poll(() => server.messages).toEqual(["open"]);
  for (const name of [folder, join(folder, "postgres")]) expect(statSync(name).mode & 0o777, name).toBe(0o700);

  server.process.kill("SIGTERM");
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(server.stderr()).toBe("");
  expect(server.messages).toEqual(["open", "closing", { closed: 0 }]);

  for (const signal of ["SIGKILL", "SIGINT"] as const) {
    const next = startServer({ DATA_DIR: folder });
    expect((await fetch(`${await next.url}/readyz`)).status).toBe(200);
    next.process.kill(signal);
    expect(await next.exited).toEqual(signal === "SIGINT" ? { code: 0, signal: null } : { code: null, signal });
  }
});

it("stops at once while it makes pictures ahead of their first visit", async () => {
  const folder = emptyShop();
  await addLargePictures(folder, 6);
  const server = startServer({ DATA_DIR: folder });
  await server.url;
  // The first may take a minute on a busy machine, all of them many.
  await expect.poll(() => filesIn(join(folder, "media-renditions")), { timeout: LONGEST_WAIT_MS }).not.toEqual([]);

  server.process.kill("SIGTERM");
  expect(await server.exited).toEqual({ code: 0, signal: null });
  // Of 6 pictures in several widths and formats each.
  expect(filesIn(join(folder, "media-renditions")).length).toBeLessThan(12);
});

it("completes open requests on a signal to stop, and accepts no new ones", async () => {
  const databaseUrl = inject("postgresUrl");
  const server = startServer({ DATABASE_URL: databaseUrl });
  const url = await server.url;

  // A request that reads categories waits for this lock.
  const blocker = new pg.Client({ connectionString: databaseUrl });
  await blocker.connect();
  onTestFinished(() => blocker.end().catch(() => {}));
  await blocker.query("BEGIN");
  await blocker.query("LOCK TABLE category IN ACCESS EXCLUSIVE MODE");
  const slow = fetch(`${url}/api/category`);
  await isWaiting(databaseUrl);

  server.process.kill("SIGTERM");
  await expect.poll(() => server.stdout()).toMatch(/Closing/);
  await wait(300);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();

  await blocker.query("COMMIT");
  const response = await slow;
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ success: true, data: [] });
  expect(await server.exited).toEqual({ code: 0, signal: null });
});

it("drains first on SIGTERM: /readyz says 503, requests on open connections get a response, none is reset", async () => {
  const server = startServer({ DATABASE_URL: inject("postgresUrl"), DRAIN_MS: "2000" });
  const url = await server.url;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const get = async (path: string) => {
    const [response] = (await once(request(`${url}${path}`, { agent }).end(), "response")) as [IncomingMessage];
    response.resume();
    await once(response, "end");
    return { status: response.statusCode, connection: response.headers.connection };
  };
  expect(await get("/readyz")).toEqual({ status: 200, connection: "keep-alive" });

  server.process.kill("SIGTERM");
  await expect.poll(() => server.stdout()).toMatch(/Draining/);
  // Like systemd, which signals both the server and npm start, which signals the server again.
  server.process.kill("SIGTERM");
  // On the connection that was open before, and on a new one.
  expect(await get("/api/shop")).toEqual({ status: 200, connection: "close" });
  expect(await get("/readyz")).toEqual({ status: 503, connection: "close" });
  expect(await server.exited).toEqual({ code: 0, signal: null });
});

it("ends draining at a second signal", async () => {
  const server = startServer({ DATABASE_URL: inject("postgresUrl"), DRAIN_MS: "600000" });
  await server.url;
  server.process.kill("SIGTERM");
  await expect.poll(() => server.stdout()).toMatch(/Draining/);
  const again = setInterval(() => server.process.kill("SIGTERM"), 200);
  onTestFinished(() => clearInterval(again));
  expect(await server.exited).toEqual({ code: 0, signal: null });
});

it("ends in time and with code 0 although its database does not respond", async () => {
  const proxy = await startTcpProxy(inject("postgresUrl"));
  onTestFinished(() => proxy.close());
  const server = startServer({ DATABASE_URL: proxy.url, RESPONSE_CACHE_MB: "0" });
  const url = await server.url;
  await fetch(`${url}/api/category`);
  proxy.silence();
  const hanging = Promise.allSettled(
    Array.from({ length: 5 }, () => fetch(`${url}/api/category`).then(({ status }) => status)),
  );
  // By then the server has received the earlier requests.
  await fetch(`${url}/healthz`);
  server.process.kill("SIGTERM");
  expect(await server.exited).toEqual({ code: 0, signal: null });
  for (const response of await hanging)
    if (response.status === "fulfilled") expect([200, 503]).toContain(response.value);
});

/** Adds banners to the shop in `folder`, whose pictures compress slowly. */
async function addLargePictures(folder: string, count: number): Promise<void> {
  const { db, close } = await openDatabase({ DATA_DIR: folder, DATABASE_URL: "", DATABASE_POOL: 1 });
  const media = createMediaLibrary({ DATA_DIR: folder });
  const values = { placement: "hero", device: "desktop", title: "One", action: "See", link: "/" } as const;
  for (let position = 0; position < count; position++) {
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const content = await sharp({ create: { width: 1920, height: 1080, channels: 3, background: "#864", noise } })
      .jpeg()
      .toBuffer();
    const image = { ...(await media.put("banners", `noise ${position}`, content)), alt: "" };
    await db.insert(banner).values({ ...values, image, textSide: "left", position });
  }
  await media.close();
  await close();
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

/** Waits until a lock blocks the request's query. Others may wait beside it: an opened shop scans its pictures. */
async function isWaiting(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const waiting = async () =>
    (
      await client.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%from "category" order by%'`,
      )
    ).rowCount;
  await expect.poll(waiting, { timeout: LONGEST_WAIT_MS }).toBe(1);
  await client.end();
}
