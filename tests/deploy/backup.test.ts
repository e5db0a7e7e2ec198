/** Backups as docs/deployment/one-machine.md describes them, with the files of deploy/pgbackrest. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { expect, it, onTestFinished, vi } from "vitest";
import { postgresAccount } from "../../server/platform/database/bundled/account.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { findPrograms } from "../postgres/programs.ts";

const FILES = join(import.meta.dirname, "../../deploy/pgbackrest");
const missing = spawnSync("pgbackrest", ["version"]).status === 0 ? null : "pgbackrest is not installed here";

it("a database is restored to the second before a mistake", async ({ skip }) => {
  if (missing) skip(missing);
  const account = postgresAccount();
  const binaries = dirname(findPrograms().postgres);
  const base = mkdtempSync(join(tmpdir(), "backup-test-"));
  const folder = (name: string) => {
    const path = join(base, name);
    mkdirSync(path, { mode: 0o700 });
    if (account.uid !== undefined) chownSync(path, account.uid, account.gid);
    return path;
  };
  chmodSync(base, 0o755);
  const [data, sockets, repository] = [folder("data"), folder("sockets"), folder("repository")];
  copyFileSync(join(FILES, "pgbackrest.conf"), join(base, "pgbackrest.conf"));
  copyFileSync(join(FILES, "archive.conf"), join(base, "archive.conf"));
  const port = await freePort();
  const environment = {
    PATH: process.env.PATH,
    PGBACKREST_CONFIG: join(base, "pgbackrest.conf"),
    PGBACKREST_REPO1_PATH: repository,
    PGBACKREST_LOCK_PATH: sockets,
    PGBACKREST_PG1_PATH: data,
    PGBACKREST_PG1_PORT: String(port),
    PGBACKREST_PG1_SOCKET_PATH: sockets,
  };
  const run = (command: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, {
      ...account,
      cwd: base,
      encoding: "utf8",
      env: environment,
    });
    expect(status, `${command} ${args.join(" ")}: ${stdout}${stderr}`).toBe(0);
    return stdout;
  };
  let server: ChildProcess | undefined;
  const stop = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, "exit");
    server.kill("SIGINT");
    await gone;
  };
  onTestFinished(async () => {
    await stop();
    rmSync(base, { recursive: true, force: true });
  });
  const query = async (text: string) => {
    const client = new pg.Client({ host: sockets, port, user: "postgres", database: "postgres" });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  const start = async () => {
    const options = { port, unix_socket_directories: sockets, listen_addresses: "", fsync: "off" };
    server = spawn(
      join(binaries, "postgres"),
      ["-D", data, ...Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
      { ...account, cwd: base, env: environment, stdio: "ignore" },
    );
    await vi.waitFor(
      async () => expect(await query("select pg_is_in_recovery() as recovering")).toEqual([{ recovering: false }]),
      { timeout: LONGEST_WAIT_MS, interval: 50 },
    );
  };

  run(join(binaries, "initdb"), "-D", data, "-U", "postgres", "--auth=trust", "--no-sync");
  spawnSync("sh", ["-c", `echo "include '${join(base, "archive.conf")}'" >> "${join(data, "postgresql.conf")}"`]);
  await start();
  run("pgbackrest", "--stanza=shop", "stanza-create");
  run("pgbackrest", "--stanza=shop", "check");
  await query("create table entry as select 'before the backup' as note");
  run("pgbackrest", "--stanza=shop", "backup", "--type=full");
  await query("insert into entry values ('after the backup')");
  // pgBackRest knows the end of a backup to the second, and restores only to a later one.
  const [{ moment: end }] = await query("select date_trunc('second', clock_timestamp())::text as moment");
  const moment = await vi.waitFor(
    async () => {
      const [now] = await query(
        `select clock_timestamp()::text as moment, clock_timestamp() >= '${end}'::timestamptz + interval '1 second' as later`,
      );
      expect(now.later).toBe(true);
      return now.moment;
    },
    { timeout: LONGEST_WAIT_MS, interval: 100 },
  );
  await query("select pg_sleep(0.01)");
  await query("delete from entry");
  await query("select pg_switch_wal()");
  await stop();

  run(
    "pgbackrest",
    "--stanza=shop",
    "--delta",
    "--type=time",
    `--target=${moment}`,
    "--target-action=promote",
    "restore",
  );
  await start();
  expect(await query("select note from entry order by note")).toEqual([
    { note: "after the backup" },
    { note: "before the backup" },
  ]);
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}
