/** Reads Shopify's inventory file, which has what the product file lacks: stock of several locations, HSN and country of origin. Pure. */

import type { MovedProduct } from "./moved-product.ts";
import type { FileRow } from "./read-rows.ts";

interface Inventory {
  /** The sum of all locations that count it. */
  stock: number | null;
  hsn: string;
  country: string;
}

export function createInventoryReader() {
  const byKey = new Map<string, Inventory>();
  return {
    get isEmpty() {
      return byKey.size === 0;
    },
    add(row: FileRow): void {
      const key = keyOf(
        row.cell("handle"),
        (["size", "option2", "option3"] as const).map((field) => row.cell(field)),
      );
      const found = byKey.get(key) ?? { stock: null, hsn: "", country: "" };
      const stock = row.cell("stock");
      byKey.set(key, {
        stock: /^-?\d+$/.test(stock) ? (found.stock ?? 0) + Number(stock) : found.stock,
        hsn: found.hsn || row.cell("hsn").replace(/\D/g, ""),
        country: found.country || row.cell("country"),
      });
    },
    /** Adds to the sizes what the file says of them. */
    applyTo: (products: readonly MovedProduct[]): MovedProduct[] =>
      products.map((product) => ({
        ...product,
        sizes: product.sizes.map((size) => {
          const found = byKey.get(keyOf(product.handle, size.options));
          if (!found) return size;
          const stock = found.stock === null ? size.stock : String(found.stock);
          return { ...size, stock, hsn: found.hsn, country: found.country };
        }),
      })),
  };
}

const keyOf = (handle: string, options: readonly string[]) =>
  JSON.stringify([handle.toLowerCase(), ...options.filter((value) => value !== "")]);
