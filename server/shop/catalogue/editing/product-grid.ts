/** Changes several products at once, each with the writers of its page and in its own transaction. */

import { desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Permission } from "../../../../contract/admin/permissions.ts";
import {
  GRID_PERMISSIONS,
  type GridChange,
  type GridProduct,
  type GridResult,
  MAX_GRID,
} from "../../../../contract/admin/product-grid.ts";
import type { AdminProductFilter } from "../../../../contract/admin/products.ts";
import { ApiError } from "../../../base/errors.ts";
import { readLastActionOf } from "../../../platform/audit/list-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { arrayOf, jsonObject } from "../../../platform/database/json-object.ts";
import { category, product, variant } from "../../../platform/database/schema.ts";
import { commonNameOf } from "../common-name.ts";
import { gstPercentToday, lockProduct } from "./admin-product.ts";
import { filterOf, LISTED_SIZE, ofProduct, toListedSize } from "./admin-products.ts";
import { changeProductIn, type EditDeps } from "./edit-product.ts";
import { type LegalFacts, missingForSale } from "./missing-for-sale.ts";
import { changeProductStateIn } from "./product-state.ts";
import { type OnRestocked, setSizeStockIn } from "./size-stock.ts";

/**
 * @param ids of the products; by default all that match
 * @param facts what the shop's settings contribute to every listing
 */
export async function readProductGrid(
  db: Database,
  { ids, ...filter }: AdminProductFilter & { ids?: string | undefined },
  facts: LegalFacts,
): Promise<{ products: GridProduct[]; total: number }> {
  const matches =
    ids === undefined ? await filterOf(db, filter) : inArray(product.id, ids.split(",").slice(0, MAX_GRID).map(Number));
  const [products, total] = await Promise.all([readGridProducts(db, matches, facts), db.$count(product, matches)]);
  return { products, total };
}

const place = alias(category, "place");
const sizesOf = arrayOf(jsonObject({ ...LISTED_SIZE, hsn: variant.hsn, gstPercent: gstPercentToday }), ofProduct);

async function readGridProducts(
  db: DatabaseOrTransaction,
  condition: SQL | undefined,
  facts: LegalFacts,
): Promise<GridProduct[]> {
  const rows = await db
    .select({
      row: product,
      category: place.slug,
      listedName: commonNameOf(product.commonName, place, category),
      sizes: sizesOf,
    })
    .from(product)
    .innerJoin(category, eq(category.id, product.categoryId))
    .innerJoin(place, eq(place.id, sql`coalesce(${product.subcategoryId}, ${product.categoryId})`))
    .where(condition)
    .orderBy(desc(product.id))
    .limit(MAX_GRID);
  return rows.map(({ row, category: slug, listedName, sizes: found }) => {
    const sizes = found.map(({ hsn, gstPercent, ...size }) => ({ ...toListedSize(size), hsn, gstPercent }));
    return {
      ...{ _id: String(row.id), version: row.version, title: row.title, state: row.state },
      ...{ publishAt: row.publishAt?.toISOString() ?? null, category: slug, commonName: row.commonName ?? "", sizes },
      missing: missingForSale({ ...row, commonName: listedName, sizes }, facts).map(({ message }) => message),
    };
  });
}

/** What changes of a grid need. */
export function gridPermissions(changes: readonly GridChange[]): Permission[] {
  const cells = changes.flatMap(({ _id, version, sizes = [], ...cellsOfProduct }) => [
    ...Object.keys(cellsOfProduct),
    ...sizes.flatMap(({ _id: __, stock, ...prices }) => [...Object.keys(prices), ...(stock ? ["available"] : [])]),
  ]);
  const permissions: Readonly<Record<string, Permission>> = GRID_PERMISSIONS;
  return [...new Set(cells.map((name) => permissions[name] ?? "edit_products"))];
}

type GridDeps = EditDeps & { onRestocked: OnRestocked };

/** Changes products one after the other. A rejected change does not affect the other products. */
export async function saveProductGrid(deps: GridDeps, changes: readonly GridChange[]): Promise<GridResult[]> {
  const results: GridResult[] = [];
  for (const change of changes) {
    const id = Number(change._id);
    const problem = await deps.db
      .transaction((trx) => saveOne(trx, deps, id, change))
      .then(
        () => null,
        (error: unknown) => toProblem(deps.db, change, error),
      );
    const [stored = null] = await readGridProducts(deps.db, eq(product.id, id), deps.facts);
    results.push({ _id: change._id, product: stored, problem });
  }
  return results;
}

async function saveOne(trx: DatabaseOrTransaction, deps: GridDeps, id: number, change: GridChange): Promise<void> {
  const { state, publishAt, category: slug, commonName, sizes = [] } = change;
  for (const { _id, stock } of sizes)
    if (stock)
      await setSizeStockIn(trx, deps, Number(_id), { ...stock, reason: "Changed in the grid of products" }, id).catch(
        (error: unknown) => {
          throw ofSize(error, _id);
        },
      );
  let { version } = await lockProduct(trx, id, change.version);
  const priced = sizes.flatMap(({ stock: _, ...prices }) => (Object.keys(prices).length > 1 ? [prices] : []));
  if (slug !== undefined || commonName !== undefined || priced.length > 0)
    ({ version } = await changeProductIn(trx, deps, id, {
      version,
      ...(slug !== undefined && { category: slug }),
      ...(commonName !== undefined && { commonName }),
      ...(priced.length > 0 && { sizes: priced }),
    }).catch((error: unknown) => {
      throw ofSizes(error, priced);
    }));
  if (state !== undefined) await changeProductStateIn(trx, deps, id, { version, state, publishAt });
}

/** Prefixes the fields of an error with the size: `17/price`. */
const ofSize = (error: unknown, size: string) =>
  error instanceof ApiError
    ? new ApiError(
        error.code,
        error.message,
        error.errors?.map(({ field, message }) => ({ field: `${size}/${field}`, message })),
      )
    : error;

const ofSizes = (error: unknown, sizes: readonly { _id: string }[]) =>
  error instanceof ApiError
    ? new ApiError(
        error.code,
        error.message,
        error.errors?.map(({ field, message }) => ({
          field: field.replace(/^sizes\.(\d+)\./, (_, at: string) => `${sizes[Number(at)]?._id}/`),
          message,
        })),
      )
    : error;

async function toProblem(db: Database, { _id, state }: GridChange, error: unknown): Promise<GridResult["problem"]> {
  if (!(error instanceof ApiError)) throw error;
  const errors = (error.errors ?? []).map(({ field, message }) => {
    const [, size = null, name = field] = /^(\d+)\/(.*)$/.exec(field) ?? [];
    return { size, field: name, message };
  });
  const isChanged = error.code === "conflict" && errors.length === 0;
  const last = isChanged ? await readLastActionOf(db, { type: "product", id: _id }) : null;
  // What the law requires is said at once, whichever fields the grid has.
  const isShown = state === "published" || state === "scheduled";
  if (error.code === "invalid_input" && isShown && errors.every(({ size, field }) => !size && field !== "publishAt"))
    return {
      message: error.message,
      changedBy: null,
      errors: errors.map(({ message }) => ({ size: null, field: "state", message })),
    };
  return { message: error.message, changedBy: last?.by ?? null, errors };
}
