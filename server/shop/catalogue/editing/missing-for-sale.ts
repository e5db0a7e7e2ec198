import type { AdminSize } from "../../../../contract/admin/products.ts";
import { isImported } from "../../../../contract/catalogue/origin.ts";
import type { FieldError } from "../../../../contract/errors.ts";
import type { ShopSettings } from "../../../platform/config/config.ts";
import { type HsnDigits, hsnDigitsOf } from "../../../selling/variants/gst-tables.ts";

/** What the shop's settings contribute to every listing. */
export interface LegalFacts {
  /** The lines of the manufacturer for products made in India without their own. */
  manufacturer: readonly string[];
  /** The lines of the importer for imported products without their own. */
  importer: readonly string[];
  phone: string;
  email: string;
  /** How many digits of HSN its invoices need. */
  hsnDigits: HsnDigits;
}

export const legalFactsOf = (
  settings: Pick<ShopSettings, "MANUFACTURER" | "IMPORTER" | "SHOP_PHONE" | "SHOP_EMAIL" | "TURNOVER_ABOVE_5_CRORE">,
): LegalFacts => ({
  hsnDigits: hsnDigitsOf(settings),
  manufacturer: settings.MANUFACTURER,
  importer: settings.IMPORTER,
  phone: settings.SHOP_PHONE,
  email: settings.SHOP_EMAIL,
});

export interface Listing {
  title: string;
  /** Its own, or that of its category; null without one. */
  commonName: string | null;
  countryOfOrigin: string;
  manufacturer: string | null;
  importer: string | null;
  shelfLifeMonths: number;
  sizes: readonly Pick<AdminSize, "label" | "hsn" | "gstPercent" | "onSale">[];
}

const lacks = (own: string | null, shops: readonly string[]) =>
  !own?.trim() && shops.every((line) => line.trim() === "");

/**
 * Returns what a listing lacks to be published: the declarations of the Legal Metrology (Packaged Commodities) Rules, 2011, rule 6(10),
 * which are maker (or importer), country of origin, common name, net quantity, MRP, use-before and consumer care, and what an invoice needs. Every size
 * has a net quantity and an MRP.
 */
export function missingForSale(product: Listing, shop: LegalFacts): FieldError[] {
  const onSale = product.sizes.filter((size) => size.onSale);
  const missing: (FieldError | false)[] = [
    product.title.trim() === "" && { field: "title", message: "The title of the product." },
    !product.commonName?.trim() && {
      field: "commonName",
      message: "The common name, such as Eau de parfum or Face wash, here or for its category.",
    },
    isImported(product.countryOfOrigin)
      ? lacks(product.importer, shop.importer) && {
          field: "importer",
          message: `Name and address of the importer, since it comes from ${product.countryOfOrigin}, here or in the setting IMPORTER.`,
        }
      : lacks(product.manufacturer, shop.manufacturer) && {
          field: "manufacturer",
          message: "Name and address of the maker, here or in the setting MANUFACTURER.",
        },
    product.countryOfOrigin.trim() === "" && { field: "countryOfOrigin", message: "The country of origin." },
    product.shelfLifeMonths < 1 && {
      field: "shelfLifeMonths",
      message: "The shelf life, which says until when the product can be used.",
    },
    onSale.length === 0 && { field: "sizes", message: "A size that is on sale, with its net quantity and MRP." },
    ...onSale.map(
      ({ label, hsn }) => hsn === "" && { field: "sizes", message: `The HSN code of ${label}, for its invoices.` },
    ),
    ...onSale.map(
      ({ label, gstPercent }) =>
        gstPercent === null && { field: "sizes", message: `The GST rate of ${label} for today.` },
    ),
    !(shop.phone.trim() && shop.email.trim()) && {
      field: "consumerCare",
      message: "Phone and email for consumer care, in the settings SHOP_PHONE and SHOP_EMAIL.",
    },
  ];
  return missing.filter((entry) => entry !== false);
}
