import type { ParcelToPack } from "../../contract/admin/packing.ts";

type Item = ParcelToPack["items"][number];

/** The units that are in the parcel, by position of the item in the list. */
export type PackedUnits = readonly number[];

export type Scanned =
  | { is: "packed"; item: Item; units: PackedUnits }
  /** Of this item there is nothing left to pack. */
  | { is: "too_many"; item: Item }
  /** It does not belong into the parcel. */
  | { is: "wrong" };

/** Puts the unit with a scanned SKU or barcode into the parcel. */
export function packScanned(items: readonly Item[], units: PackedUnits, code: string): Scanned {
  const matches = items.map((item) => isCodeOf(item, code));
  const at = items.findIndex((item, index) => matches[index] && (units[index] ?? 0) < item.quantity);
  const item = items[at];
  if (item) return { is: "packed", item, units: items.map((_, index) => (units[index] ?? 0) + (index === at ? 1 : 0)) };
  const known = items.find((_, index) => matches[index]);
  return known ? { is: "too_many", item: known } : { is: "wrong" };
}

const isCodeOf = ({ sku, barcode }: Item, code: string): boolean => {
  const typed = code.trim().toUpperCase();
  return typed === sku.toUpperCase() || (barcode !== null && withoutZeros(typed) === withoutZeros(barcode));
};

/** A scanner may read the 12 digits of a UPC with a zero before them, as an EAN. */
const withoutZeros = (digits: string) => digits.replace(/^0+(?=\d)/, "");

export const isComplete = (items: readonly Item[], units: PackedUnits): boolean =>
  items.length > 0 && items.every(({ quantity }, at) => units[at] === quantity);
