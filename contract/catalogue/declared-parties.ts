import type { Shop } from "../shop.ts";
import { isImported } from "./origin.ts";
import type { Product } from "./schemas.ts";

type Declared = Pick<Product, "countryOfOrigin" | "manufacturer" | "packer" | "importer">;

/**
 * Who made, packed and imported a product, each with name and address, as its label declares them (Legal Metrology (Packaged Commodities)
 * Rules, rule 6(1)(a)). The shop's manufacturer makes what comes from India, its importer imports what comes from abroad.
 */
export function declaredParties(product: Declared, shop: Pick<Shop, "manufacturer" | "importer">): [string, string][] {
  const imported = isImported(product.countryOfOrigin);
  const parties: [string, string | null][] = [
    ["Manufactured by", product.manufacturer ?? (imported ? null : shop.manufacturer.join(", "))],
    ["Packed by", product.packer],
    ["Imported by", imported ? (product.importer ?? shop.importer.join(", ")) : null],
  ];
  return parties.filter((party): party is [string, string] => Boolean(party[1]));
}
