/** Finds problems between the staged rows of a product import, and between them and the catalogue. */

import { type SQL, sql } from "drizzle-orm";
import type { Paise } from "../../../base/money.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { type Columns, column, type RowOf, rowsOf } from "../../../platform/database/rows.ts";
import { today } from "../../../selling/variants/gst-rate.ts";
import { nameKey } from "../../../selling/variants/size-names.ts";
import type { Problems } from "./csv-problems.ts";
import type { Problem } from "./csv-table.ts";
import { isDamaged } from "./damaged-sku.ts";
import { type CsvField, isOfKnown } from "./import-staging.ts";
import { CSV_COLUMNS, isVariantField, originalPriceProblem } from "./product-columns.ts";

const FOUND = { row: "number", slug: "string" } as const;

/** SKUs that another product has; `stored` is the SKU as it is stored, `variantId` the size that has it. */
const TAKEN = { ...FOUND, sku: "string", other: "string", stored: "string", variantId: "number" } as const;
export type TakenSku = RowOf<typeof TAKEN>;

/**
 * Reports: a product, SKU or size that occurs twice, a SKU of another product, a new product or size without a required column, an original
 * price not above the price, a SKU that a spreadsheet has changed, a GST rate that begins after the size is sold, a product to be scheduled without a time.
 * @param fields the file's fields
 * @param onTaken receives the SKUs of other products in place of `problems`, when other rows of the file may rename those
 */
export async function findProductConflicts(
  trx: DatabaseOrTransaction,
  fields: ReadonlySet<CsvField>,
  problems: Problems,
  onTaken?: (taken: TakenSku) => void,
): Promise<void> {
  const report = async <const More extends Columns>(
    columns: More,
    rows: SQL,
    toProblem: (found: RowOf<More> & RowOf<typeof FOUND>) => Omit<Problem, "row" | "slug"> | Problem,
  ) => {
    const found = (await rowsOf(
      trx,
      { ...columns, ...FOUND, count: "number" },
      sql`select *, count(*) over ()::int as count from (${rows}) as found order by row limit ${problems.max}`,
    )) as (RowOf<More> & RowOf<typeof FOUND> & { count: number })[];
    for (const one of found) problems.add({ row: one.row, slug: one.slug, ...toProblem(one) });
    problems.count += (found[0]?.count ?? 0) - found.length;
  };

  // Rows that name no size mean the product's first, which one row can change.
  if (!fields.has("sku") && !fields.has("label"))
    await report(
      { first: "number" },
      sql`select * from (
        select file_row as row, slug, place, min(file_row) over (partition by slug) as first from import_row where slug is not null
      ) as seen where place > 1`,
      ({ slug, first }) => ({ column: "slug", message: `"${slug}" is in row ${first} already` }),
    );
  // Two sizes that were stored under look-alike names may keep them.
  const keepsIts = (name: "sku" | "label") => sql`exists (select from variant as own
    where own.id = import_row.variant_id and own.${sql.raw(name)} = import_row.${sql.raw(name)})`;
  const skuKey = nameKey(sql`import_row.sku`);
  await report(
    TWICE,
    sql`select * from (
      select file_row as row, slug, sku as value, ${keepsIts("sku")} as keeps, ${firstOf("file_row", sql`${skuKey}`)} as first,
        ${firstOf("sku", sql`${skuKey}`)} as "firstValue" from import_row where sku is not null
    ) as seen where row > first and (value = "firstValue" or not keeps)`,
    (twice) => ({ column: "sku", message: twiceMessage(twice) }),
  );
  const taken = sql`select file_row as row, import_row.slug, import_row.sku, product.slug as other, variant.sku as stored,
        variant.id as "variantId"
      from import_row join variant on ${nameKey(sql`variant.sku`)} = ${skuKey} and variant.id is distinct from import_row.variant_id
        join product on product.id = variant.product_id
      where not exists (select from import_row as other where other.variant_id = variant.id)
        and (variant.sku = import_row.sku or not ${keepsIts("sku")})`;
  if (fields.has("sku")) await findDamaged(trx, problems);
  if (onTaken) (await rowsOf(trx, TAKEN, taken)).forEach(onTaken);
  else await report(TAKEN, taken, takenProblem);
  const labelKey = nameKey(sql`import_row.label`);
  await report(
    { ...TWICE, first: "number?" },
    sql`select row, slug, value, first, "firstValue" from (
      select file_row as row, slug, label as value, is_further, ${keepsIts("label")} as keeps,
        ${firstOf("file_row", sql`slug, ${labelKey}`)} as first, ${firstOf("label", sql`slug, ${labelKey}`)} as "firstValue"
      from import_row where slug is not null and label is not null
    ) as seen where row > first and is_further and (value = "firstValue" or not keeps)
    union all
    select file_row, slug, import_row.label, null, variant.label from import_row
      join variant on variant.product_id = import_row.product_id and ${nameKey(sql`variant.label`)} = ${labelKey}
        and variant.id is distinct from import_row.variant_id
      where ${isOfKnown} and not exists (select from import_row as other where other.variant_id = variant.id)
        and (variant.label = import_row.label or not ${keepsIts("label")})`,
    ({ value, first, firstValue }) => ({
      column: "size",
      message:
        first === null ? takenMessage(value, { stored: firstValue }) : twiceMessage({ value, first, firstValue }),
    }),
  );

  const isNewProduct = sql`import_row.product_id is null and place = 1 and import_row.slug is not null`;
  const isNewSize = sql`import_row.product_id is not null and import_row.variant_id is null`;
  const missing = CSV_COLUMNS.filter(({ field, required }) => required && !fields.has(field));
  const complain = async (what: string, condition: SQL, columns: readonly string[]) => {
    if (columns.length === 0) return;
    const message = `is a new ${what} and needs ${columns.join(", ")}, which the file has no column${columns.length > 1 ? "s" : ""} for`;
    await report({}, sql`select file_row as row, slug from import_row where ${condition}`, () => ({
      column: null,
      message,
    }));
  };
  await complain(
    "product",
    isNewProduct,
    missing.map(({ name }) => name),
  );
  await complain(
    "size",
    isNewSize,
    missing.filter(({ field }) => isVariantField(field)).map(({ name }) => name),
  );

  // If the file has only one of the two prices, it is compared with the other stored one.
  if (fields.has("pricePaise") !== fields.has("originalPricePaise")) {
    const price = sql.raw(fields.has("pricePaise") ? "import_row.price_paise" : "variant.price_paise");
    const original = sql.raw(
      fields.has("originalPricePaise") ? "import_row.original_price_paise" : "variant.original_price_paise",
    );
    await report(
      { price: column<Paise>("number"), original: column<Paise>("number") },
      sql`select file_row as row, slug, ${price} as price, ${original} as original
        from import_row join variant on variant.id = import_row.variant_id where ${original} <= ${price}`,
      ({ row, slug, price, original }) => originalPriceProblem({ row, slug }, price, original),
    );
  }
  await report(
    {},
    sql`select file_row as row, import_row.slug from import_row left join product on product.id = product_id
      where place = 1 and import_row.state = 'scheduled' and product.state is distinct from 'scheduled'`,
    () => ({
      column: "state",
      message: "cannot become scheduled here: choose its time on the product's page in the back office",
      cell: "scheduled",
    }),
  );
  await report(
    {},
    sql`select file_row as row, slug from import_row where variant_id is null and gst_valid_from > ${today}`,
    () => ({ column: "gst_valid_from", message: LATER_RATE }),
  );
}

