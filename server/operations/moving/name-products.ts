/** Gives each product of another shop a slug of its own, and each of its sizes a SKU. */

import { setImmediate } from "node:timers/promises";
import type { MoveDecisions } from "../../../contract/admin/moves.ts";
import { PRODUCT_LIMITS } from "../../../contract/catalogue/product-limits.ts";
import { nameKeyOf } from "../../selling/variants/size-names.ts";
import { slugFrom } from "../../shop/catalogue/editing/slug-from.ts";
import { chooseSizes, type SizedProduct, slugOf } from "./choose-sizes.ts";
import { type MovedProduct, type Note, noteOf } from "./moved-product.ts";

/** A product with its own slug and SKUs. */
export interface NamedProduct extends SizedProduct {
  slug: string;
  skus: readonly string[];
}

/** After so many products, others are answered. */
export const TURN = 200;

/** Splits products by their options, and gives each a slug and each size a SKU of its own. */
export async function nameProducts(
  products: readonly MovedProduct[],
  decisions: MoveDecisions,
): Promise<{ products: NamedProduct[]; notes: Note[] }> {
  const notes: Note[] = [];
  const sized = products.flatMap((product) => {
    const made = chooseSizes(product, decisions);
    if (typeof made !== "string") return made;
    notes.push(noteOf(product, { product: product.title, message: made, loss: "product" }));
    return [];
  });
  const skuPlaces = Map.groupBy(
    sized.flatMap(({ sizes }) => sizes.filter(({ sku }) => sku !== "")),
    ({ sku }) => nameKeyOf(sku),
  );
  const slugs = new Set<string>();
  const takenSkus = new Set(skuPlaces.keys());
  const named: NamedProduct[] = [];
  for (const [at, product] of sized.entries()) {
    if (at % TURN === 0) await setImmediate();
    const isRepeated = (sku: string) => sku !== "" && (skuPlaces.get(nameKeyOf(sku))?.length ?? 0) > 1;
    const twice = decisions.repeatedSkus === "renew" ? undefined : product.sizes.find(({ sku }) => isRepeated(sku));
    if (twice) {
      const others = skuPlaces.get(nameKeyOf(twice.sku))?.filter((place) => place !== twice) ?? [];
      const rows = others.slice(0, 3).map(({ row }) => row);
      const message = `row ${rows.join(", ")} has the same SKU; please give each size its own, and add the file again`;
      const column = product.headings.sku ?? "";
      notes.push(noteOf(twice, { product: product.title, column, cell: twice.sku, message, loss: "product" }));
      continue;
    }
    const plain = slugOf(product);
    let slug = plain;
    for (let number = 2; slugs.has(slug); number += 1) slug = `${plain.slice(0, PRODUCT_LIMITS.slug - 5)}-${number}`;
    slugs.add(slug);
    const { handle, title, headings } = product;
    if (handle !== "" && product.value === "" && slug !== handle)
      notes.push(
        noteOf(product, {
          ...{ product: title, column: headings.handle ?? "", cell: handle, loss: "said" },
          message: `its address here ends in ${slug}, because an address has lowercase letters, digits and hyphens`,
        }),
      );
    // Many shops give all sizes of a product its number.
    const skus = product.sizes.map(({ sku, label }) =>
      sku === "" || isRepeated(sku) ? freeSku(`${sku || slug}-${label}`, takenSkus) : sku,
    );
    named.push({ ...product, slug, skus });
  }
  return { products: named, notes };
}

/** Proposes a SKU such as ROSE-ATTAR-6-ML. */
function freeSku(name: string, taken: Set<string>): string {
  const plain = slugFrom(name)
    .toUpperCase()
    .slice(0, PRODUCT_LIMITS.sku - 5)
    .replace(/-$/, "");
  let sku = plain;
  for (let number = 2; taken.has(nameKeyOf(sku)); number += 1) sku = `${plain}-${number}`;
  taken.add(nameKeyOf(sku));
  return sku;
}
