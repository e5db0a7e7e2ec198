import { eq, sql } from "drizzle-orm";
import { type ListedRedirect, MAX_REDIRECTS, type REDIRECT_ORIGINS } from "../../../contract/admin/redirects.ts";
import { ApiError } from "../../base/errors.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import { publishChange } from "../../platform/database/change-events.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { rowsOf } from "../../platform/database/rows.ts";
import { notFoundPath, productSlug, redirect } from "../../platform/database/schema.ts";
import { lockRedirects } from "../../platform/database/single-node.ts";
import { problemSentence } from "../catalogue/import/csv-table.ts";
import { isAny } from "./find-pages.ts";
import { readSource, readTarget } from "./paths.ts";
import { type PlannedRedirect, planRedirects, storedTargetPath } from "./plan-redirects.ts";

interface By {
  actor: Actor;
  now: Date;
}
type Typed = Record<"from" | "to", string>;

const subjectOf = (path: string) => ({ type: "redirect" as const, id: path });

/** Adds a redirect. @throws ApiError (409) if the path has one, (422) naming the field */
export function addRedirect(db: Database, typed: Typed, { actor, now }: By): Promise<ListedRedirect> {
  return db.transaction(async (trx) => {
    await trx.execute(lockRedirects);
    const planned = await planOne(trx, typed);
    if (planned.before !== null && !planned.isFormerProduct) throw redirectTaken(planned);
    await storePlanned(trx, [planned], "staff", now);
    const { from, to } = planned;
    await recordAudit(trx, actor, { action: "redirect.added", subject: subjectOf(from), after: { from, to } }, now);
    return listedOf(trx, planned);
  });
}

/** Changes a redirect. @throws ApiError (404), (409) if the path has another, (422) naming the field */
export function changeRedirect(db: Database, id: number, typed: Typed, { actor, now }: By): Promise<ListedRedirect> {
  return db.transaction(async (trx) => {
    await trx.execute(lockRedirects);
    const [row] = await trx.select().from(redirect).where(eq(redirect.id, id));
    if (!row) throw noRedirect();
    const planned = await planOne(trx, typed, id);
    if (planned.before !== null && !planned.isFormerProduct) throw redirectTaken(planned);
    // Its id stays, by which the list knows it.
    await trx
      .update(redirect)
      .set({ fromPath: planned.from, toPath: planned.to, origin: "staff", changedAt: now })
      .where(eq(redirect.id, id));
    await storePlanned(trx, [planned], "staff", now);
    const before = { from: row.fromPath, to: row.toPath };
    const after = { from: planned.from, to: planned.to };
    await recordAudit(trx, actor, { action: "redirect.changed", subject: subjectOf(planned.from), before, after }, now);
    return listedOf(trx, planned);
  });
}

/** Removes a redirect. @throws ApiError (404) */
export async function removeRedirect(db: Database, id: number, { actor, now }: By): Promise<void> {
  await db.transaction(async (trx) => {
    const [row] = await trx.delete(redirect).where(eq(redirect.id, id)).returning();
    if (!row) throw noRedirect();
    const before = { from: row.fromPath, to: row.toPath };
    await recordAudit(trx, actor, { action: "redirect.removed", subject: subjectOf(row.fromPath), before }, now);
  });
}

/** @throws ApiError (422) naming the field */
async function planOne(trx: DatabaseOrTransaction, typed: Typed, replacedId?: number): Promise<PlannedRedirect> {
  const from = readSource(typed.from);
  if ("problem" in from) throw ApiError.ofField("from", `This ${from.problem}.`);
  const to = readTarget(typed.to);
  if ("problem" in to) throw ApiError.ofField("to", `This ${to.problem}.`);
  const [planned] = await planRedirects(trx, [{ from: from.path, to: to.path }], replacedId);
  if (!planned) throw new Error("one redirect was given, and none planned");
  if (planned.problem !== null) throw ApiError.ofField("to", problemSentence(`this ${planned.problem}`));
  return planned;
}

const noRedirect = () => new ApiError("not_found", "There is no such redirect.");
const redirectTaken = ({ from, before }: PlannedRedirect) =>
  ApiError.ofField("from", `${from} leads to ${before} already. Please change that redirect.`, "conflict");

/**
 * Stores planned redirects, in place of others from the same paths. Redirects that lead to one of these paths lead to its target from now
 * on, so that nobody is sent twice. Call it with `lockRedirects`.
 * @throws ApiError (422) if they are too many
 */
export async function storePlanned(
  trx: DatabaseOrTransaction,
  planned: readonly PlannedRedirect[],
  origin: (typeof REDIRECT_ORIGINS)[number],
  now: Date,
): Promise<void> {
  const froms = planned.map(({ from }) => from);
  const lists = sql`unnest(${sql.param(froms)}::text[], ${sql.param(planned.map(({ to }) => to))}::text[])`;
  await trx.execute(sql`insert into ${redirect} (from_path, to_path, origin, changed_at)
    select given.from_path, given.to_path, ${origin}, ${now.toISOString()}::timestamptz
    from ${lists} as given (from_path, to_path)
    on conflict (from_path) do update
      set to_path = excluded.to_path, origin = excluded.origin, changed_at = excluded.changed_at
      where redirect.to_path <> excluded.to_path`);
  // A page that exists is no stop on the way.
  const passed = planned.filter(({ state }) => state !== "page_exists");
  const passedLists = sql`unnest(${sql.param(passed.map(({ from }) => encodeURI(from)))}::text[],
    ${sql.param(passed.map(({ to }) => to))}::text[])`;
  await trx.execute(sql`update ${redirect} set to_path = given.to_path
    from ${passedLists} as given (from_path, to_path) where ${storedTargetPath} = given.from_path`);
  const former = planned.filter(({ isFormerProduct }) => isFormerProduct);
  if (former.length > 0) {
    const slugs = former.map(({ from }) => from.slice("/product/".length));
    await trx.delete(productSlug).where(isAny(productSlug.slug, slugs));
    publishChange(trx, "catalogue");
  }
  await trx.delete(notFoundPath).where(isAny(notFoundPath.path, froms));
  const [{ count = 0 } = {}] = await rowsOf(trx, { count: "number" }, sql`select count(*)::int from ${redirect}`);
  if (count > MAX_REDIRECTS)
    throw new ApiError(
      "invalid_input",
      `The shop can have up to ${MAX_REDIRECTS.toLocaleString("en-IN")} redirects. Please remove some that nobody needs.`,
    );
}

async function listedOf(trx: DatabaseOrTransaction, { from, state }: PlannedRedirect): Promise<ListedRedirect> {
  const [row] = await trx.select().from(redirect).where(eq(redirect.fromPath, from));
  if (!row) throw noRedirect();
  return { _id: String(row.id), from, to: row.toPath, origin: row.origin, state };
}
