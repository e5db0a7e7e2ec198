/** deploy/patroni/writer-watch.py: when it deletes the writer's lock. `npm run cluster` runs it beside Patroni and etcd. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";

const SCRIPT = join(import.meta.dirname, "../../deploy/patroni/writer-watch.py");
const whyNot = spawnSync("python3", ["--version"]).status === 0 ? null : "python3 is not installed here";
/** After the first lock is deleted: in this time the script tries twice more. */
const LONGER_MS = 2000;

const LOCK = "/service/shop/leader";
const SYNC = "/service/shop/sync";
const encoded = (text: string) => Buffer.from(text).toString("base64");
const decoded = (text: string) => Buffer.from(text, "base64").toString();

interface Entry {
  value: string;
  create_revision: string;
  mod_revision: string;
}
interface Compare {
  key: string;
  target: "CREATE" | "MOD";
  create_revision?: string;
  mod_revision?: string;
}
type Operation = { requestDeleteRange: { key: string } } | { requestPut: { key: string; value: string } };

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

/**
 * The part of etcd's JSON API that the script calls.
 * @param beforeTransaction what others write meanwhile
 */
async function startEtcd(entries: Map<string, Entry>, beforeTransaction: () => void): Promise<string> {
  let revision = 100;
  const server = createHttpServer(async (incoming, response) => {
    // biome-ignore lint/suspicious/noExplicitAny: requests of a program in another language
    const body = (await json(incoming)) as any;
    const send = (answer: object) => response.end(JSON.stringify(answer));
    if (incoming.url === "/v3/kv/range") {
      const entry = entries.get(decoded(body.key));
      return send(entry ? { kvs: [{ ...entry, key: body.key, value: encoded(entry.value) }] } : {});
    }
    const holds = ({ key, target, ...revisions }: Compare) => {
      const name = target === "CREATE" ? "create_revision" : "mod_revision";
      return entries.get(decoded(key))?.[name] === revisions[name];
    };
    beforeTransaction();
    if (!body.compare.every(holds)) return send({});
    for (const operation of body.success as Operation[]) {
      if ("requestDeleteRange" in operation) entries.delete(decoded(operation.requestDeleteRange.key));
      else {
        const { key, value } = operation.requestPut;
        const before = entries.get(decoded(key)) as Entry;
        entries.set(decoded(key), { ...before, value: decoded(value), mod_revision: String(++revision) });
      }
    }
    send({ succeeded: true });
  });
  return `127.0.0.1:${await listen(server)}`;
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** A server that answers each connection's first bytes; with null it accepts connections and says nothing, as a frozen one. */
const startServer = (answer: string | null) =>
  listen(createServer((socket) => void socket.on("error", () => {}).once("data", () => answer && socket.end(answer))));

interface Situation {
  /** What the writer's programs answer; null for nothing. */
  postgresql?: string | null;
  patroni?: string | null;
  standby?: string;
  /** Whether the writer replaces its synchronous standby while the script deletes the lock. */
  replaced?: boolean;
}

/** The script on the machine `two` of a cluster whose writer is `one`, and etcd's entries as Patroni writes them. */
async function watchFrom({ postgresql = null, patroni = null, standby = "two", replaced = false }: Situation) {
  const [postgresqlPort, patroniPort] = [await startServer(postgresql), await startServer(patroni)];
  const urls = {
    conn_url: `postgres://127.0.0.1:${postgresqlPort}/postgres`,
    api_url: `http://127.0.0.1:${patroniPort}/patroni`,
  };
  const sync = { value: JSON.stringify({ leader: "one", sync_standby: standby }), create_revision: "3" };
  const entries = new Map<string, Entry>([
    [LOCK, { value: "one", create_revision: "7", mod_revision: "7" }],
    [SYNC, { ...sync, mod_revision: "9" }],
    ["/service/shop/members/one", { value: JSON.stringify(urls), create_revision: "5", mod_revision: "8" }],
  ]);
  let transactions = 0;
  const etcd = await startEtcd(entries, () => {
    transactions += 1;
    if (replaced) entries.set(SYNC, { ...sync, mod_revision: "50" });
  });
  const script: ChildProcess = spawn("python3", [SCRIPT], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PATRONI_NAME: "two", PATRONI_ETCD3_HOSTS: etcd },
    stdio: ["ignore", "ignore", "inherit"],
  });
  closing.push(() => script.kill("SIGKILL"));
  return { entries, isLocked: () => entries.has(LOCK), transactions: () => transactions };
}

it("deletes the lock of a writer that answers nothing, on its synchronous standby alone", async ({ skip }) => {
  if (whyNot) skip(whyNot);
  const silent = await watchFrom({});
  const answering = await watchFrom({ postgresql: "N" });
  const restarting = await watchFrom({ patroni: "HTTP/1.0 503 Service Unavailable\r\n\r\n" });
  const asynchronous = await watchFrom({ standby: "three" });
  const replaced = await watchFrom({ replaced: true });

  await expect.poll(silent.isLocked).toBe(false);
  expect(silent.entries.get(SYNC)).toMatchObject({ value: expect.stringContaining('"two"'), mod_revision: "101" });
  await expect.poll(replaced.transactions).toBeGreaterThan(0);
  await pause(LONGER_MS);
  expect([answering, restarting, asynchronous].map(({ transactions }) => transactions())).toEqual([0, 0, 0]);
  expect([answering, restarting, asynchronous, replaced].map(({ isLocked }) => isLocked())).toEqual(
    Array(4).fill(true),
  );
});
