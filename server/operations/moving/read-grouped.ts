/**
 * Reads products whose rows have the same handle: Shopify's export, and tables that the owner has matched by hand. The first row of a product
 * has its cells and its first size; further rows a size each, or only a picture. A row's picture says nothing about its size. Pure.
 */

import { isFalse, isTrue } from "./cells.ts";
import { type MovedFiles, type MovedProduct, type MovedSize, type Note, noteOf } from "./moved-product.ts";
import { type FileRow, furtherOf, headingsOf } from "./read-rows.ts";
import type { Field, Table } from "./tables.ts";

interface Group extends Omit<MovedProduct, "pictures" | "options" | "sizes" | "further"> {
  pictures: { url: string; position: number }[];
  options: [string, string, string];
  sizes: MovedSize[];
  further: Record<string, string>;
  /** Whether a row of another product stands between its own. */
  isApart: boolean;
  isRefused: boolean;
}

const OPTIONS = ["size", "option2", "option3"] as const;
const OPTION_NAMES = ["option1Name", "option2Name", "option3Name"] as const;

export function createGroupedReader() {
  const groups = new Map<string, Group>();
  const notes: Note[] = [];
  const headings = new Map<Table, MovedProduct["headings"]>();
  let last = "";

  const refuse = (row: FileRow, group: Group | undefined, message: string, field?: Field, table?: Table) => {
    if (group) group.isRefused = true;
    const column = (field && table?.columns[field]?.heading) ?? "";
    const product = group?.title || group?.handle || "";
    notes.push(noteOf(row, { product, column, cell: field ? row.cell(field) : "", message, loss: "product" }));
  };

  function groupOf(row: FileRow, table: Table): Group | undefined {
    const handle = row.cell("handle");
    const key = (handle || row.cell("title")).toLowerCase();
    if (key === "") return undefined;
    let group = groups.get(key);
    if (!group) {
      const ofTable = headings.get(table) ?? headingsOf(table);
      headings.set(table, ofTable);
      group = {
        ...{ file: row.file, row: row.row, handle, title: "", html: "", word: "", tags: "", pictures: [] },
        ...{ metaTitle: "", metaDescription: "", isArchived: false, options: ["", "", ""], sizes: [], further: {} },
        ...{ headings: ofTable, isApart: false, isRefused: false },
      };
      groups.set(key, group);
    } else if (key !== last) group.isApart = true;
    last = key;
    return group;
  }

  return {
    add(table: Table, row: FileRow): void {
      const group = groupOf(row, table);
      if (row.problem) {
        refuse(row, group, row.problem);
        return;
      }
      if (!group) {
        // A row of nothing but further columns is a remark below the table.
        if (row.cell("price") || row.cell("sku") || row.cell("pictures"))
          refuse(
            row,
            group,
            "no handle and no title say to which product the row belongs; please export the file again",
          );
        return;
      }
      const title = row.cell("title");
      if (title !== "" && group.title !== "" && title !== group.title) {
        refuse(
          row,
          group,
          `another product with this handle is “${group.title}”; please give each its own handle`,
          "title",
          table,
        );
        return;
      }
      if (title !== "" && group.title === "") readProduct(group, table, row);
      for (const [at, field] of OPTION_NAMES.entries()) group.options[at] ||= row.cell(field);
      const pictures = picturesIn(row.cell("pictures"), table);
      const position = Number(row.cell("picturePosition")) || Number.MAX_SAFE_INTEGER;
      for (const url of pictures) group.pictures.push({ url, position });
      const isSize = ["price", "sku", ...OPTIONS].some((field) => row.cell(field as Field) !== "");
      if (isTrue(row.cell("giftCard")))
        refuse(row, group, "a gift card is not taken: its balance is not in the file", "giftCard", table);
      else if (isSize && isFalse(row.cell("shipped")))
        refuse(
          row,
          group,
          "what is not shipped, such as a download, is not taken; if it is a parcel, please say so in the other shop, and export again",
          "shipped",
          table,
        );
      else if (isSize) group.sizes.push(sizeOf(row));
    },

    finish(): MovedFiles {
      const products: MovedProduct[] = [];
      for (const { isApart, isRefused, pictures, options, ...group } of groups.values()) {
        if (isRefused) continue;
        const product = group.title || group.handle;
        if (isApart)
          notes.push(
            noteOf(group, { product, message: "its rows stand apart; they are joined by their handle", loss: "said" }),
          );
        // A product without sizes has its only one in the row of its title.
        const sizes = group.sizes.length > 0 ? group.sizes : [emptySize(group)];
        const named = options.filter((name, at) => name !== "" || sizes.some((size) => size.options[at] !== ""));
        products.push({
          ...group,
          options: named.map((name, at) => name || `Option ${at + 1}`),
          sizes: sizes.map((size) => ({ ...size, options: size.options.slice(0, named.length) })),
          pictures: [...new Set(pictures.sort((a, b) => a.position - b.position).map(({ url }) => url))],
        });
      }
      return { products, notes };
    },
  };
}

function readProduct(group: Group, table: Table, row: FileRow): void {
  const taxonomy = row.cell("taxonomy").split(">").at(-1)?.trim() ?? "";
  Object.assign(group, {
    ...{ file: row.file, row: row.row, title: row.cell("title") },
    html: row.cell("description") || row.cell("shortDescription"),
    // The merchant's own word is usually the better one; Shopify's taxonomy may also be a number.
    word: row.cell("category") || (/^\d*$/.test(taxonomy) ? "" : taxonomy),
    ...{ tags: row.cell("tags"), metaTitle: row.cell("metaTitle"), metaDescription: row.cell("metaDescription") },
    isArchived: row.cell("status").toLowerCase() === "archived",
    further: furtherOf(table, row),
  });
}

const picturesIn = (cell: string, { kind }: Table): string[] =>
  (kind === "other" ? cell.split(/[|;\n]|,(?= ?https?:)/) : [cell]).map((url) => url.trim()).filter(Boolean);

const SIZE: Omit<MovedSize, "file" | "row" | "options"> = {
  ...{ sku: "", barcode: "", price: "", originalPrice: "", stock: "", weightGrams: "", lengthMm: "", widthMm: "" },
  ...{ heightMm: "", netQuantity: "", netUnit: "", picture: "", hsn: "", country: "" },
};
export const emptySize = ({ file, row }: { file: string; row: number }): MovedSize => ({
  ...SIZE,
  file,
  row,
  options: [],
});

function sizeOf(row: FileRow): MovedSize {
  const weight = Math.round(Number(row.cell("weight")));
  // Without a tracker, Shopify does not count what it writes.
  const isCounted = row.cell("tracker") !== "" || !row.has("tracker");
  return {
    ...SIZE,
    ...{ file: row.file, row: row.row, options: OPTIONS.map((field) => row.cell(field)) },
    ...{ sku: row.cell("sku"), barcode: row.cell("barcode"), price: row.cell("price") },
    ...{ originalPrice: row.cell("originalPrice"), stock: isCounted ? row.cell("stock") : "" },
    ...{ weightGrams: weight > 0 ? String(weight) : "", picture: row.cell("sizePicture") },
    ...{ netQuantity: row.cell("netQuantity"), netUnit: row.cell("netUnit") },
  };
}
