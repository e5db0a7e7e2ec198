/**
 * Makes rows of this shop's product file of another shop's products, by the owner's decisions. Each cell is checked as the import would, so
 * that a note can name the other shop's row and column. Pure.
 */

import type { FurtherColumn, MoveDecisions, WordDecision } from "../../../contract/admin/moves.ts";
import { countryOf } from "../../../contract/catalogue/countries.ts";
import { PRODUCT_LIMITS } from "../../../contract/catalogue/product-limits.ts";
import { writtenAmount } from "../../../contract/written-amounts.ts";
import { toRupees } from "../../base/money.ts";
import { nameKeyOf } from "../../selling/variants/size-names.ts";
import { CellProblem, picture } from "../../shop/catalogue/import/csv-cells.ts";
import { CSV_COLUMNS, isVariantField } from "../../shop/catalogue/import/product-columns.ts";
import { isRounded } from "./cells.ts";
import type { SizedProduct } from "./choose-sizes.ts";
import { type MovedProduct, type MovedSize, type Note, noteOf, type Place } from "./moved-product.ts";
import type { NamedProduct } from "./name-products.ts";
import { type NetQuantity, readNetQuantity } from "./net-quantity.ts";
import type { Field } from "./tables.ts";

/** Cells by column of the product file. */
export type Cells = Record<string, string>;

/** A product of this shop: the cells of each size by the keys of its SKU and its name. */
export interface KnownProduct {
  slug: string;
  byName: ReadonlyMap<string, Cells>;
  first: Cells;
}

export interface ConvertedProduct {
  /** One for each size; cells of the product stand in the first. */
  rows: Cells[];
  notes: Note[];
}

type Sized = SizedProduct["sizes"][number];
/** The field of the other shop from which a column is made, for notes. */
const SOURCES: Readonly<Record<string, Field>> = {
  ...{ slug: "handle", sku: "sku", size: "size", price: "price", original_price: "originalPrice", stock: "stock" },
  ...{ weight_grams: "weight", length_mm: "length", width_mm: "width", height_mm: "height", barcode: "barcode" },
  ...{
    hsn: "hsn",
    country_of_origin: "country",
    size_image: "sizePicture",
    title: "title",
    description: "description",
  },
  ...{ category: "category", keywords: "tags", images: "pictures", meta_title: "metaTitle" },
  ...{ meta_description: "metaDescription", net_quantity: "size", net_quantity_unit: "netUnit" },
};
const COLUMNS = new Map(CSV_COLUMNS.map((column) => [column.name, column]));
/** Without them a product cannot be stored; any other cell may be left out. */
const NEEDED = new Set(CSV_COLUMNS.filter(({ required }) => required).map(({ name }) => name));
/** What this shop has decided about a size that it has already: another file does not change it. */
const DECIDED_HERE = [
  ...["category", "hsn", "gst_percent", "country_of_origin", "shelf_life_months", "size"],
  ...["net_quantity", "net_quantity_unit"],
];

/** A decimal comma in a price, with points between thousands. */
const COMMA_PRICE = /^\D*\d{1,3}(\.?\d{3})*,\d{1,2}\D*$/;
const POINT_PRICE = /\d\.\d{1,2}\D*$/;

/** Whether prices are written as 1.499,00. A file that has both kinds is read as it usually is, and what differs is named. */
export function hasDecimalComma(products: readonly MovedProduct[]): boolean {
  let hasComma = false;
  for (const { sizes } of products)
    for (const { price } of sizes) {
      if (POINT_PRICE.test(price)) return false;
      hasComma ||= COMMA_PRICE.test(price);
    }
  return hasComma;
}

export interface Converter {
  /** @param known what this shop has of it */
  convert(product: NamedProduct, known: KnownProduct | undefined): ConvertedProduct;
}

/**
 * @param decimalComma whether prices are written as 1.499,00
 * @param unreachable addresses of pictures that are left out
 */
