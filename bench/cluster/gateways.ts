/** Starts HAProxy, pgbouncer and Varnish with the files of deploy/. */

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { writeConfig } from "./config-files.ts";
import type { DatabaseMachine } from "./patroni.ts";
import { freePorts, type Processes, waitUntil } from "./processes.ts";
import { PASSWORD, urlOf, withClient } from "./template.ts";

export interface Balancer {
  /** The shop's URL behind the balancer. */
  url: string;
  writerPort: number;
  readerPort: number;
}

export interface BalancerPorts {
  shop: number;
  writer: number;
  readers: number;
}

/** @param instancePorts of kewra1 and kewra2 */
export async function startHaproxy(
  processes: Processes,
  machines: DatabaseMachine[],
  instancePorts: number[],
): Promise<Balancer> {
  const [shop = 0, writer = 0, readers = 0] = await freePorts(3);
  const config = writeConfig("haproxy/haproxy.cfg", join(processes.folder, "haproxy.cfg"), {
    // The limit of this process's open files.
    "maxconn 20000": "maxconn 4000",
    "bind :8080": `bind 127.0.0.1:${shop}`,
    "bind :5432": `bind 127.0.0.1:${writer}`,
    "bind :5433": `bind 127.0.0.1:${readers}`,
    ...Object.fromEntries(instancePorts.map((port, at) => [`kewra${at + 1}:3000`, `127.0.0.1:${port}`])),
    ...Object.fromEntries(
      machines.map(({ name, port, apiPort }) => [
        `${name}:5432 check port 8008`,
        `127.0.0.1:${port} check port ${apiPort}`,
      ]),
    ),
  });
  const program = processes.start("haproxy", "haproxy", ["-db", "-f", config]);
  await waitUntil(
    "HAProxy forwards to the writer",
    () => withClient(urlOf(writer), (client) => client.query("select 1")).then(() => true),
    { program },
  );
  return { url: `http://127.0.0.1:${shop}`, writerPort: writer, readerPort: readers };
}

export interface Pooler {
  /** The URL of the writer through the pooler. */
  url: string;
  /** Returns how many transactions and statements it has forwarded so far. */
  counts(): Promise<{ transactions: number; statements: number }>;
}

export async function startPgbouncer(processes: Processes, program: string, writerPort: number): Promise<Pooler> {
  const [port = 0] = await freePorts(1);
  const folder = processes.makeFolder("pgbouncer", { asPostgres: true });
  const users = join(folder, "userlist.txt");
  writeFileSync(users, `"shop" "${PASSWORD}"\n`, { mode: 0o644 });
  const config = writeConfig("pgbouncer/pgbouncer.ini", join(folder, "pgbouncer.ini"), {
    "host=127.0.0.1 port=5432": `host=127.0.0.1 port=${writerPort}`,
    "listen_port = 6432": `listen_port = ${port}`,
    "/etc/pgbouncer/userlist.txt": users,
  });
  const started = processes.start("pgbouncer", program, [config], { asPostgres: true });
  const url = urlOf(port);
  await waitUntil("pgbouncer answers", () => withClient(url, (client) => client.query("select 1")).then(() => true), {
    program: started,
  });
  return {
    url,
    counts: () =>
      withClient(urlOf(port, { database: "pgbouncer" }), async (client) => {
        const { rows } = await client.query("show stats");
        const row = rows.find(({ database }) => database === "shop");
        return { transactions: Number(row?.total_xact_count ?? 0), statements: Number(row?.total_query_count ?? 0) };
      }),
  };
}

export interface Cdn {
  url: string;
  counts(): CdnCounts;
}

export interface CdnCounts {
  hits: number;
  /** Cacheable requests that missed the cache. */
  misses: number;
  requests: number;
  /** Number of requests to the balancer. */
  origin: number;
}

export async function startVarnish(processes: Processes, balancerUrl: string): Promise<Cdn> {
  const [port = 0] = await freePorts(1);
  const folder = processes.makeFolder("varnish");
  const config = writeConfig("varnish/default.vcl", join(processes.folder, "default.vcl"), {
    '"haproxy"': '"127.0.0.1"',
    '"8080"': `"${new URL(balancerUrl).port}"`,
  });
  const program = processes.start("varnish", "varnishd", [
    ...["-F", "-j", "none", "-n", folder, "-a", `127.0.0.1:${port}`, "-f", config],
    ...["-s", "malloc,256m", "-p", "thread_pool_min=20"],
  ]);
  const url = `http://127.0.0.1:${port}`;
  await waitUntil("Varnish answers", async () => (await fetch(`${url}/healthz`)).status < 600, { program });
  await wait(0);
  return {
    url,
    counts() {
      const text = execFileSync("varnishstat", ["-n", folder, "-1", "-j"], { encoding: "utf8" });
      const { counters } = JSON.parse(text) as { counters: Record<string, { value: number }> };
      const of = (name: string) => counters[`MAIN.${name}`]?.value ?? 0;
      return {
        hits: of("cache_hit"),
        misses: of("cache_miss"),
        requests: of("client_req"),
        origin: of("backend_req"),
      };
    },
  };
}
