import { randomBytes } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import pg from "pg";
import { inject } from "vitest";
import { IDEMPOTENCY_REPLAYED } from "../../contract/idempotency-key.ts";
import { createApp } from "../../server/app.ts";
import type { Storefront } from "../../server/operations/pages/storefront.ts";
import type { ShopProcess } from "../../server/operations/setup/shop-process.ts";
import { type DeploymentSettings, readSettings } from "../../server/platform/config/config.ts";
import type { Database, OpenDatabase, StatementListener } from "../../server/platform/database/database.ts";
import { openDatabase } from "../../server/platform/database/open.ts";
import { checkRowsBy } from "../../server/platform/database/rows.ts";
import { type OpenApi, undocumented } from "../documented.ts";
import { readAdminDocument } from "./admin-document.ts";
import { missingEntry } from "./audited.ts";
import { checkRows } from "./check-rows.ts";

checkRowsBy(checkRows);

/** A shop for one test file: the app as shipped, on a fresh copy of a database. */
export interface TestShop {
  /** For `inject`. */
  app: FastifyInstance;
  database: OpenDatabase;
  db: Database;
  /** The folder of its media. */
  dataDir: string;
  databaseUrl: string;
  /** Sends a request to the app: `get("/api/category")`. A JSON body is parsed. */
  get(path: string, headers?: Record<string, string>): Promise<TestResponse>;
  /** Opens another server on the same database, with these settings. It closes with the shop. */
  openAnother(settings?: Partial<DeploymentSettings>): Promise<FastifyInstance>;
  close(): Promise<void>;
}

export interface TestResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test checks the shape that it expects
  body: any;
  headers: Record<string, string | string[] | number | undefined>;
}

interface ShopOptions {
  /** Whether it has the demo's catalogue and texts. */
  demo?: boolean;
  /** Settings, as in the environment. */
  environment?: Record<string, string>;
  /** The process that serves it, as far as the back office changes what it starts with. */
  shopProcess?: ShopProcess;
  /** Renders pages; without it there are none. */
  storefront?: Storefront;
  /** Receives each log line; set LOG_LEVEL, too. */
  log?: (line: string) => void;
  onStatement?: StatementListener;
  /** An empty database to use instead of a copy. */
  databaseUrl?: string;
}

/** Opens a shop, by default without a storefront. Close it when the tests are done. */
export async function openShop({
  demo = false,
  environment = {},
  shopProcess,
  storefront,
  log,
  onStatement,
  databaseUrl,
}: ShopOptions = {}): Promise<TestShop> {
  const { folder: templates, databases } = inject("templates");
  const template = demo ? "demo" : "empty";
  // In the templates' folder, so that it is deleted with them even if the test file crashes.
  const dataDir = await mkdtemp(join(templates, `${template}-`));
  await cp(join(templates, template), dataDir, { recursive: true });
  const copy = databaseUrl ? { url: databaseUrl, drop: async () => {} } : await copyDatabase(databases[template]);

  const settings = readSettings({
    LOG_LEVEL: "silent",
    DATABASE_POOL: "4",
    // Tests change data by SQL and read at once.
    RESPONSE_CACHE_MB: "0",
    ...environment,
    DATA_DIR: dataDir,
    DATABASE_URL: copy.url,
  });
  const openInstance = async (own: Partial<DeploymentSettings> = {}) => {
    const database = await openDatabase(settings, { onStatement });
    const app = await createApp({
      settings: { ...settings, ...own },
      database,
      environment,
      ...(shopProcess && { shopProcess }),
      ...(storefront && { storefront }),
      ...(log && { log: { write: log } }),
    });
    checkResponses(app, { db: database.db, templates });
    return { database, app };
  };
  const { database, app } = await openInstance();
  const others: FastifyInstance[] = [];
  return {
    app,
    database,
    db: database.db,
    dataDir,
    databaseUrl: copy.url,
    async openAnother(own) {
      const { app: other } = await openInstance(own);
      others.push(other);
      await other.ready();
      return other;
    },
    async get(url, headers = {}) {
      const response = await app.inject({ method: "GET", url, headers });
      const isJson = /json/.test(String(response.headers["content-type"]));
      return { status: response.statusCode, body: isJson ? response.json() : response.body, headers: response.headers };
    },
    async close() {
      for (const instance of [app, ...others]) await instance.close();
      await copy.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Copies a database on its server, by its files, which takes half as long as by the log. */
async function copyDatabase(address: string): Promise<{ url: string; drop(): Promise<void> }> {
  const template = basename(new URL(address).pathname);
  const name = `${template}_${randomBytes(4).toString("hex")}`;
  const admin = async (statement: string) => {
    const client = new pg.Client({ connectionString: Object.assign(new URL(address), { pathname: "/postgres" }).href });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await admin(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return {
    url: Object.assign(new URL(address), { pathname: `/${name}` }).href,
    drop: () => admin(`DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** Cached: the document derives from the contract and is the same for every shop. */
let mismatchOf: ReturnType<typeof undocumented> | undefined;
let adminMismatchOf: ReturnType<typeof undocumented> | undefined;

/** Compares every response of the app with the API documentation and the audit log; one that is not in them fails the test. */
function checkResponses(app: FastifyInstance, { db, templates }: { db: Database; templates: string }): void {
  const inject = app.inject.bind(app) as (options: InjectOptions) => Promise<LightMyRequestResponse>;
  const compared = async (given: InjectOptions | string) => {
    const options = typeof given === "string" ? { url: given } : given;
    const response = await inject(options);
    mismatchOf ??= undocumented((await inject({ url: "/api/docs/json" })).json<OpenApi>());
    adminMismatchOf ??= undocumented(await readAdminDocument());
    const find = String(options.url).startsWith("/admin/") ? adminMismatchOf : mismatchOf;
    const sent = { method: options.method ?? "GET", url: String(options.url), status: response.statusCode };
    const mismatch =
      find({ ...sent, contentType: String(response.headers["content-type"] ?? "") }) ??
      (await missingEntry(
        db,
        {
          ...sent,
          payload: options.payload,
          requestId: String(response.headers["x-request-id"]),
          isReplay: IDEMPOTENCY_REPLAYED in response.headers,
        },
        templates,
      ));
    if (mismatch) throw new Error(mismatch);
    return response;
  };
  app.inject = compared as FastifyInstance["inject"];
}
