/** Paths without a page that people and crawlers have asked for. Nothing about who asked is stored, and no query. */

import { eq, type SQL, sql } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import { MAX_NOT_FOUND_PATHS, type NotFoundPath } from "../../../contract/admin/redirects.ts";
import { SHOP_PAGES } from "../../../contract/content/menu-targets.ts";
import { ApiError } from "../../base/errors.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import { rowsOf } from "../../platform/database/rows.ts";
import { notFoundPath } from "../../platform/database/schema.ts";
import type { CatalogueSearch } from "../catalogue/search/catalogue-search.ts";
import { findPages } from "./find-pages.ts";
import { oldShopTarget } from "./old-shop-paths.ts";
import { isOwnPath, normalPath } from "./paths.ts";

/** How long counts wait in memory, to be written together. */
const FLUSH_MS = 2000;
/** Maximum number of different paths that wait: what a flood asks for beyond them is not counted. */
const MAX_WAITING = 1000;
const MAX_LENGTH = 200;
const PER_PAGE = 20;
/** A path that nobody has asked for in this time is dropped. */
const KEPT_DAYS = 90;

export interface NotFoundCounter {
  /** Counts a request. Neither waits nor throws. */
  count(path: string): void;
  /** Writes what waits. */
  flush(): Promise<void>;
}

/** Counts in memory and writes in batches, so that a page never waits for it. */
export function createNotFoundCounter(db: Database, log: Pick<FastifyBaseLogger, "warn">): NotFoundCounter {
  let waiting = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.size === 0) return;
    const counts = waiting;
    waiting = new Map();
    try {
      await store(db, counts, new Date());
    } catch (error) {
      log.warn({ err: error }, "paths without a page were not counted");
    }
  }

  return {
    count(given) {
      const path = normalPath(given);
      if (path === null || !isWorthKeeping(path)) return;
      if (!waiting.has(path) && waiting.size >= MAX_WAITING) return;
      waiting.set(path, (waiting.get(path) ?? 0) + 1);
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
    },
    flush,
  };
}

/** What programs that look for holes ask for: hidden files, other systems' folders, and files that no page of a shop was. */
const SCANNED =
  /\/\.|^\/(?:wp-|cgi-bin|phpmyadmin|pma|vendor|node_modules|actuator|autodiscover|boaform|owa|ecp|solr|jenkins|hnap1|_ignition|telescope|debug|console|server-status|graphql)|\.(?!html?$)[a-z0-9]{1,8}$/;
/** What may be about a person or open something for one: an email, a long number, an id. */
const PERSONAL = /@|\d{8}|[0-9a-f]{8}-[0-9a-f]{4}-/;
const isToken = (word: string) => word.length >= 20 && /\d/.test(word);

/** Whether a normal path is one that an owner may want to redirect. */
const isWorthKeeping = (path: string): boolean =>
  path.length <= MAX_LENGTH &&
  !isOwnPath(path) &&
  !SCANNED.test(path) &&
  !PERSONAL.test(path) &&
  !path.split(/[^a-z0-9_]/).some(isToken);

/** Adds counts, and drops what was asked for least beyond the maximum. */
async function store(db: Database, counts: ReadonlyMap<string, number>, now: Date): Promise<void> {
  // In one order, so that two instances do not wait for each other's rows.
  const paths = [...counts.keys()].sort();
  const times = paths.map((path) => counts.get(path) ?? 0);
  await db.transaction(async (trx) => {
    await trx.execute(sql`insert into ${notFoundPath} (path, times, last_at)
      select met.path, met.times, ${now.toISOString()}::timestamptz
      from unnest(${sql.param(paths)}::text[], ${sql.param(times)}::int[]) as met (path, times)
      on conflict (path) do update set
        times = least(not_found_path.times::bigint + excluded.times, 2000000000), last_at = excluded.last_at`);
    await trx.execute(sql`delete from ${notFoundPath} where id in (
      select id from ${notFoundPath} order by times desc, last_at desc, id desc offset ${MAX_NOT_FOUND_PATHS})`);
  });
}

/** Drops the paths that nobody has asked for any more. */
export async function deleteOldNotFoundPaths(db: Database, now: Date): Promise<void> {
  await db
    .delete(notFoundPath)
    .where(sql`${notFoundPath.lastAt} < ${now.toISOString()}::timestamptz - make_interval(days => ${KEPT_DAYS})`);
}

interface Query {
  q?: string | undefined;
  after?: string | undefined;
}

/** Lists the paths, the most often asked for first, each with the page that is most like it. Those that have a page by now are left out. */
export async function listNotFoundPaths(
  db: Database,
  catalogue: Pick<CatalogueSearch, "search">,
  { q, after }: Query,
): Promise<{ paths: NotFoundPath[]; hasMore: boolean }> {
  const conditions: SQL[] = [];
  if (after !== undefined)
    conditions.push(sql`(times, id) < (select times, id from ${notFoundPath} where id = ${Number(after)})`);
  if (q !== undefined) conditions.push(sql`path like ${`%${q.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`}`);
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const rows = await rowsOf(
    db,
    { id: "number", path: "string", times: "number", last_at: "string" },
    sql`select id, path, times, to_char(last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_at
      from ${notFoundPath} ${where} order by times desc, id desc limit ${PER_PAGE + 1}`,
  );
  const shown = rows.slice(0, PER_PAGE);
  const guesses = new Map(shown.map(({ path }) => [path, guessesFor(path)]));
  const pages = await findPages(db, [...guesses.keys(), ...[...guesses.values()].flat()]);
  const paths: NotFoundPath[] = [];
  for (const { id, path, times, last_at: lastAt } of shown) {
    if (pages.has(path)) continue;
    const guess = guesses.get(path)?.find((one) => pages.has(one));
    const proposed = (guess && pages.get(guess)) ?? (await nearestProduct(catalogue, path));
    paths.push({ _id: String(id), path, times, lastAt, proposed });
  }
  return { paths, hasMore: rows.length > PER_PAGE };
}

/** The last part of a path, without the ending of a file. */
const lastPartOf = (path: string) => path.slice(path.lastIndexOf("/") + 1).replace(/\.html?$/, "");

/** Paths that a path could mean: that of a former shop, and pages of its last part's name. */
function guessesFor(path: string): string[] {
  const old = oldShopTarget(path, "both");
  const last = lastPartOf(path);
  const page = SHOP_PAGES.find(({ link }) => link === `/${last}`);
  return [...(old === null ? [] : [old]), `/product/${last}`, `/category/${last}`, ...(page ? [page.link] : [])];
}

async function nearestProduct(catalogue: Pick<CatalogueSearch, "search">, path: string): Promise<string | null> {
  const text = lastPartOf(path)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  if (text === "") return null;
  const found = await catalogue.search({ text, filter: {}, order: "best match", page: 1, perPage: 1 });
  return found.data[0] ? `/product/${found.data[0].slug}` : null;
}

/** Drops a path. @throws ApiError (404) */
export async function removeNotFoundPath(
  db: Database,
  id: number,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  await db.transaction(async (trx) => {
    const [row] = await trx.delete(notFoundPath).where(eq(notFoundPath.id, id)).returning();
    if (!row) throw new ApiError("not_found", "This path is not in the list any more.");
    const before = { path: row.path, times: row.times };
    const subject = { type: "redirect" as const, id: row.path };
    await recordAudit(trx, actor, { action: "redirect.path_dropped", subject, before }, now);
  });
}
