import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { AdminEndpoint } from "../../contract/admin/endpoint.ts";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { type Endpoint, endpoints } from "../../contract/endpoints.ts";
import { duration, print } from "../../scripts/command.ts";
import { readScriptOptions } from "../../server/operations/commands/declare.ts";
import { type OpenApi, undocumented } from "../documented.ts";
import { agentOperations, withOwnKey } from "./agents.ts";
import { completeImport, IMPORTS, type Owner, ownerOf, readFiles } from "./owner.ts";
import { problemsOf } from "./problems.ts";
import { type Request, send } from "./request.ts";
import { type Operation, requestsOf } from "./requests.ts";
import { openSender, SENDERS, type Sender } from "./senders.ts";
import { current, subjectsOf } from "./subjects.ts";

/**
 * Sends invalid requests to every operation of the API: fields that are missing, null, of another type, at their bounds, too long,
 * duplicated, with control characters or lone surrogates; raw bodies, content types, methods, forms of Authorization, of cookies and of Origin;
 * CSV files. What shopping agents call gets them over REST and MCP, and its responses are checked by the published schemas. Operations, fields and documented responses derive from the contract. The back office's get them from a stranger, a customer, a
 * member of staff with few permissions, and an owner, about things that the shop has.
 */
const options = readScriptOptions({
  name: "fuzz",
  summary:
    "sends invalid requests to every endpoint of a temporary demo shop, for some minutes; fails on a 5xx, on an undocumented shape or status, on a sender who is let in without permission, and on a response that is slow three times. On a busy machine slow responses are only listed",
  options: {
    only: { value: "PATTERN", default: "", summary: 'a regular expression for "METHOD /path"' },
    minutes: { value: "NUMBER", default: "15", summary: "stops after this time, and fails" },
    slow: { value: "MS", default: "250", summary: "maximum milliseconds of a response" },
    database: { value: "URL", default: "", summary: "an empty PostgreSQL database; the shop's own otherwise" },
  },
});

/** Values of the back office's requests, by field name. The second role: the first is the owner's, which nothing can change. */
const STAFF_VALUES = {
  roleId: "2",
  category: "perfumes",
  sku: "KW-ATR-GULAB-12",
  position: 0,
  preview: false,
  columns: ["slug", "price"].map((name) => ({ heading: name, column: name })),
};
/** Maximum number of printed lines per list. */
const MAX_PRINTED = 60;
const folder = mkdtempSync(join(tmpdir(), "fuzz-"));
const child = fork(join(import.meta.dirname, "server.ts"), {
  env: {
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: options.database,
    DEMO: "true",
    CASH_ON_DELIVERY: "true",
    RESPONSE_CACHE_MB: "0",
    LOG_LEVEL: process.env.LOG_LEVEL ?? "fatal",
    WARM_PICTURES: "false",
    AGENTS_FROM_LOOPBACK: "true",
    AGENTS_SIGNED_ONLY: "false",
  },
});
const exited = once(child, "exit");
process.once("SIGINT", () => child.kill());

let isDone = false;
const problems: string[] = [];
const slow: string[] = [];
const statuses = new Map<number, number>();
let startedAt = performance.now();
try {
  const crashed = exited.then(() => {
    if (!isDone) throw new Error("the server exited");
  });
  await Promise.race([fuzz(), crashed]);
  isDone = true;
} catch (error) {
  problems.push((error as Error).message);
} finally {
  child.kill();
  await exited;
  rmSync(folder, { recursive: true, force: true });
}
process.exit(report());

async function fuzz(): Promise<void> {
  const [{ url, values }] = (await once(child, "message")) as [{ url: string; values: Record<string, unknown> }];
  // Filling the demo shop does not count.
  startedAt = performance.now();
  const customerToken = async (): Promise<string> => {
    child.send("session");
    const [{ token }] = (await once(child, "message")) as [{ token: string }];
    return token;
  };
  const owner = ownerOf(url);
  const files = await readFiles(owner);
  const document = await readDocuments(url);
  const findMismatch = undocumented(document);
  const pattern = new RegExp(options.only);
  const operations = [...operationsOf(document), ...(await agentOperations(url))]
    .filter(({ method, path }) => pattern.test(`${method} ${path}`))
    // First those that add things, for the operations that name one.
    .sort((one, other) => Number(one.path.includes(":")) - Number(other.path.includes(":")));
  print(`${operations.length} operations of ${url}`);
  for (const operation of operations)
    for (const name of operation.admin ? SENDERS : (["customer"] as const)) {
      const { method, path } = operation;
      const open = () => openSender(url, name, operation, customerToken);
      let sender = await open();
      const nextValues = await valuesOf(operation, values, owner);
      const file = method === "POST" ? files[path] : undefined;
      const headers = { ...sender.headers, ...operation.agent?.headers };
      const fixtures = { ...sender, headers, file, values: await nextValues() };
      for (const template of requestsOf(operation, fixtures)) {
        if (performance.now() - startedAt > Number(options.minutes) * 60_000) {
          problems.push(`stopped after ${options.minutes} minutes at ${method} ${path}`);
          return;
        }
        const request = withOwnKey({ ...template, headers: withToken(template.headers, sender) });
        const label = `${method} ${path} as ${name}: ${request.what}`;
        try {
          const response = await send(url, request);
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
          const found = problemsOf(operation, request, response, findMismatch);
          if (!sender.mayCall && request.method === method && response.status < 400) found.push("is let in");
          problems.push(...found.map((problem) => `${label}: ${problem}`));
          const { milliseconds } = response;
          if (await isRepeatedlySlow(url, request, milliseconds)) slow.push(`${label}: ${Math.round(milliseconds)} ms`);
          // Some operations end the session when they succeed.
          if ((method !== "GET" && response.status === 200) || (response.status === 401 && sender.mayCall))
            sender = await open();
          if (file && path === IMPORTS && response.status === 200 && method === request.method)
            problems.push(...(await completeImport(owner, response)).map((problem) => `${label}: ${problem}`));
          if (operation.admin?.body && sender.mayCall) fixtures.values = await nextValues();
        } catch (error) {
          problems.push(`${label}: ${(error as Error).message}`);
        }
      }
    }
}

