/** What staff can set of a product, a size and a category, staff can read, and the audit log names. The fields are those of the contract. */

import { getTableColumns, sql, type Table } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod/mini";
import { categoryFields } from "../../contract/admin/categories.ts";
import { productFields, sizeFields, sizePlace, sizePrices } from "../../contract/admin/product-fields.ts";
import { category, product, variant } from "../../server/platform/database/schema.ts";
import { makeCategory } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof signInAs>>;

beforeAll(async () => {
  shop = await openShop();
  owner = await signInAs(shop, "Owner");
  for (const slug of ["perfumes", "attars"]) await makeCategory(shop, { slug, name: slug });
});
afterAll(() => shop?.close());

type Fields = Readonly<Record<string, z.core.$ZodType>>;

/** Values that no other product or size has, of the fields that do not accept any text, number or list of texts. */
const SPECIAL: Readonly<Record<string, unknown>> = {
  slug: "set-by-staff",
  category: "attars",
  countryOfOrigin: "France",
  setContents: ["Rose 2 ml"],
  pairedWith: ["another"],
  wearWith: [{ slug: "another", effect: "warms it" }],
  faqs: [{ question: "Is it vegan?", answer: "Yes." }],
  claims: [{ claim: "Organic", body: "OneCert Asia", number: "ORG-1", validUntil: "2027-03-31", url: "" }],
  barcode: "8901234567890",
  hsn: "33030050",
  gstPercent: 12,
  price: 749.5,
  originalPrice: 999,
  netQuantityUnit: "g",
};

/** Returns a value that differs from the default. */
function valueFor(name: string, schema: z.core.$ZodType): unknown {
  const { def } = schema._zod as z.core.$ZodTypes["_zod"];
  if (name in SPECIAL) return SPECIAL[name];
  if (def.type === "optional" || def.type === "nullable") return valueFor(name, def.innerType);
  if (def.type === "array") return [valueFor(name, def.element)];
  if (def.type === "boolean") return true;
  return def.type === "number" ? 7 : `Some ${name}`;
}

const valuesFor = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, valueFor(name, schema)]));

/** An empty text for each field that may have one. */
const emptied = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, schema]) =>
      z.safeParse(schema as z.ZodMiniType, "").success ? [[name, ""]] : [],
    ),
  );

/** What the table has where these texts are empty, under its columns' names. */
const stored = (table: Table, texts: object) =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).flatMap(([field, { notNull }]) =>
      field in texts ? [[toSnakeCase(field), notNull ? "" : null]] : [],
    ),
  );
const rowOf = async (table: Table, id: string) =>
  (await rowsOf(shop, sql`select * from ${table} where id = ${Number(id)}`))[0];

/** What the audit log says of the last change. */
async function logged(type: string, id: string): Promise<Record<string, object>> {
  return (await owner.send("GET", `/audit?subject=${type}&id=${id}`)).body.data.entries[0].after;
}

async function create(title: string) {
  const size = { price: 500, netQuantity: 50, netQuantityUnit: "ml", hsn: "33030040", gstPercent: 18 };
  return (await owner.send("POST", "/products", { title, category: "perfumes", size })).body.data;
}

/** Changes something and returns the response, which later ones equal. */
async function change(path: string, body: object) {
  const { body: response } = await owner.send("PATCH", path, body);
  expect(response.errors ?? []).toEqual([]);
  const { lastChange, ...data } = response.data;
  expect((await owner.send("GET", path)).body.data).toMatchObject(data);
  return data;
}

// Pictures are uploaded first: admin-products.test.ts.
const { images, ...ofProduct } = productFields;
const { image, parent, ...ofCategory } = categoryFields;
// Statements about other fields are not stored.
const { gstFrom, packsCarryMrp, ...ofSize } = { ...sizeFields, ...sizePrices, ...sizePlace };

it("a change of any field of a product is in every response and in the audit log", async () => {
  const { _id, version } = await create("All fields");
  const values = valuesFor(ofProduct);
  expect(await change(`/products/${_id}`, { version, ...values })).toMatchObject(values);
  expect(await logged("product", _id)).toMatchObject(values);
});

it("a change of any field of a size is in every response and in the audit log", async () => {
  const { _id, version, sizes } = await create("All fields of a size");
  const values = { ...valuesFor(ofSize), onSale: false };
  const body = { version, sizes: [{ _id: sizes[0]._id, ...values }] };
  expect(await change(`/products/${_id}`, body)).toMatchObject({ sizes: [values] });
  expect(await logged("product", _id)).toEqual({ [String(valuesFor(ofSize).sku)]: values });
});

it("a change of any field of a category is in every response and in the audit log", async () => {
  const { _id, version } = (await owner.send("POST", "/categories", { name: "Soaps" })).body.data;
  const values = { ...valuesFor(ofCategory), slug: "soaps-by-hand" };
  expect(await change(`/categories/${_id}`, { version, ...values })).toMatchObject(values);
  const { slug, ...others } = values;
  expect(await logged("category", _id)).toEqual(others);
});

it("an emptied text is null where the table has null, and empty in responses", async () => {
  const { _id, version } = await create("Emptied");
  const filled = await change(`/products/${_id}`, { version, ...valuesFor(ofProduct), slug: "emptied-by-staff" });
  const texts = emptied(ofProduct);
  expect(await change(`/products/${_id}`, { version: filled.version, ...texts })).toMatchObject(texts);
  expect(await rowOf(product, _id)).toMatchObject(stored(product, texts));

  const added = (await owner.send("POST", "/categories", { name: "Emptied" })).body.data;
  const named = { ...valuesFor(ofCategory), slug: "emptied" };
  const whole = await change(`/categories/${added._id}`, { version: added.version, ...named });
  const ofIt = emptied(ofCategory);
  expect(await change(`/categories/${added._id}`, { version: whole.version, ...ofIt })).toMatchObject(ofIt);
  expect(await rowOf(category, added._id)).toMatchObject(stored(category, ofIt));
});

it.each(["", null])("a barcode that is emptied by %j is null", async (barcode) => {
  const { _id, version, sizes } = await create(`Barcode ${barcode}`);
  const size = { _id: sizes[0]._id };
  const filled = await change(`/products/${_id}`, { version, sizes: [{ ...size, barcode: "12345670" }] });
  expect(filled.sizes[0].barcode).toBe("12345670");
  const changes = { version: filled.version, sizes: [{ ...size, barcode }] };
  expect(await change(`/products/${_id}`, changes)).toMatchObject({ sizes: [{ barcode: null }] });
  expect(await rowOf(variant, size._id)).toMatchObject({ barcode: null });
});
