/** The cells of the product grid, as texts. A cell's key is `size/name`, or `/name` for one of the product. */

import type { GridChange, GridProduct } from "../../contract/admin/product-grid.ts";
import { formatDateTime, fromIndianInput, writeTimeInIndia } from "../../contract/dates.ts";
import { readNumber } from "./product-draft.ts";
import { STATES } from "./product-table.tsx";

export const COLUMNS = [
  { name: "price", label: "Price (₹)", isOfSize: true, isChoice: false },
  { name: "originalPrice", label: "MRP (₹)", isOfSize: true, isChoice: false },
  { name: "available", label: "Stock", isOfSize: true, isChoice: false },
  { name: "hsn", label: "HSN", isOfSize: true, isChoice: false },
  { name: "gstPercent", label: "GST (%)", isOfSize: true, isChoice: false },
  { name: "state", label: "State", isOfSize: false, isChoice: true },
  { name: "category", label: "Category", isOfSize: false, isChoice: true },
  { name: "commonName", label: "Common name", isOfSize: false, isChoice: false },
] as const;
export type GridColumn = (typeof COLUMNS)[number];
export type Cells = Readonly<Record<string, string>>;

export const cellKey = (size: string | null, name: string) => `${size ?? ""}/${name}`;

/** The time of a scheduled product, in the cell of its state; as an input has it, in Indian time. */
export const PUBLISH_AT = cellKey(null, "publishAt");

/** Returns the stored cells of a product. */
export function cellsOf({ state, publishAt, category, commonName, sizes }: GridProduct): Cells {
  const cells: Record<string, string> = {
    [cellKey(null, "state")]: state,
    [PUBLISH_AT]: publishAt === null ? "" : writeTimeInIndia(new Date(publishAt)),
    [cellKey(null, "category")]: category,
    [cellKey(null, "commonName")]: commonName,
  };
  for (const { _id, price, originalPrice, available, hsn, gstPercent } of sizes) {
    cells[cellKey(_id, "price")] = String(price);
    cells[cellKey(_id, "originalPrice")] = originalPrice === null ? "" : String(originalPrice);
    cells[cellKey(_id, "available")] = String(available);
    cells[cellKey(_id, "hsn")] = hsn;
    cells[cellKey(_id, "gstPercent")] = gstPercent === null ? "" : String(gstPercent);
  }
  return cells;
}

/** A stock that is typed as a difference, such as +5, counts from the stored one. */
function readCell(name: string, typed: string, base: string): number | string | null {
  if (name === "hsn") return typed;
  if (name === "available" && /^[+-]\d+$/.test(typed.trim())) return Number(base) + Number(typed);
  return readNumber(typed);
}

/**
 * Builds the request for the typed cells of a product.
 * @param base the stored cells on which they are based
 * @param packsCarryMrp whether staff states that the packs in stock carry a raised MRP
 */
export function toChange(
  id: string,
  { version, base, typed }: { version: number; base: Cells; typed: Cells },
  { packsCarryMrp = false } = {},
): GridChange {
  const change: Record<string, unknown> = { _id: id, version };
  const sizes = new Map<string, Record<string, unknown>>();
  for (const [key, text] of Object.entries(typed)) {
    const [size = "", name = ""] = key.split("/");
    if (key === PUBLISH_AT) {
      change.state ??= "scheduled";
      change.publishAt = text === "" ? text : fromIndianInput(text);
      continue;
    }
    if (size === "") {
      change[name] = text;
      continue;
    }
    const values = sizes.get(size) ?? { _id: size };
    sizes.set(size, values);
    const value = readCell(name, text, base[key] ?? "");
    if (name === "available") values.stock = { seen: Number(base[key]), available: value };
    else {
      values[name] = value;
      if (packsCarryMrp && (name === "price" || name === "originalPrice")) values.packsCarryMrp = true;
    }
  }
  if (sizes.size > 0) change.sizes = [...sizes.values()];
  // The server checks what was typed.
  return change as unknown as GridChange;
}

/** Formats a cell's text for people. @param nameOfCategory by slug */
export function shownCell(key: string, text: string, nameOfCategory: (slug: string) => string): string {
  const name = key.split("/")[1];
  if (key === PUBLISH_AT) return text === "" ? "none" : formatDateTime(fromIndianInput(text));
  if (name === "state") return STATES[text as keyof typeof STATES]?.name ?? text;
  if (name === "category") return nameOfCategory(text);
  return text === "" ? "none" : text;
}