/**
 * The values of an operation's requests: those of the shop, and of the back office's a thing that exists, another each time.
 * @returns reads the next
 */
async function valuesOf({ admin, agent }: Operation, values: Record<string, unknown>, owner: Owner) {
  if (!admin) return async () => ({ ...values, ...agent?.values });
  const subjects = await subjectsOf(admin, owner.read);
  let place = 0;
  return async () => {
    const subject = subjects[place++ % subjects.length] ?? {};
    return { ...values, ...STAFF_VALUES, ...(await current(admin, subject, owner.read)) };
  };
}

/** Whether it is slow three times in a row, so that a single pause of the machine does not count. */
async function isRepeatedlySlow(url: string, request: Request, milliseconds: number): Promise<boolean> {
  const limit = Number(options.slow);
  if (milliseconds <= limit) return false;
  for (const _ of [1, 2]) if ((await send(url, request)).milliseconds <= limit) return false;
  return true;
}

/** Replaces the token of a valid session by the sender's current one. */
function withToken(headers: Request["headers"], { headers: current }: Sender): Request["headers"] {
  const { authorization, cookie } = headers;
  const hasBearer = /^Bearer [\w-]{43}$/.test(authorization ?? "") && current.authorization !== undefined;
  const hasCookie = /^staff_session=[\w-]{43}$/.test(cookie ?? "") && current.cookie !== undefined;
  return {
    ...headers,
    ...(hasBearer && { authorization: current.authorization }),
    ...(hasCookie && { cookie: current.cookie }),
  };
}

/** The shop's OpenAPI document, with the operations of the back office's. */
async function readDocuments(url: string): Promise<OpenApi> {
  const staff = await openSender(url, "Owner", null, async () => "");
  const [shop, admin] = await Promise.all(
    ["/api/docs/json", "/admin/api/docs/json"].map(async (path): Promise<OpenApi> => {
      const { body } = await send(url, { what: "", method: "GET", path, headers: { ...staff.headers } });
      return JSON.parse(body.toString());
    }),
  );
  return { paths: { ...shop?.paths, ...admin?.paths } };
}

/** The contracts' endpoints, and operations that only the documentation has. */
function operationsOf(document: OpenApi): Operation[] {
  const byContract = new Map<string, Pick<Operation, "endpoint" | "admin">>();
  for (const endpoint of Object.values<Endpoint>(endpoints))
    byContract.set(`${endpoint.method} /api${endpoint.path}`, { endpoint });
  for (const admin of Object.values<AdminEndpoint>(adminEndpoints))
    byContract.set(`${admin.method} /admin/api${admin.path}`, { admin });
  return Object.entries(document.paths).flatMap(([documented, operations]) =>
    Object.keys(operations).map((name) => {
      const [method, path] = [name.toUpperCase(), documented.replace(/\{(\w+)\}/g, ":$1")];
      return { method, path, ...byContract.get(`${method} ${path}`) };
    }),
  );
}

function report(): number {
  const requests = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  print(`${requests} requests in ${duration(performance.now() - startedAt)} (${counts.join(", ")})`);
  const isBusy = (loadavg()[0] ?? 0) > availableParallelism();
  printList(`slower than ${options.slow} ms three times`, slow);
  if (slow.length > 0 && isBusy)
    print("Other programs use the processors, so this does not count as failed: run it again on a quiet machine.");
  printList("problems", firstOfEachKind(problems));
  return problems.length > 0 || (slow.length > 0 && !isBusy) ? 1 : 0;
}

/** Sorts the same problem of other requests to the same operation behind the first, so that a frequent one does not hide the others. */
function firstOfEachKind(lines: readonly string[]): string[] {
  const seen = new Set<string>();
  const isRepeated = (line: string) => {
    const kind = line.replace(/^(\S+ \S+) .*: /s, "$1: ");
    return seen.size === seen.add(kind).size;
  };
  const { false: first = [], true: repeated = [] } = Object.groupBy(lines, (line) => `${isRepeated(line)}`);
  return [...first, ...repeated];
}

function printList(title: string, lines: readonly string[]): void {
  print(`${lines.length} ${title}`);
  for (const line of lines.slice(0, MAX_PRINTED)) print(`  ${line}`);
  if (lines.length > MAX_PRINTED) print(`  and ${lines.length - MAX_PRINTED} more`);
}