export function createConverter(
  decisions: MoveDecisions,
  decimalComma: boolean,
  unreachable: ReadonlySet<string> = new Set(),
): Converter {
  const words = new Map(decisions.words.map((word) => [word.word, word]));
  const further = new Map(decisions.further.map(({ heading, column }) => [column, heading]));

  const priceCell = (cell: string) =>
    decimalComma && COMMA_PRICE.test(cell) ? cell.replaceAll(".", "").replace(",", ".") : cell;

  /** @returns paise, or null if the cell is empty or no amount */
  function paiseOf(cell: string): number | null {
    const read = writtenAmount(priceCell(cell));
    return "paise" in read && read.paise > 0 ? read.paise : null;
  }

  /** An amount with GST, in rupees; a cell that is no amount stays as it is, to be named. */
  function withGst(cell: string, gstPercent: number): string {
    const read = paiseOf(cell);
    if (read === null) return cell;
    const paise = decisions.pricesWithGst === false ? Math.round((read * (100 + gstPercent)) / 100) : read;
    return toRupees(paise as Parameters<typeof toRupees>[0]).toFixed(2);
  }

  function quantityOf(product: NamedProduct, size: Sized): NetQuantity | null {
    const texts = [`${size.netQuantity} ${size.netUnit}`, size.label, ...size.options, product.value, product.title];
    for (const text of texts) {
      const read = readNetQuantity(text);
      if (read) return read;
    }
    return decisions.withoutQuantity === "piece" ? { quantity: 1, unit: "pieces" } : null;
  }

  function productCells(product: NamedProduct, word: WordDecision | undefined, notes: Note[]): Cells {
    const { title, value, sizes } = product;
    const cells: Cells = {
      slug: product.slug,
      title: value === "" ? title : `${title} – ${value}`,
      description: product.html,
      category: word?.category ?? "",
      keywords: product.tags
        .split(",")
        .map((tag) => tag.trim())
        // Control words of themes and apps.
        .filter((tag) => tag !== "" && tag.length <= PRODUCT_LIMITS.keyword && !/[:_=\\]/.test(tag))
        .slice(0, PRODUCT_LIMITS.entries)
        .join(", "),
      country_of_origin: sizes.map(({ country }) => countryIn(country)).find(Boolean) ?? decisions.country,
      shelf_life_months: decisions.shelfLifeMonths === null ? "" : String(decisions.shelfLifeMonths),
      meta_title: product.metaTitle,
      meta_description: product.metaDescription,
    };
    for (const [column, heading] of further) {
      const cell = furtherCell(column, product.further[heading] ?? "");
      if (cell !== "") cells[column] = cell;
    }
    if (decisions.pictures !== "none") cells.images = picturesCell(product, notes, unreachable);
    return cells;
  }

  function sizeCells(product: NamedProduct, size: Sized, at: number, word: WordDecision | undefined): Cells {
    const quantity = quantityOf(product, size);
    const gst = word?.gstPercent ?? 0;
    const price = withGst(size.price, gst);
    const original = withGst(size.originalPrice, gst);
    const isDiscounted = (paiseOf(size.originalPrice) ?? 0) > (paiseOf(size.price) ?? 0);
    return {
      sku: product.skus[at] ?? "",
      ...{ size: size.label, price, original_price: isDiscounted ? original : "" },
      stock: size.stock === "" ? String(decisions.uncountedUnits) : size.stock,
      net_quantity: quantity ? String(quantity.quantity) : "",
      net_quantity_unit: quantity?.unit ?? "",
      ...{ weight_grams: size.weightGrams, length_mm: size.lengthMm, width_mm: size.widthMm },
      ...{ height_mm: size.heightMm, barcode: size.barcode },
      hsn: /^(\d{4}|\d{6}|\d{8})$/.test(size.hsn) ? size.hsn : (word?.hsn ?? ""),
      gst_percent: word?.gstPercent == null ? "" : String(word.gstPercent),
      ...(decisions.pictures === "none" || unreachable.has(secureUrl(size.picture))
        ? {}
        : { size_image: secureUrl(size.picture) }),
    };
  }

  return {
    convert(product, known) {
      const notes: Note[] = [];
      const refuse = (place: Place, message: string, column = "", cell = ""): ConvertedProduct => ({
        rows: [],
        notes: [noteOf(place, { product: product.title, column, cell, message, loss: "product" })],
      });
      if (product.isArchived && !decisions.takesArchived)
        return refuse(
          product,
          "is archived in the other shop; say that archived products are taken, too, if it is wanted",
        );
      const word = words.get(product.word);
      const ofProduct = productCells(product, word, notes);
      const rows: Cells[] = [];
      const labels = new Map<string, number>();
      for (const [at, size] of product.sizes.entries()) {
        const own = sizeCells(product, size, at, word);
        const problem = problemOf(product, size, own, Boolean(known));
        if (problem) return refuse(size, problem.message, product.headings[problem.field] ?? "", problem.cell);
        const label = nameKeyOf(own.size || `${own.net_quantity} ${own.net_quantity_unit}`);
        const other = labels.get(label);
        if (other !== undefined)
          return refuse(
            size,
            `row ${other} has the same size of this product; please give each size its own name`,
            product.headings.size ?? "",
            size.label,
          );
        labels.set(label, size.row);
        rows.push({ ...(at === 0 ? ofProduct : { slug: product.slug }), ...own });
      }
      const checked = rows.map((cells, at) => settle(cells, { known, decisions, isFirst: at === 0 }));
      for (const [at, cells] of checked.entries()) {
        const size = product.sizes[at] as Sized;
        for (const [name, cell] of Object.entries(cells)) {
          const message = cellProblem(name, cell);
          if (message === null) continue;
          const field = SOURCES[name];
          const column = (field && product.headings[field]) ?? further.get(name as FurtherColumn) ?? "";
          const place = COLUMNS.has(name) && isVariantField(COLUMNS.get(name)?.field ?? "") ? size : product;
          if (NEEDED.has(name)) return refuse(place, `${column === "" ? `${name}: ` : ""}${message}`, column, cell);
          notes.push(
            noteOf(place, {
              product: product.title,
              column,
              cell,
              message: `${message}; ${name === "stock" ? "0 is taken" : "it is left empty"}`,
              loss: "cell",
            }),
          );
          cells[name] = name === "stock" ? "0" : "";
        }
      }
      return { rows: checked, notes };
    },
  };
}

