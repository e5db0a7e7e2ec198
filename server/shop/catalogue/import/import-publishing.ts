/** Checks what the law requires of the products that an import in the back office would publish. */

import { sql } from "drizzle-orm";
import { HOME_COUNTRY, isImported } from "../../../../contract/catalogue/origin.ts";
import type { ProductState } from "../../../../contract/catalogue/schemas.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { column, rowsOf } from "../../../platform/database/rows.ts";
import { today } from "../../../selling/variants/gst-rate.ts";
import { type LegalFacts, type Listing, missingForSale } from "../editing/missing-for-sale.ts";
import type { Problems } from "./csv-problems.ts";
import type { CsvField } from "./import-staging.ts";

/** Products checked per query. */
const CHUNK = 1000;
/** The columns that the law is about: a file with none of them takes nothing from a published product. */
const LEGAL: readonly CsvField[] = [
  "title",
  "commonName",
  "categoryId",
  "countryOfOrigin",
  "manufacturer",
  "importer",
  "shelfLifeMonths",
  "onSale",
  "hsn",
  "gstPercent",
];
/** Any rate of the query's `variant` that applies today. */
const storedRate = sql`(select percent from gst_rate where variant_id = variant.id and valid_from <= ${today} limit 1)`;
/** Columns by what is missing; other missing fields belong to the whole row, or to the shop's settings. */
const COLUMNS: Readonly<Record<string, string>> = {
  title: "title",
  commonName: "common_name",
  countryOfOrigin: "country_of_origin",
  manufacturer: "manufacturer",
  importer: "importer",
  shelfLifeMonths: "shelf_life_months",
};

/** The columns that can leave a product without a common name. */
const NAMING = ["commonName", "categoryId"] as const;

const LISTED = {
  row: "number",
  slug: "string",
  isInShop: "boolean",
  isNamed: "boolean",
  title: "string",
  commonName: "string?",
  countryOfOrigin: "string",
  manufacturer: "string?",
  importer: "string?",
  shelfLifeMonths: "number",
  sizes: column<Listing["sizes"]>("object"),
} as const;

/**
 * Reports what products lack that the matched rows publish, and what those rows remove from published products.
 * @param fields the file's fields
 * @param newState the state of new products without one in the file
 */
export async function findUnpublishable(
  trx: DatabaseOrTransaction,
  fields: ReadonlySet<CsvField>,
  newState: ProductState,
  facts: LegalFacts,
  problems: Problems,
): Promise<void> {
  const takes = LEGAL.some((field) => fields.has(field));
  if (!takes && !fields.has("state") && newState !== "published") return;
  const given = (field: CsvField, ofFile: string, stored: string) => sql.raw(fields.has(field) ? ofFile : stored);
  for (let from = 0; ; ) {
    const found = await rowsOf(
      trx,
      LISTED,
      sql`with first as (
        select file_row as row, import_row.slug, product_id, import_row.state is not null as "isNamed",
          coalesce(product.state in ('published', 'scheduled'), false) as "isInShop",
          ${given("title", "import_row.title", "coalesce(product.title, '')")} as title,
          coalesce(${given("commonName", "import_row.common_name", "product.common_name")},
            (select common_name from category where id = ${given("categoryId", "import_row.subcategory_id", "product.subcategory_id")}),
            (select common_name from category where id = ${given("categoryId", "import_row.category_id", "product.category_id")})) as "commonName",
          ${given("countryOfOrigin", "import_row.country_of_origin", "coalesce(product.country_of_origin, '')")} as "countryOfOrigin",
          ${given("manufacturer", "import_row.manufacturer", "product.manufacturer")} as manufacturer,
          ${given("importer", "import_row.importer", "product.importer")} as importer,
          ${given("shelfLifeMonths", "import_row.shelf_life_months", "coalesce(product.shelf_life_months, 0)")} as "shelfLifeMonths"
        from import_row left join product on product.id = product_id
        where place = 1 and file_row > ${from}
          and coalesce(import_row.state, product.state, ${newState}) in ('published', 'scheduled')
          and (${takes} or product.state is null or product.state not in ('published', 'scheduled'))
        order by file_row limit ${CHUNK}
      )
      select first.*, (
        select coalesce(json_agg(size), '[]') from (
          select coalesce(given.label, variant.label) as label, ${given("hsn", "given.hsn", "coalesce(variant.hsn, '')")} as hsn,
            ${given("onSale", "given.on_sale", "coalesce(variant.on_sale, true)")} as "onSale",
            ${fields.has("gstPercent") ? sql`given.gst_percent` : storedRate} as "gstPercent"
          from import_row as given left join variant on variant.id = given.variant_id where given.slug = first.slug
          union all
          select label, hsn, on_sale, ${storedRate}
          from variant where variant.product_id = first.product_id
            and not exists (select from import_row as given where given.variant_id = variant.id)
        ) as size
      ) as sizes
      from first order by row`,
    );
    for (const { row, slug, isInShop, isNamed, ...listing } of found)
      for (const { field, message } of missingForSale(listing, facts)) {
        // A file unpublishes a product by taking its last size off sale.
        if (isInShop && field === "sizes" && !listing.sizes.some(({ onSale }) => onSale)) continue;
        // Products of before common names were asked for.
        if (isInShop && field === "commonName" && !NAMING.some((one) => fields.has(one))) continue;
        problems.add({
          row,
          slug,
          column: COLUMNS[field] ?? (isNamed ? "state" : null),
          message: `what is in the shop needs this by law: ${message.charAt(0).toLowerCase()}${message.slice(1, -1)}`,
          ...(field in COLUMNS ? { cell: "" } : isNamed && { cell: "published" }),
        });
      }
    const last = found.at(-1);
    if (!last || found.length < CHUNK) return;
    from = last.row;
  }
}

