/**
 * What an agent must show beside a product: fragrance allergens, and what a label states (rule 6 of the Legal Metrology (Packaged Commodities) Rules, the
 * ingredients of a cosmetic by the Cosmetics Rules). Pure.
 */

import { declaredParties } from "../../../../contract/catalogue/declared-parties.ts";
import type { Product } from "../../../../contract/catalogue/schemas.ts";

export interface DeclaringShop {
  manufacturer: string[];
  importer: string[];
  phone: string;
  email: string;
}

export interface Declarations {
  /** A sentence; null for a product that declares none. */
  allergens: string | null;
  /** Sentences about the product, whatever its size. */
  label: string;
}

export function declarationsOf(product: Product, shop: DeclaringShop): Declarations {
  const { allergens, ingredients, commonName, setContents, countryOfOrigin, shelfLifeMonths } = product;
  const facts: [string, string | null][] = [
    ["Common name", commonName],
    ["In the set", setContents.join(", ")],
    ["Ingredients", ingredients],
    ["Country of origin", countryOfOrigin],
    ...declaredParties(product, shop),
    ["Shelf life", shelfLifeMonths > 0 ? `${shelfLifeMonths} months` : null],
    ["Consumer care", [shop.phone, shop.email].filter(Boolean).join(", ")],
  ];
  return {
    allergens: allergens.length > 0 ? `Contains these fragrance allergens: ${allergens.join(", ")}.` : null,
    label: [
      ...facts.flatMap(([name, value]) => (value ? [`${name}: ${sentence(value)}`] : [])),
      "Prices are inclusive of all taxes.",
    ].join(" "),
  };
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
