/**
 * Measures a move of a large shop as its owner does it, over the back office's API of a running shop: products with pictures off, customers,
 * and the first fetch of a feed afterwards. Meanwhile shoppers request pages at a steady rate, whether the shop answers or not.
 */

import { loadavg } from "node:os";
import { sql } from "drizzle-orm";
import pg from "pg";
import { findRoleByName } from "../server/people/staff/roles.ts";
import { openStaffSession } from "../server/people/staff/sessions.ts";
import { openDatabase } from "../server/platform/database/open.ts";
import { rowsOf } from "../server/platform/database/rows.ts";
import { insertBuyers, SESSION_TOKEN } from "./buyers.ts";
import { fillCatalogue } from "./catalogue.ts";
import { createDatabase } from "./databases.ts";
import { type MeasuredServer, startServer } from "./processes.ts";
import { quantile } from "./quantile.ts";

export const MOVE_BENCHMARK = "moving";

/** How many products the shop has into which another one moves. */
const PRODUCTS = 1000;
const MOVED_PRODUCTS = 20_000;
const SIZES = [10, 50, 100];
const MOVED_CUSTOMERS = 100_000;
const IDLE_SECONDS = 20;
/** Between two requests of shoppers. */
const REQUEST_MS = 50;
const MEMORY_MS = 200;
const POLL_MS = 250;
const MOVE = "/moves";

interface Shoppers {
  requests: number;
  failed: number;
  /** Milliseconds, by page. */
  p95: Record<string, number>;
  /** Of all pages. */
  all: { p50: number; p95: number; max: number };
}
export interface MoveMeasurement {
  step: string;
  seconds: number;
  /** The largest resident memory of the shop's process meanwhile, in megabytes. */
  memory: number;
  /** Processor time of the shop's process, in seconds, with what its shoppers need. */
  processor: number;
  shoppers: Shoppers;
  /** The machine's load of the last minute, at the end. */
  load: number;
}

/** What shoppers request in turn. */
const PAGES: Record<string, { path: string; headers?: Record<string, string> }> = {
  home: { path: "/" },
  listing: { path: "/products" },
  product: { path: "/product/product-1" },
  cart: { path: "/api/cart?page=1&perPage=50&forCount=false", headers: { authorization: `Bearer ${SESSION_TOKEN}` } },
};

/** Measures on a new database `bench_moving` of this PostgreSQL server. */
export async function measureMove(
  postgres: string,
  folder: string,
  print: (line: string) => void,
): Promise<MoveMeasurement[]> {
  await dropDatabase(postgres, "bench_moving");
  const DATABASE_URL = await createDatabase(postgres, "bench_moving");
  const cookie = await prepare(DATABASE_URL, print);
  const shop = await startServer("server.ts", {
    ...{ DATABASE_URL, DATABASE_POOL: "10", DATA_DIR: folder, LOG_LEVEL: "silent", FEEDS: "true" },
    ...{ PAGE_CACHE_MB: "64", RESPONSE_CACHE_MB: "16" },
  });
  const measured: MoveMeasurement[] = [];
  const call = callOf(shop.url, cookie);
  const step = async <Result>(name: string, run: () => Promise<Result>): Promise<Result> => {
    const { result, ...others } = await withShoppers(shop, run);
    measured.push({ step: name, ...others });
    print(`  ${line({ step: name, ...others })}`);
    return result;
  };
  const idle = (when: string) => step(`idle, ${when}`, () => sleep(IDLE_SECONDS * 1000));
  try {
    for (const page of Object.keys(PAGES)) await request(shop.url, page);
    await idle("before");
    const move = await step("reading products", async () => {
      const { _id, version, decisions } = await call("POST", `${MOVE}?name=products.csv`, products());
      const words = decisions.words.map((word: object) => ({
        ...{ ...word, category: "perfumes", hsn: "33030050", gstPercent: 18 },
      }));
      const decided = { pricesWithGst: true, shelfLifeMonths: 36, withoutQuantity: "piece", pictures: "none", words };
      return call("POST", `${MOVE}/${_id}/decisions`, { version, ...decided });
    });
    if (move.open.length > 0 || move.counts.refused > 0) throw new Error(JSON.stringify([move.open, move.notes[0]]));
    const importOf = (id: string) => () => call("GET", `/imports/${id}`);
    const compared = await step("comparing products", async () => {
      const { importId } = await call("POST", `${MOVE}/${move._id}/stage`, {});
      return until(importOf(importId), ["comparing"]);
    });
    const stored = await step("storing products", async () => {
      await call("POST", `/imports/${compared._id}/store`, { digest: compared.digest });
      return until(importOf(compared._id), ["storing"]);
    });
    if (stored.state !== "stored" || stored.added !== MOVED_PRODUCTS * SIZES.length)
      throw new Error(JSON.stringify(stored));
    await idle("after the products");
    const people = await step("reading customers", () => call("POST", `${MOVE}?name=customers.csv`, customers()));
    await step("storing customers", async () => {
      await call("POST", `${MOVE}/${people._id}/people/${people.people[0]._id}/store`, { consent: null });
      const { people: all } = await until(
        () => call("GET", `${MOVE}/${people._id}`),
        ["storing"],
        ({ people: [file] }) => file.state,
      );
      if (all[0].counts.added !== MOVED_CUSTOMERS) throw new Error(JSON.stringify(all[0]));
    });
    await idle("after the customers");
    return measured;
  } finally {
    await shop.stop();
  }
}

