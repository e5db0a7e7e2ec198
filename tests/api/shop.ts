import { randomBytes } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import pg from "pg";
import { inject } from "vitest";
import { createApp } from "../../server/app.ts";
import { listenForCommands } from "../../server/commands/socket.ts";
import { readSettings } from "../../server/config.ts";
import type { Database, OpenDatabase, SeeStatement } from "../../server/database/database.ts";
import { openDatabase } from "../../server/database/open.ts";
import type { Storefront } from "../../server/pages/storefront.ts";
import { type OpenApi, undocumented } from "../documented.ts";
import { takeEmbedded } from "./embedded-pool.ts";

/** A shop of the test file's own: the app that ships, on a fresh copy of a database that the file may change as it likes. */
export interface TestShop {
  /** For `inject`. */
  app: FastifyInstance;
  database: OpenDatabase;
  db: Database;
  /** Where its pictures lie. */
  dataDir: string;
  /** Of the PostgreSQL; null for the embedded database. */
  databaseUrl: string | null;
  /** Calls the app: `get("/api/category")`. The body is parsed when it is JSON. */
  get(path: string, headers?: Record<string, string>): Promise<TestResponse>;
  /** Another server on the same database; null where the database is made for one. It closes with the shop. */
  another(): Promise<FastifyInstance | null>;
  /** Runs commands for other processes, as the server does on an embedded database; see `inItsFolder`. */
  listenForCommands(): Promise<{ close(): Promise<void> }>;
  close(): Promise<void>;
}

export interface TestResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test says itself what it expects in here
  body: any;
  headers: Record<string, string | string[] | number | undefined>;
}

interface ShopOptions {
  /** Filled with the demo's catalogue and texts, or empty. */
  demo?: boolean;
  /** Settings other than the defaults, as in the environment. */
  environment?: Record<string, string>;
  /** Renders the pages; without one there are none. */
  storefront?: Storefront;
  /** Is given each line of the log; set LOG_LEVEL, too. */
  log?: (line: string) => void;
  seeStatement?: SeeStatement;
  /** An empty database of a PostgreSQL of the test's own, instead of a copy. */
  databaseUrl?: string;
  /** The embedded database is in `dataDir` alone, for a program that opens it once the shop is closed. */
  inItsFolder?: boolean;
}

/** Opens a shop, without a storefront unless one is given. Close it when the tests are done. */
export async function openShop({
  demo = false,
  environment = {},
  storefront,
  log,
  seeStatement,
  inItsFolder = false,
  databaseUrl,
}: ShopOptions = {}): Promise<TestShop> {
  const { folder: templates, databases } = inject("templates");
  const template = demo ? "demo" : "empty";
  // Below the templates, so that it is gone with them whatever happens to the test file.
  const dataDir = await mkdtemp(join(templates, `${template}-`));
  const pooled = !databases && !inItsFolder && !databaseUrl;
  const original = join(templates, template);
  await cp(original, dataDir, {
    recursive: true,
    filter: (path) => !pooled || path !== join(original, "database"),
  });
  const copy = databaseUrl
    ? { url: databaseUrl, drop: async () => {} }
    : databases && (await copyDatabase(databases[template]));

  const settings = readSettings({
    LOG_LEVEL: "silent",
    DATABASE_POOL: "4",
    ...environment,
    DATA_DIR: dataDir,
    DATABASE_URL: copy?.url ?? "",
  });
  const openInstance = async () => {
    const database = pooled
      ? await takeEmbedded(template, () => copyForPool(original), seeStatement)
      : await openDatabase(settings, { seeStatement });
    const app = await createApp({
      settings,
      database,
      environment,
      ...(storefront && { storefront }),
      ...(log && { log: { write: log } }),
    });
    compareWithDocumentation(app);
    return { database, app };
  };
  const { database, app } = await openInstance();
  const others: FastifyInstance[] = [];
  return {
    app,
    database,
    db: database.db,
    dataDir,
    databaseUrl: copy?.url ?? null,
    async another() {
      if (database.kind === "embedded") return null;
      const { app: other } = await openInstance();
      others.push(other);
      await other.ready();
      return other;
    },
    async listenForCommands() {
      const socket = await listenForCommands({ settings, database, environment });
      if (!socket) throw new Error(`the path of ${dataDir} is too long for a socket`);
      return socket;
    },
    async get(url, headers = {}) {
      const response = await app.inject({ method: "GET", url, headers });
      const isJson = /json/.test(String(response.headers["content-type"]));
      return { status: response.statusCode, body: isJson ? response.json() : response.body, headers: response.headers };
    },
    async close() {
      for (const instance of [app, ...others]) await instance.close();
      await copy?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Below the templates, where it stays as long as they do: whoever has it next may be another test file. */
async function copyForPool(original: string): Promise<string> {
  const folder = await mkdtemp(`${original}-pool-`);
  await cp(join(original, "database"), join(folder, "database"), { recursive: true });
  return folder;
}

/** A copy of a PostgreSQL database on the same server: its files are copied, no statement is run again. */
async function copyDatabase(address: string): Promise<{ url: string; drop(): Promise<void> }> {
  const template = basename(new URL(address).pathname);
  const name = `${template}_${randomBytes(4).toString("hex")}`;
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: Object.assign(new URL(address), { pathname: "/postgres" }).href });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await admin(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    url: Object.assign(new URL(address), { pathname: `/${name}` }).href,
    drop: () => admin(`DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** The document is made from the contract, which is the same in every shop. */
let complaintAbout: ReturnType<typeof undocumented> | undefined;

/** Has every answer of the app compared with its documentation: one that is not in there fails the test that caused it. */
function compareWithDocumentation(app: FastifyInstance): void {
  const inject = app.inject.bind(app) as (options: InjectOptions) => Promise<LightMyRequestResponse>;
  const compared = async (options: InjectOptions | string) => {
    const asked = typeof options === "string" ? { url: options } : options;
    const response = await inject(asked);
    complaintAbout ??= undocumented((await inject({ url: "/api/docs/json" })).json<OpenApi>());
    const complaint = complaintAbout({
      method: asked.method ?? "GET",
      url: String(asked.url),
      status: response.statusCode,
      contentType: String(response.headers["content-type"] ?? ""),
    });
    if (complaint) throw new Error(complaint);
    return response;
  };
  app.inject = compared as FastifyInstance["inject"];
}