/** What is wrong with a size, beyond what the import says of its cells. */
function problemOf(
  product: NamedProduct,
  size: Sized,
  cells: Cells,
  isKnown: boolean,
): { message: string; field: Field; cell: string } | null {
  if (isRounded(size.sku))
    return {
      ...{ field: "sku", cell: size.sku },
      message:
        "a spreadsheet has rounded this SKU, whose digits are lost; please export the file again and add it as it is",
    };
  if (size.price === "")
    return { field: "price", cell: "", message: "has no price; please enter it in the other shop, and export again" };
  if (size.label === "" && product.sizes.length > 1)
    return { field: "size", cell: "", message: "names no size, and the product has several" };
  if (cells.net_quantity === "" && !isKnown)
    return {
      field: "size",
      cell: size.label,
      message: "has no net quantity in its words, such as 50 ml; please add it to the size or the title",
    };
  return null;
}

/** What is wrong with a cell, as the import says it; null if it can be stored. */
function cellProblem(name: string, cell: string): string | null {
  try {
    if (name === "barcode" && isRounded(cell)) return "a spreadsheet has rounded this barcode, whose digits are lost";
    COLUMNS.get(name)?.read(cell);
    return null;
  } catch (error) {
    if (error instanceof CellProblem) return error.message;
    throw error;
  }
}

