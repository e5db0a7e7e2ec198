/** Converts all products of a move to rows of this shop's product file. */

import { setImmediate } from "node:timers/promises";
import { stringify } from "csv-stringify/sync";
import type { MoveDecisions } from "../../../contract/admin/moves.ts";
import type { Database } from "../../platform/database/database.ts";
import { escapeFormula } from "../../shop/catalogue/import/csv-cells.ts";
import { type ConvertedProduct, createConverter } from "./convert.ts";
import { findKnown } from "./known-products.ts";
import { type Note, noteOf } from "./moved-product.ts";
import { type NamedProduct, nameProducts } from "./name-products.ts";
import type { ReadFiles } from "./read-files.ts";

/** Products that are compared with the catalogue at once. */
const CHUNK = 500;
/** Other requests are answered after so many products, which take some milliseconds. */
const TURN = 20;

/**
 * Converts the products of a move by its decisions, with what this shop has of them already.
 * @param notes receives what is not taken as a whole
 * @param unreachable URLs of pictures that could not be fetched
 */
export async function* convertProducts(
  db: Database,
  { products, facts }: ReadFiles,
  decisions: MoveDecisions,
  notes: Note[],
  unreachable: ReadonlySet<string> = new Set(),
): AsyncGenerator<{ converted: ConvertedProduct; isKnown: boolean }> {
  const named = await nameProducts(products, decisions);
  notes.push(...named.notes);
  const converter = createConverter(decisions, facts.hasDecimalComma, unreachable);
  const taken = new Map<number, NamedProduct>();
  for (let from = 0; from < named.products.length; from += CHUNK) {
    const chunk = named.products.slice(from, from + CHUNK);
    const known = await findKnown(db, chunk);
    for (const [at, product] of chunk.entries()) {
      if (at % TURN === 0) await setImmediate();
      const found = known.get(product.slug);
      const problem = found && problemOf(product, found, taken);
      if (problem) notes.push(noteOf(product, { product: product.title, ...problem, loss: "product" }));
      else {
        const own = found && "id" in found ? found : undefined;
        if (own) taken.set(own.id, product);
        yield { converted: converter.convert(product, own?.product), isKnown: own !== undefined };
      }
    }
  }
}

/** What stands against taking a product of which this shop has something. */
function problemOf(
  product: NamedProduct,
  found: { id: number } | { sku: string; owner: string },
  taken: ReadonlyMap<number, NamedProduct>,
): Pick<Note, "column" | "cell" | "message"> | null {
  if ("owner" in found)
    return {
      ...{ column: product.headings.sku ?? "", cell: found.sku },
      message: `this SKU belongs to another product of this shop, ${found.owner}; please change it here or there`,
    };
  const other = taken.get(found.id);
  if (!other) return null;
  return {
    ...{ column: "", cell: product.slug },
    message: `row ${other.row} is the same product of this shop; please remove one of them`,
  };
}

/** Yields the product file that a move is staged as, in pieces of some hundred rows. */
export async function* productFileOf(
  db: Database,
  taken: ReadFiles,
  decisions: MoveDecisions,
  columns: readonly string[],
  unreachable: ReadonlySet<string>,
): AsyncGenerator<Buffer> {
  let rows: string[][] = [[...columns]];
  const written = () => {
    const text = stringify(rows);
    rows = [];
    return Buffer.from(text);
  };
  for await (const { converted } of convertProducts(db, taken, decisions, [], unreachable)) {
    for (const cells of converted.rows) rows.push(columns.map((name) => escapeFormula(cells[name] ?? "")));
    if (rows.length >= CHUNK) yield written();
  }
  yield written();
}
