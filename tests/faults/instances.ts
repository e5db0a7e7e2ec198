import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Servers of one shop that are killed and restarted. */
export interface Instances {
  /** The URL of a running server; null if none runs. */
  anyUrl(): string | null;
  /** The URLs of the running servers. */
  urls(): string[];
  /** How many have ended without being killed. */
  deaths(): number;
  /** Resolves as soon as a server runs. */
  running(): Promise<void>;
  /** Kills a running one (SIGKILL), and starts another. */
  killOne(): Promise<void>;
  stop(): Promise<void>;
}

interface Instance {
  child: ChildProcess;
  /** Null until it listens. */
  url: string | null;
  listens: Promise<void>;
}

export async function startInstances(count: number, environment: Record<string, string>): Promise<Instances> {
  const instances: Instance[] = [];
  const killed = new Set<ChildProcess>();
  let deaths = 0;

  function start(): Instance {
    const child = fork(join(import.meta.dirname, "server.ts"), {
      env: {
        PATH: process.env.PATH,
        NODE_OPTIONS: process.env.NODE_OPTIONS,
        LOG_LEVEL: "fatal",
        PORT: "0",
        WARM_PICTURES: "false",
        // A shared compile cache makes restarts fast.
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        // Requests reach the database.
        RESPONSE_CACHE_MB: "0",
        ...environment,
      },
      execArgv: [],
    });
    child.once("exit", () => {
      if (!killed.has(child)) deaths += 1;
    });
    const instance: Instance = {
      child,
      url: null,
      listens: once(child, "message").then(([message]) => {
        instance.url = (message as { url: string }).url;
      }),
    };
    return instance;
  }

  for (let at = 0; at < count; at++) instances.push(start());
  await Promise.all(instances.map(({ listens }) => listens));

  const urls = () => instances.flatMap(({ url }) => url ?? []);
  return {
    urls,
    deaths: () => deaths,
    anyUrl() {
      const running = urls();
      return running[Math.floor(Math.random() * running.length)] ?? null;
    },
    running: () => Promise.race(instances.map(({ listens }) => listens)),
    async killOne() {
      const running = instances.filter(({ url }) => url !== null);
      const victim = running[Math.floor(Math.random() * running.length)];
      if (!victim) throw new Error("no server runs");
      victim.url = null;
      const gone = once(victim.child, "exit");
      killed.add(victim.child);
      victim.child.kill("SIGKILL");
      await gone;
      instances[instances.indexOf(victim)] = start();
    },
    async stop() {
      await Promise.all(
        instances.map(async ({ child }) => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          const gone = once(child, "exit");
          killed.add(child);
          child.kill("SIGKILL");
          await gone;
        }),
      );
    },
  };
}