/**
 * Reports cells that only a draft may leave empty, for imports by commands, which check no other legal requirement.
 * @param newState the state of new products without one in the file
 */
export async function findEmptyCells(
  trx: DatabaseOrTransaction,
  fields: ReadonlySet<CsvField>,
  newState: ProductState,
  problems: Problems,
): Promise<void> {
  const columns = [
    { field: "hsn", column: "hsn", message: '"" is not an HSN code of 4, 6 or 8 digits' },
    { field: "countryOfOrigin", column: "country_of_origin", message: "must not be empty" },
  ] as const;
  for (const { field, column, message } of columns) {
    if (!fields.has(field)) continue;
    const found = await rowsOf(
      trx,
      { row: "number", slug: "string" },
      sql`select import_row.file_row as row, import_row.slug from import_row
        join import_row as first on first.slug = import_row.slug and first.place = 1
        left join product on product.id = import_row.product_id
        where import_row.${sql.raw(column)} = '' and (${field === "hsn"} or import_row.place = 1)
          and coalesce(first.state, product.state, ${newState}) in ('published', 'scheduled')
        order by 1`,
    );
    for (const { row, slug } of found) problems.add({ row, slug, column, message, cell: "" });
  }
}

/**
 * Reports products from abroad that the matched rows publish, or change, without an importer, for imports by commands.
 * @param importer the shop's own, for products that name none
 */
export async function reportWithoutImporter(
  trx: DatabaseOrTransaction,
  fields: ReadonlySet<CsvField>,
  newState: ProductState,
  importer: readonly string[],
  problems: Problems,
): Promise<void> {
  const isConcerned = fields.has("countryOfOrigin") || fields.has("importer") || fields.has("state");
  if (!isConcerned || importer.some((line) => line.trim() !== "")) return;
  const country = fields.has("countryOfOrigin") ? sql`import_row.country_of_origin` : sql`product.country_of_origin`;
  const own = fields.has("importer") ? sql`import_row.importer` : sql`product.importer`;
  const found = await rowsOf(
    trx,
    { row: "number", slug: "string", country: "string" },
    sql`select file_row as row, import_row.slug, coalesce(${country}, '') as country
      from import_row left join product on product.id = product_id
      where place = 1 and coalesce(${own}, '') = '' and coalesce(${country}, '') <> ${HOME_COUNTRY}
        and coalesce(import_row.state, product.state, ${newState}) in ('published', 'scheduled')
      order by file_row`,
  );
  for (const { row, slug, country: origin } of found)
    if (isImported(origin)) {
      const message = `comes from ${origin}, so the law asks for name and address of its importer, here or in the setting IMPORTER`;
      problems.add({ row, slug, column: "importer", message, cell: "" });
    }
}