async function dropDatabase(server: string, name: string): Promise<void> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
}

/** Fills the shop, and signs its owner in. @returns the cookie of the session */
async function prepare(url: string, print: (line: string) => void): Promise<string> {
  const { db, close } = await openDatabase({ DATABASE_URL: url, DATABASE_POOL: 3, DATA_DIR: "" }, { unlimited: true });
  try {
    await fillCatalogue(db, PRODUCTS, print);
    await insertBuyers(db);
    const role = await findRoleByName(db, "Owner");
    const [member] = await rowsOf(
      db,
      { id: "number" },
      sql`insert into staff_member (email, name, role_id, created_at)
        values ('bench@staff.example', 'Bench', ${role.id}, now()) returning id`,
    );
    if (!member) throw new Error("the owner was not stored");
    return `staff_session=${await openStaffSession(db, member.id, "bench")}`;
  } finally {
    await close();
  }
}

const callOf =
  (url: string, cookie: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: responses of several endpoints, of which a few fields are read
  async (method: "GET" | "POST", path: string, body?: object | string): Promise<any> => {
    const response = await fetch(`${url}/admin/api${path}`, {
      method,
      headers: {
        ...{ cookie, origin: url },
        ...(body !== undefined && { "content-type": typeof body === "string" ? "text/csv" : "application/json" }),
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`);
    return JSON.parse(text).data;
  };

/** Waits until a job has ended. */
async function until<Read>(
  read: () => Promise<Read>,
  running: readonly string[],
  stateOf = (one: Read) => (one as { state: string }).state,
): Promise<Read> {
  for (;;) {
    const one = await read();
    if (!running.includes(stateOf(one))) return one;
    await sleep(POLL_MS);
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function request(url: string, page: string): Promise<boolean> {
  const { path, headers = {} } = PAGES[page] ?? { path: "/" };
  const response = await fetch(`${url}${path}`, { headers });
  await response.arrayBuffer();
  return response.ok;
}

/** Runs a step while shoppers request pages, without waiting for each other. */
async function withShoppers<Result>(
  shop: MeasuredServer,
  run: () => Promise<Result>,
): Promise<{ result: Result } & Omit<MoveMeasurement, "step">> {
  const names = Object.keys(PAGES);
  const times: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  const pending = new Set<Promise<void>>();
  let [memory, failed, at] = [0, 0, 0];
  const shopper = setInterval(() => {
    const page = names[at++ % names.length] ?? "";
    const startedAt = performance.now();
    const one: Promise<void> = request(shop.url, page)
      .catch(() => false)
      .then((ok) => {
        times[page]?.push(performance.now() - startedAt);
        if (!ok) failed += 1;
        pending.delete(one);
      });
    pending.add(one);
  }, REQUEST_MS);
  let isRunning = true;
  const { processor: before } = await shop.ownMetrics();
  let processor = before;
  const sampling = (async () => {
    for (; isRunning; await sleep(MEMORY_MS)) {
      const own = await shop.ownMetrics();
      [memory, processor] = [Math.max(memory, own.memory), own.processor];
    }
  })();
  const startedAt = performance.now();
  try {
    const result = await run();
    const seconds = (performance.now() - startedAt) / 1000;
    clearInterval(shopper);
    await Promise.all(pending);
    const all = Object.values(times).flat();
    return {
      ...{ result, seconds, memory, processor: (processor - before) / 1_000_000, load: loadavg()[0] ?? 0 },
      shoppers: {
        ...{ requests: all.length, failed },
        p95: Object.fromEntries(names.map((name) => [name, quantile(times[name] ?? [], 0.95)])),
        all: { p50: quantile(all, 0.5), p95: quantile(all, 0.95), max: Math.max(0, ...all) },
      },
    };
  } finally {
    clearInterval(shopper);
    isRunning = false;
    await sampling;
  }
}

const WORDS = ["Perfume", "Attar", "Hair oil", "Face mist", "Soap", "Incense"];

/** Shopify's export: 20,000 products of three sizes, with a description of some 600 characters and a picture each. */
function products(): string {
  const head =
    "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Status,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Image Position";
  const text = "A scent of jasmine, vetiver &amp; rain, drawn over low heat in copper. ".repeat(8);
  const lines = [head];
  for (let n = 1; n <= MOVED_PRODUCTS; n += 1)
    for (const [at, ml] of SIZES.entries()) {
      const product =
        at === 0
          ? `Moved product ${n},"<p>${text}</p><p>Batch ${n}.</p>",Kewra,${WORDS[n % WORDS.length]},"organic, jasmine",TRUE,active`
          : ",,,,,,";
      const picture = at === 0 ? `https://pictures.example/${n}.jpg,1` : ",";
      lines.push(
        `moved-product-${n},${product},${at === 0 ? "Size" : ""},${ml} ml,MOVED-${n}-${ml},${ml * 2},shopify,${n % 40},${199 + ml * 5}.00,${299 + ml * 5}.00,${picture}`,
      );
    }
  return lines.join("\n");
}

/** Shopify's export of customers, each with an address. */
function customers(): string {
  const head =
    "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags";
  const lines = [head];
  for (let n = 1; n <= MOVED_CUSTOMERS; n += 1)
    lines.push(
      `'${n},Asha ${n},Verma,asha${n}@moved.example,${n % 3 === 0 ? "yes" : "no"},,${n} Mall Road,Near the park,Lucknow,UP,IN,'226001,'+9198${String(n).padStart(8, "0")},,no,1499.00,2,,no,`,
    );
  return lines.join("\n");
}

const ms = (value: number) => value.toFixed(1);
const line = ({
  step,
  seconds,
  memory,
  processor,
  shoppers: { requests, failed, p95, all },
  load,
}: MoveMeasurement): string =>
  `${step}: ${seconds.toFixed(1)} s (${processor.toFixed(1)} s of processor), ${memory.toFixed(0)} MB; ${requests} requests of shoppers, ${failed} failed, p50 ${ms(all.p50)}, p95 ${ms(all.p95)} (${Object.entries(
    p95,
  )
    .map(([page, value]) => `${page} ${ms(value)}`)
    .join(", ")}), slowest ${ms(all.max)} ms; load ${load.toFixed(1)}`;

/** A row for each step. */
export const moveTable = (all: readonly MoveMeasurement[]): string => all.map(line).join("\n");
