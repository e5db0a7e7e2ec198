/**
 * Reads WooCommerce's export: variations are rows of their own, before or after their product, which they name by its SKU or as `id:123`. Pure.
 */

import { gramsIn, isFalse, millimetresIn, plainWordPress, splitList } from "./cells.ts";
import { type MovedFiles, type MovedProduct, type MovedSize, type Note, noteOf } from "./moved-product.ts";
import { emptySize } from "./read-grouped.ts";
import { type FileRow, furtherOf, headingsOf } from "./read-rows.ts";
import type { Field, Table } from "./tables.ts";

interface Read {
  row: Pick<FileRow, "file" | "row">;
  name: string;
  parent: string;
  /** Among the variations of its product. */
  position: number;
  size: MovedSize;
  attributes: Map<string, string>;
}
interface Parent {
  product: MovedProduct;
  isVariable: boolean;
  size: MovedSize;
  attributes: Map<string, string>;
}

/** Attributes of a simple product that name its size. */
const IS_SIZE = /^(size|volume|quantity|net (quantity|weight|volume)|weight|pack( size)?|capacity)$/i;

/** @param today in India, as 2026-11-30: a sale may be over */
export function createWooCommerceReader(today: string) {
  const parents: Parent[] = [];
  const byName = new Map<string, Parent>();
  const variations: Read[] = [];
  const notes: Note[] = [];

  function addProduct(table: Table, row: FileRow, types: readonly string[]): void {
    const title = row.cell("title");
    const refuse = (message: string, field: Field) =>
      notes.push(
        noteOf(row, {
          product: title,
          column: table.columns[field]?.heading ?? "",
          cell: row.cell(field),
          message,
          loss: "product",
        }),
      );
    const [type = ""] = types;
    if (types.includes("virtual") || types.includes("downloadable"))
      return void refuse(
        "what is not shipped, such as a download, is not taken; if it is a parcel, please say so in the other shop, and export again",
        "type",
      );
    if (type !== "simple" && type !== "variable")
      return void refuse(`a product of the type ${type || "“”"} is not taken; simple and variable ones are`, "type");
    if (title === "") return void refuse("has no name", "title");
    const attributes = attributesOf(table, row);
    const parent: Parent = {
      isVariable: type === "variable",
      attributes,
      size: sizeOf(table, row),
      product: {
        ...{ file: row.file, row: row.row, handle: row.cell("handle"), title, sizes: [], options: [] },
        html: plainWordPress(row.cell("description") || row.cell("shortDescription")),
        word: splitList(row.cell("category"))[0] ?? "",
        ...{ tags: row.cell("tags"), pictures: splitList(row.cell("pictures")) },
        ...{ metaTitle: wordPressTitle(row.cell("metaTitle")), metaDescription: row.cell("metaDescription") },
        isArchived: false,
        further: {
          ...furtherOf(table, row),
          ...(row.cell("description") && row.cell("shortDescription")
            ? { [table.columns.shortDescription?.heading ?? ""]: plainWordPress(row.cell("shortDescription")) }
            : {}),
          ...Object.fromEntries([...attributes].map(([name, value]) => [`Attribute ${name}`, value])),
        },
        headings: headingsOf(table),
      },
    };
    parents.push(parent);
    if (row.cell("id")) byName.set(`id:${row.cell("id")}`, parent);
    if (row.cell("sku")) byName.set(row.cell("sku"), parent);
  }

  function sizeOf(table: Table, row: FileRow): MovedSize {
    const heading = (field: Field) => table.columns[field]?.heading ?? "";
    const isOutOfStock = isFalse(row.cell("inStock"));
    return {
      ...emptySize(row),
      ...{ sku: row.cell("sku"), barcode: row.cell("barcode"), ...pricesOf(table, row) },
      // What is not counted may still be known to be out.
      stock: /^-?\d/.test(row.cell("stock")) ? row.cell("stock") : isOutOfStock ? "0" : "",
      weightGrams: gramsIn(row.cell("weight"), heading("weight")),
      lengthMm: millimetresIn(row.cell("length"), heading("length")),
      widthMm: millimetresIn(row.cell("width"), heading("width")),
      heightMm: millimetresIn(row.cell("height"), heading("height")),
      picture: splitList(row.cell("pictures"))[0] ?? "",
    };
  }

  function pricesOf(table: Table, row: FileRow): Pick<MovedSize, "price" | "originalPrice"> {
    const [sale, regular] = [row.cell("price"), row.cell("originalPrice")];
    if (sale === "" || regular === "") return { price: sale || regular, originalPrice: "" };
    const [starts, ends] = [row.cell("saleStarts").slice(0, 10), row.cell("saleEnds").slice(0, 10)];
    if ((starts === "" || starts <= today) && (ends === "" || today <= ends))
      return { price: sale, originalPrice: regular };
    notes.push(
      noteOf(row, {
        ...{ product: row.cell("title"), column: table.columns.price?.heading ?? "", cell: sale, loss: "said" },
        message: `the sale ${starts > today ? `begins on ${starts}` : `ended on ${ends}`}, so the regular price is taken`,
      }),
    );
    return { price: regular, originalPrice: "" };
  }

  return {
    add(table: Table, row: FileRow): void {
      const product = row.cell("title");
      if (row.problem) return void notes.push(noteOf(row, { product, message: row.problem, loss: "product" }));
      const types = row
        .cell("type")
        .toLowerCase()
        .split(",")
        .map((type) => type.trim());
      if (types[0] !== "variation") {
        addProduct(table, row, types);
        return;
      }
      const isDigital = types.includes("virtual") || types.includes("downloadable");
      const read = {
        row: { file: row.file, row: row.row },
        name: product,
        parent: row.cell("parent"),
        position: Number(row.cell("position")) || 0,
      };
      const attributes = attributesOf(table, row);
      if (table.columns.size) attributes.set(table.columns.size.heading, row.cell("size"));
      if (isDigital)
        notes.push(
          noteOf(row, {
            product,
            message:
              "what is not shipped, such as a download, is not taken; if it is a parcel, please say so in the other shop, and export again",
            loss: "product",
          }),
        );
      else variations.push({ ...read, size: sizeOf(table, row), attributes });
    },

    finish(): MovedFiles {
      const sizes = new Map<Parent, Read[]>();
      for (const variation of variations) {
        const parent = byName.get(variation.parent);
        if (parent?.isVariable) sizes.set(parent, [...(sizes.get(parent) ?? []), variation]);
        else {
          const message = `its product ${variation.parent ? `“${variation.parent}” ` : ""}is not in the file, or not taken; please export all products and variations`;
          notes.push(
            noteOf(variation.row, {
              product: variation.name,
              column: "Parent",
              cell: variation.parent,
              message,
              loss: "product",
            }),
          );
        }
      }
      return {
        notes,
        products: parents.flatMap((parent) => {
          if (!parent.isVariable) return [withSizes(parent, [simpleSize(parent)])];
          const own = sizes.get(parent);
          if (own)
            return [
              withSizes(
                parent,
                own.sort((a, b) => a.position - b.position),
              ),
            ];
          const message = "none of its variations is in the file; please export variations, too";
          notes.push(noteOf(parent.product, { product: parent.product.title, message, loss: "product" }));
          return [];
        }),
      };
    },
  };
}

