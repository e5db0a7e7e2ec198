/** Runs PostgreSQL machines under Patroni and writer-watch, with one etcd. */

import { join } from "node:path";
import { ROOT } from "../../scripts/command.ts";
import { writeConfig } from "./config-files.ts";
import { freePorts, type Processes, type Program, waitUntil } from "./processes.ts";
import { signalServer } from "./server-processes.ts";
import { PASSWORD, urlOf, withClient } from "./template.ts";

export interface DatabaseMachine {
  name: string;
  /** The ports of PostgreSQL and of Patroni's REST API. */
  port: number;
  apiPort: number;
  isWriter(): Promise<boolean>;
  /** Kills Patroni, PostgreSQL and writer-watch (SIGKILL), as if the machine was lost. */
  kill(): Promise<void>;
  /** Stops them (SIGSTOP): its connections stay open, and nothing answers, as if the network to the machine was cut. */
  freeze(): void;
  /** Lets them go on. */
  thaw(): void;
  start(): void;
  /** Waits until it is a standby that streams from the writer. */
  streams(seconds?: number): Promise<void>;
}

export interface DatabaseMachines {
  machines: DatabaseMachine[];
  writer(): Promise<DatabaseMachine>;
}

/** @param data the filled data folder of the first machine; the second copies it over the network */
export async function startDatabaseMachines(
  processes: Processes,
  binaries: string,
  data: string,
): Promise<DatabaseMachines> {
  const [etcdPort = 0, peerPort = 0, ...ports] = await freePorts(6);
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const etcd = processes.start("etcd", "etcd", [
    ...["--name", "etcd1", "--data-dir", processes.makeFolder("etcd")],
    ...["--listen-client-urls", etcdUrl, "--advertise-client-urls", etcdUrl],
    ...["--listen-peer-urls", `http://127.0.0.1:${peerPort}`],
    ...["--initial-advertise-peer-urls", `http://127.0.0.1:${peerPort}`],
    ...["--initial-cluster", `etcd1=http://127.0.0.1:${peerPort}`],
  ]);
  await waitUntil("etcd answers", async () => (await fetch(`${etcdUrl}/health`)).ok, { program: etcd });

  const first = machine("postgres1", ports[0] ?? 0, ports[1] ?? 0, data);
  const second = machine(
    "postgres2",
    ports[2] ?? 0,
    ports[3] ?? 0,
    join(processes.makeFolder("postgres2", { asPostgres: true }), "data"),
  );
  const machines = [first, second];
  first.start();
  await waitUntil("the first PostgreSQL is the writer", first.isWriter, { seconds: 90, program: first.program() });
  second.start();
  await second.streams(600);
  return {
    machines,
    writer: () =>
      waitUntil(
        "a PostgreSQL is the writer",
        async () => {
          for (const candidate of machines) if (await candidate.isWriter()) return candidate;
          return null;
        },
        { seconds: 120 },
      ),
  };

  function machine(name: string, port: number, apiPort: number, dataFolder: string) {
    processes.registerDataFolder(dataFolder);
    const sockets = processes.makeFolder(`${name}-sockets`, { asPostgres: true });
    const config = writeConfig("patroni/patroni.yml", join(processes.folder, `${name}.yml`), {
      "parameters:\n": `parameters:\n        unix_socket_directories: ${sockets}\n`,
    });
    let program: Program;
    let watch: Program;
    const api = async (path: string) =>
      (await fetch(`http://127.0.0.1:${apiPort}${path}`, { signal: AbortSignal.timeout(1000) })).status === 200;
    const signalAll = (signal: NodeJS.Signals) => {
      for (const { pid } of [program, watch]) process.kill(-pid, signal);
      signalServer(dataFolder, signal);
    };
    return {
      name,
      port,
      apiPort,
      program: () => program,
      isWriter: () => api("/primary").catch(() => false),
      start() {
        const identity = { PATRONI_NAME: name, PATRONI_ETCD3_HOSTS: `127.0.0.1:${etcdPort}` };
        watch = processes.start(`${name}-watch`, "python3", [join(ROOT, "deploy/patroni/writer-watch.py")], {
          environment: identity,
        });
        program = processes.start(name, "patroni", [config], {
          asPostgres: true,
          environment: {
            ...identity,
            PATRONI_RESTAPI_LISTEN: `127.0.0.1:${apiPort}`,
            PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${apiPort}`,
            PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
            PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
            PATRONI_POSTGRESQL_DATA_DIR: dataFolder,
            PATRONI_POSTGRESQL_BIN_DIR: binaries,
            PATRONI_POSTGRESQL_PGPASS: join(sockets, "pgpass"),
            PATRONI_SUPERUSER_PASSWORD: PASSWORD,
            PATRONI_REPLICATION_PASSWORD: PASSWORD,
            PATRONI_REWIND_PASSWORD: PASSWORD,
          },
        });
      },
      async kill() {
        await Promise.all([program.kill("SIGKILL"), watch.kill("SIGKILL")]);
        signalServer(dataFolder, "SIGKILL");
      },
      freeze: () => signalAll("SIGSTOP"),
      thaw: () => signalAll("SIGCONT"),
      async streams(seconds = 120) {
        // A machine that Patroni is about to rewind is a replica of little lag, too.
        const streams = async () => (await api("/replica?lag=16MB")) && (await isStreaming(name));
        await waitUntil(`${name} streams from the writer`, streams, { seconds, program });
      },
    };
  }

  /** Whether the writer says so. */
  async function isStreaming(name: string): Promise<boolean> {
    for (const { isWriter, port } of machines)
      if (await isWriter())
        return withClient(urlOf(port, { role: "postgres", database: "postgres" }), async (client) => {
          const sql = "select from pg_stat_replication where application_name = $1 and state = 'streaming'";
          return (await client.query(sql, [name])).rowCount === 1;
        });
    return false;
  }
}