/** The cells of a size that this shop has: what was decided here stays, and what the other shop leaves empty changes nothing. */
function settle(
  cells: Cells,
  { known, decisions, isFirst }: { known: KnownProduct | undefined; decisions: MoveDecisions; isFirst: boolean },
): Cells {
  const current = known?.byName.get(nameKeyOf(cells.sku ?? "")) ?? known?.byName.get(nameKeyOf(cells.size ?? ""));
  const settled: Cells = { ...cells, stock_before: "" };
  if (decisions.stock === "none") {
    delete settled.stock;
    delete settled.stock_before;
  }
  if (!known) return settled;
  settled.slug = known.slug;
  const isOfProduct = (name: string) => !isVariantField(COLUMNS.get(name)?.field ?? "");
  for (const name of Object.keys(settled)) {
    if (name === "slug" || name.startsWith("stock") || (isOfProduct(name) && !isFirst)) continue;
    const here = isOfProduct(name) ? known.first[name] : current?.[name];
    if (here && (settled[name] === "" || DECIDED_HERE.includes(name))) settled[name] = here;
  }
  if (current && decisions.packsCarryMrp) settled.packs_carry_mrp = "yes";
  if (current && decisions.stock === "new")
    Object.assign(settled, { stock: current.stock, stock_before: current.stock });
  return settled;
}

const NAMES = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
/** A country by its name or its code of two letters. */
const countryIn = (cell: string): string | undefined =>
  countryOf(/^[a-z]{2}$/i.test(cell) ? (NAMES.of(cell.toUpperCase()) ?? cell) : cell);

/** Columns whose entries stand between commas. */
const LISTS = new Set<FurtherColumn>(["top_notes", "heart_notes", "base_notes", "keywords", "allergens"]);
/** Shopify separates the entries of a list by semicolons. */
const furtherCell = (column: FurtherColumn, cell: string): string =>
  LISTS.has(column) && !cell.includes(",")
    ? cell
        .split(";")
        .map((entry) => entry.trim())
        .join(", ")
    : cell;

/** No picture is fetched without encryption, and shops answer both ways. */
const secureUrl = (url: string) => url.replace(/^http:\/\//i, "https://").replaceAll("|", "%7C");

/** The addresses of its pictures that can be fetched; others are noted. */
function picturesCell(product: NamedProduct, notes: Note[], unreachable: ReadonlySet<string>): string {
  const noted = (cell: string, message: string) =>
    notes.push(
      noteOf(product, { product: product.title, column: product.headings.pictures ?? "", cell, message, loss: "cell" }),
    );
  const urls = product.pictures.flatMap((url) => {
    const secure = secureUrl(url);
    if (unreachable.has(secure)) {
      noted(url, "could not be fetched; please add it on the product’s page");
      return [];
    }
    try {
      picture.read(secure);
      return [secure];
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error;
      noted(url, error.message);
      return [];
    }
  });
  if (urls.length > PRODUCT_LIMITS.entries)
    noted(
      urls[PRODUCT_LIMITS.entries] ?? "",
      `has ${urls.length} pictures; the first ${PRODUCT_LIMITS.entries} are taken`,
    );
  return urls.slice(0, PRODUCT_LIMITS.entries).join(" | ");
}

/** Whether a size says its net quantity, before anything is decided. */
export const hasQuantity = ({ title }: MovedProduct, size: MovedSize): boolean =>
  [`${size.netQuantity} ${size.netUnit}`, ...size.options, title].some((text) => readNetQuantity(text) !== null);

/** Every column that a converted row may have. */
export const stagedColumns = ({ further, pictures, stock, packsCarryMrp }: MoveDecisions): string[] => {
  const names = new Set([
    ...["slug", "sku", "size", "price", "original_price", "net_quantity", "net_quantity_unit", "weight_grams"],
    ...["length_mm", "width_mm", "height_mm", "barcode", "hsn", "gst_percent", "title", "description", "category"],
    ...["keywords", "country_of_origin", "shelf_life_months", "meta_title", "meta_description"],
    ...(stock === "none" ? [] : ["stock", "stock_before"]),
    ...(packsCarryMrp ? ["packs_carry_mrp"] : []),
    ...(pictures === "none" ? [] : ["images", "size_image"]),
    ...further.map(({ column }) => column),
  ]);
  return CSV_COLUMNS.map(({ name }) => name).filter((name) => names.has(name));
};