const simpleSize = ({ product, size, attributes }: Parent): Read => ({
  ...{ row: product, name: product.title, parent: "", position: 0, size: { ...size, picture: "" } },
  attributes: new Map([...attributes].filter(([name, value]) => IS_SIZE.test(name) && splitList(value).length === 1)),
});

/** A value that a variation leaves empty means any, so its attribute names no size. */
function withSizes({ product, size: parent }: Parent, sizes: readonly Read[]): MovedProduct {
  const options = [
    ...new Set(sizes.flatMap(({ attributes }) => [...attributes].flatMap(([name, value]) => (value ? [name] : [])))),
  ];
  return {
    ...product,
    options,
    sizes: sizes.map(({ size, attributes }) => ({
      ...size,
      // What a variation leaves empty is its product's.
      ...{ weightGrams: size.weightGrams || parent.weightGrams, lengthMm: size.lengthMm || parent.lengthMm },
      ...{ widthMm: size.widthMm || parent.widthMm, heightMm: size.heightMm || parent.heightMm },
      options: options.map((name) => attributes.get(name) ?? ""),
    })),
  };
}

const attributesOf = ({ attributes }: Table, row: FileRow): Map<string, string> =>
  new Map(attributes.flatMap(({ name, value }) => (row.at(name) ? [[row.at(name), row.at(value)] as const] : [])));

/** Yoast's titles have variables, such as %%title%% %%sep%% %%sitename%%. */
const wordPressTitle = (cell: string) => (cell.includes("%") ? "" : cell);