/** Compares SKUs that the file changes or adds with those of their product that it lacks. */
async function findDamaged(trx: DatabaseOrTransaction, problems: Problems): Promise<void> {
  const rows = await rowsOf(
    trx,
    { ...FOUND, sku: "string", stored: "string" },
    sql`select file_row as row, given.slug, given.sku, variant.sku as stored
      from import_row as given join variant on variant.id = given.variant_id
      where given.sku ~ '^[0-9]' and given.sku <> variant.sku
      union all
      select file_row, given.slug, given.sku, variant.sku
      from import_row as given join variant on variant.product_id = given.product_id
      where given.sku ~ '^[0-9]' and given.variant_id is null
        and not exists (select from import_row as other where other.variant_id = variant.id)
      union all
      select file_row, slug, sku, '' from import_row where sku ~* '^[0-9](\\.[0-9]+)?e\\+[0-9]+$' and variant_id is null and slug is not null
      order by row`,
  );
  const found = new Map(rows.filter(({ sku, stored }) => isDamaged(stored, sku)).map((one) => [one.row, one]));
  for (const { row, slug, sku, stored } of found.values())
    problems.add({
      row,
      slug,
      column: "sku",
      message: `"${sku}" is what a spreadsheet makes of ${stored ? `"${stored}"` : "a SKU of digits"}; format the column as text before you paste or type it, or change the SKU on the product’s page`,
    });
}

const TWICE = { value: "string", first: "number", firstValue: "string" } as const;

const firstOf = (column: "file_row" | "sku" | "label", partition: SQL) =>
  sql`first_value(${sql.raw(column)}) over (partition by ${partition} order by file_row)`;

const spelled = (value: string, stored: string) => (value === stored ? "" : `, spelled "${stored}"`);

export const LATER_RATE = "is after today; a new size needs a rate for today";

const twiceMessage = ({ value, first, firstValue }: RowOf<typeof TWICE>) =>
  `"${value}" is in row ${first} already${spelled(value, firstValue)}`;

export const takenProblem = ({ sku, ...by }: Pick<TakenSku, "sku" | "other" | "stored">) => ({
  column: "sku",
  message: takenMessage(sku, by),
});

/** @param by the size that has this name: its spelling, and its product if that is another one */
export const takenMessage = (name: string, { stored, other }: { stored: string; other?: string }): string =>
  `"${name}" ${other === undefined ? "is another size of this product" : `belongs to the product ${other}`}${spelled(name, stored)}`;
