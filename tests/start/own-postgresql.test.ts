/** Without DATABASE_URL the shop and its commands share a PostgreSQL of its own, which ends with the last of them. */

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { stopUnused } from "../../server/platform/database/bundled/bundled.ts";
import { isAlive } from "../../server/platform/database/bundled/place.ts";
import { emptyShop, freshFolder, startServer } from "./server.ts";

const COMMANDS = join(import.meta.dirname, "../../server/commands.ts");

/** The id of the PostgreSQL of a DATA_DIR; null if none runs. */
function postgresOf(folder: string): number | null {
  const file = join(folder, "postgres/postmaster.pid");
  const pid = existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : 0;
  return pid > 0 && isAlive(pid) ? pid : null;
}
const ends = (pid: number | null) => expect.poll(() => pid !== null && isAlive(pid)).toBe(false);

function command(folder: string, ...words: string[]) {
  const { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE } = process.env;
  const child = execFile(process.execPath, ["--disable-warning=ExperimentalWarning", COMMANDS, ...words], {
    env: { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE, DATA_DIR: folder, INIT_CWD: folder },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (part) => {
      output += part;
    });
  onTestFinished(() => stopUnused(folder).catch(() => {}));
  return { child, output: () => output, ended: once(child, "close").then(([code]) => ({ code, output })) };
}

it.each(["SIGINT", "SIGHUP"] as const)("ends with the shop at %s", async (signal) => {
  const folder = emptyShop();
  const server = startServer({ DATA_DIR: folder });
  await server.url;
  const postgres = postgresOf(folder);
  expect(postgres).not.toBeNull();
  server.process.kill(signal);
  expect(await server.exited).toEqual({ code: 0, signal: null });
  await ends(postgres);
});

it("ends with a shop that cannot open, or fails while it is open", async () => {
  const folder = emptyShop();
  const refused = startServer({ DATA_DIR: folder, SHOP_EMAIL: undefined, CDN_PURGE: "webhook" });
  expect((await refused.exited).code).toBe(1);
  await ends(postgresOf(folder));
  const failing = startServer({
    DATA_DIR: folder,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import=data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => { throw new Error('fails') })")}`,
  });
  await failing.url;
  const postgres = postgresOf(folder);
  failing.process.kill("SIGUSR2");
  expect((await failing.exited).code).not.toBe(0);
  await ends(postgres);
});

it("is used by the next start after the shop was killed, and started again when it is killed itself", async () => {
  const folder = emptyShop();
  const killed = startServer({ DATA_DIR: folder });
  await killed.url;
  const postgres = postgresOf(folder);
  killed.process.kill("SIGKILL");
  await killed.exited;
  const next = startServer({ DATA_DIR: folder });
  const url = await next.url;
  expect(postgresOf(folder)).toBe(postgres);

  process.kill(postgres as number, "SIGKILL");
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
  await expect.poll(() => postgresOf(folder)).toEqual(expect.any(Number));
  expect(postgresOf(folder)).not.toBe(postgres);
  expect((await fetch(`${url}/api/shop`)).status).toBe(200);

  // Both at once, as in a power failure.
  process.kill(postgresOf(folder) as number, "SIGKILL");
  next.process.kill("SIGKILL");
  await next.exited;
  const last = startServer({ DATA_DIR: folder });
  expect((await fetch(`${await last.url}/readyz`)).status).toBe(200);
});

it("serves commands beside the open shop, which outlives them", async () => {
  const folder = emptyShop();
  const server = startServer({ DATA_DIR: folder });
  const url = await server.url;
  const [one, two] = [command(folder, "admin", "listJobs"), command(folder, "settings", "SHOP_TAGLINE", "Attars")];
  expect(await one.ended).toMatchObject({ code: 0 });
  expect(await two.ended).toMatchObject({ code: 0 });
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

it("is started by commands while the shop is closed, one for two of them, and ends with the last", async () => {
  const folder = emptyShop();
  const [one, two] = [command(folder, "admin", "listJobs"), command(folder, "admin", "listAllOrders")];
  expect(await one.ended).toMatchObject({ code: 0 });
  expect(await two.ended).toMatchObject({ code: 0 });
  await expect.poll(() => postgresOf(folder)).toBeNull();
});

it("ends when a command that uses it is interrupted", async () => {
  const folder = emptyShop();
  const asking = command(folder, "demo:clear");
  await expect.poll(() => asking.output()).toMatch(/Type the shop's name/);
  const postgres = postgresOf(folder);
  asking.child.kill("SIGINT");
  expect((await asking.ended).code).toBe(130);
  await ends(postgres);
});

it("starts in a folder whose path is too long for a socket, past an interrupted creation", async () => {
  const folder = join(freshFolder(), "a-long-name-".repeat(10));
  mkdirSync(join(folder, "postgres-new-999999999/data"), { recursive: true });
  const server = startServer({ DATA_DIR: folder });
  expect((await fetch(`${await server.url}/readyz`)).status).toBe(200);
  expect(existsSync(join(folder, "postgres-new-999999999"))).toBe(false);
});

it("starts although another program has the process id of its killed predecessor", async () => {
  const folder = emptyShop();
  const other = spawn("sleep", ["600"]);
  onTestFinished(() => void other.kill());
  await wait(0);
  writeFileSync(
    join(folder, "postgres/postmaster.pid"),
    `${other.pid}\n${join(folder, "postgres")}\n1700000000\n5432\n${join(folder, "postgres")}\n\n0 0\nready\n`,
  );
  const server = startServer({ DATA_DIR: folder });
  expect((await fetch(`${await server.url}/readyz`)).status).toBe(200);
});
