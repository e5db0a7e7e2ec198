/** A product of another shop, as its file says it, whatever system wrote it. Cells are texts; `convert.ts` makes this shop's columns of them. */

import type { MoveNote } from "../../../contract/admin/moves.ts";
import { beginningOf } from "../../../contract/text.ts";
import type { Field } from "./tables.ts";

/** Where something stands in the files of another shop. */
export interface Place {
  file: string;
  /** The row's number in a spreadsheet, from 1. */
  row: number;
}

export interface MovedSize extends Place {
  /** Its values of the product's options, in their order; "" where it names none. */
  options: readonly string[];
  sku: string;
  barcode: string;
  price: string;
  /** The price before a discount; may be empty, or not above the price. */
  originalPrice: string;
  /** Empty if the other shop does not count it. */
  stock: string;
  /** A whole number or empty, as are the sides. */
  weightGrams: string;
  lengthMm: string;
  widthMm: string;
  heightMm: string;
  /** The measure of a price by unit, such as 50 and ml. */
  netQuantity: string;
  netUnit: string;
  picture: string;
  hsn: string;
  country: string;
}

export interface MovedProduct extends Place {
  /** The end of its address; "" where the file has none. */
  handle: string;
  title: string;
  html: string;
  /** The other shop's word for its category. */
  word: string;
  tags: string;
  pictures: readonly string[];
  metaTitle: string;
  metaDescription: string;
  isArchived: boolean;
  options: readonly string[];
  sizes: readonly MovedSize[];
  /** Cells of columns that the owner may match, by heading. */
  further: Readonly<Record<string, string>>;
  /** The file's heading of each field. */
  headings: Partial<Record<Field, string>>;
}

/** Something that is not taken, or not as it stands. */
export interface Note extends Omit<Place, "row"> {
  /** Null for the whole file. */
  row: number | null;
  /** The heading; "" for the whole row. */
  column: string;
  product: string;
  cell: string;
  /** Why, and the way out. */
  message: string;
  loss: MoveNote["loss"];
}

export interface MovedFiles {
  products: MovedProduct[];
  notes: Note[];
}

const MAX_SHOWN_CELL = 200;

export const noteOf = (
  { file, row }: Place,
  { product, column = "", cell = "", message, loss }: Partial<Note> & Pick<Note, "product" | "message" | "loss">,
): Note => ({ file, row, column, product, cell: beginningOf(cell, MAX_SHOWN_CELL), message, loss });
