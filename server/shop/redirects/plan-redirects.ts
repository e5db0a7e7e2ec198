import { sql } from "drizzle-orm";
import type { RedirectState } from "../../../contract/admin/redirects.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { redirect } from "../../platform/database/schema.ts";
import { findPages, isAny } from "./find-pages.ts";
import { oldShopTarget } from "./old-shop-paths.ts";
import { normalPath, pathOfTarget } from "./paths.ts";

/** A redirect that is to be stored, with paths as `readSource` and `readTarget` return them. */
export interface GivenRedirect {
  from: string;
  to: string;
}

export interface PlannedRedirect extends GivenRedirect {
  /** Where it leads at present; null if it is new. */
  before: string | null;
  state: RedirectState;
  /** Whether the path was that of a product that was renamed: what staff stores replaces that. */
  isFormerProduct: boolean;
  /** Why it cannot be stored; null if it can. */
  problem: string | null;
}

/**
 * Plans redirects: each gets the last target of the redirects that follow it, and today's path of a product that was renamed. A target of the
 * former shop, such as `/products/rose`, becomes the page that it means here.
 * @param replacedId a redirect that the only given one replaces
 */
export async function planRedirects(
  db: DatabaseOrTransaction,
  given: readonly GivenRedirect[],
  replacedId?: number,
): Promise<PlannedRedirect[]> {
  const froms = given.map(({ from }) => from);
  const targets = given.map(({ to }) => normalPath(pathOfTarget(to)) ?? "");
  const rows = await db
    .select({ id: redirect.id, from: redirect.fromPath, to: redirect.toPath })
    .from(redirect)
    .where(isAny(redirect.fromPath, [...froms, ...targets]));
  const stored = new Map(rows.filter(({ id }) => id !== replacedId).map(({ from, to }) => [from, to]));
  const next = new Map([...stored, ...given.map(({ from, to }): [string, string] => [from, to])]);
  const meantHere = (target: string) => oldShopTarget(normalPath(pathOfTarget(target)) ?? "", "both");
  const all = [...new Set(next.values())];
  const pages = await findPages(db, [...froms, ...all, ...all.flatMap((target) => meantHere(target) ?? [])]);

  /** Follows redirects until a page, or until no more follow. @returns null in a loop */
  function lastOf(from: string, to: string): string | null {
    const passed = new Set([from]);
    for (let target = to; ; ) {
      const page = pages.get(target);
      if (page !== undefined) return page;
      const path = normalPath(pathOfTarget(target)) ?? "";
      if (passed.has(path)) return null;
      passed.add(path);
      const following = next.get(path);
      if (following === undefined) return pages.get(meantHere(target) ?? "") ?? target;
      target = following;
    }
  }

  return given.map(({ from, to }) => {
    const page = pages.get(from);
    const isFormerProduct = page !== undefined && page !== from && from.startsWith("/product/");
    const last = lastOf(from, to);
    const leads = last ?? to;
    const before = stored.get(from) ?? (isFormerProduct ? page : null);
    const isSelf = normalPath(pathOfTarget(leads)) === from;
    const problem =
      normalPath(pathOfTarget(to)) === from
        ? "leads to itself"
        : last === null || isSelf
          ? `leads back to ${from} by another redirect`
          : null;
    const isPageThere = page !== undefined && !isFormerProduct;
    const state = isPageThere ? "page_exists" : pages.has(leads) ? "works" : "target_missing";
    return { from, to: leads, before: before ?? null, state, isFormerProduct, problem };
  });
}

/** The path part of the column `to_path`. */
export const storedTargetPath = sql`regexp_replace(${redirect.toPath}, '[?#].*$', '')`;
