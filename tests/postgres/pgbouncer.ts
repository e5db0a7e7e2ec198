import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { postgresAccount } from "../../server/platform/database/bundled/account.ts";

/** A pgbouncer in transaction mode in front of a database, on a free port of 127.0.0.1. */
export interface Pgbouncer {
  /** The database through the pooler. */
  url: string;
  stop(): Promise<void>;
}

/** The first version that separates its clients' prepared statements. */
const OLDEST = [1, 21] as const;
const PROGRAM = process.env.PGBOUNCER ?? "pgbouncer";

/** Why no pgbouncer can be started, or null. PGBOUNCER may name the program. */
export function pgbouncerProblem(): string | null {
  let version: string;
  try {
    version = execFileSync(PROGRAM, ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return "pgbouncer is not installed here; name one as PGBOUNCER";
  }
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(version) ?? [];
  const isNewEnough = Number(major) > OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) >= OLDEST[1]);
  return isNewEnough ? null : `this needs pgbouncer ${OLDEST.join(".")} or newer, not ${major}.${minor}`;
}

/** @param preparedStatements `max_prepared_statements`; 0 disables them, as in every pgbouncer before 1.21 */
export async function startPgbouncer(target: string, preparedStatements: number): Promise<Pgbouncer> {
  const { hostname, port, pathname, username, password } = new URL(target);
  const name = pathname.slice(1);
  const folder = mkdtempSync(join(tmpdir(), "pgbouncer-for-tests-"));
  chmodSync(folder, 0o755);
  const listenPort = await freePort();
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
${name} = host=${hostname} port=${port} dbname=${name} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
max_client_conn = 200
max_prepared_statements = ${preparedStatements}
`,
    { mode: 0o644 },
  );
  const child: ChildProcess = spawn(PROGRAM, ["-q", file], {
    ...postgresAccount(),
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "exit");
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `postgres://${username}@127.0.0.1:${listenPort}/${name}`;
  for (const until = Date.now() + 20_000; Date.now() < until && child.exitCode === null; await wait(50)) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return { url, stop };
    } catch {
      // Not yet.
    } finally {
      await client.end().catch(() => {});
    }
  }
  await stop();
  throw new Error("pgbouncer did not start.");
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}
