/** Recognises whose file a table is by its headings, and finds its columns. Pure. */

import type { MOVED_FIELDS, PeopleKind } from "../../../contract/admin/moves.ts";
import { headingOf } from "../../shop/catalogue/import/csv-table.ts";

/** What a column says; those of `MOVED_FIELDS` may be matched by hand. */
export type Field =
  | (typeof MOVED_FIELDS)[number]
  | "taxonomy"
  | "option1Name"
  | "option2Name"
  | "option3Name"
  | "tracker"
  | "netQuantity"
  | "netUnit"
  | "shipped"
  | "picturePosition"
  | "giftCard"
  | "status"
  | "published"
  | "inStock"
  | "saleStarts"
  | "saleEnds"
  | "length"
  | "width"
  | "height"
  | "hsn"
  | "location"
  | "position"
  | "addressPhone"
  | "orderNumber"
  | "placedAt"
  | "paymentStatus"
  | "fulfilmentStatus"
  | "cancelledAt"
  | "currency"
  | "total"
  | "refunded"
  | "itemName"
  | "itemQuantity"
  | "itemPrice"
  | "itemSku"
  | "billingName"
  | "shippingName"
  | "shippingCity";

export type TableKind =
  | "shopify"
  | "woocommerce"
  | "inventory"
  | "customers"
  | "orders"
  | "redirects"
  | "own"
  | "other";

export interface Column {
  at: number;
  /** As the file writes it. */
  heading: string;
}
export interface Table {
  kind: TableKind;
  headings: readonly string[];
  columns: Partial<Record<Field, Column>>;
  /** Product columns that mean something in the other shop alone, and may be matched: metafields and attributes. */
  further: readonly Column[];
  /** WooCommerce: the pairs of columns of its attributes. */
  attributes: readonly { name: Column; value: Column }[];
  /** Headings of columns that are not taken. */
  ignored: readonly string[];
}

type Headings = Partial<Record<Field, readonly string[]>>;

/** Shopify's headings since 2025, and those before. */
const SHOPIFY: Headings = {
  handle: ["url handle", "handle"],
  title: ["title"],
  description: ["description", "body (html)", "body html"],
  category: ["type"],
  taxonomy: ["product category"],
  tags: ["tags"],
  status: ["status"],
  option1Name: ["option1 name"],
  size: ["option1 value"],
  option2Name: ["option2 name"],
  option2: ["option2 value"],
  option3Name: ["option3 name"],
  option3: ["option3 value"],
  sku: ["sku", "variant sku"],
  barcode: ["barcode", "variant barcode"],
  price: ["price", "variant price"],
  originalPrice: ["compare-at price", "compare at price", "variant compare at price"],
  netQuantity: ["unit price total measure"],
  netUnit: ["unit price total measure unit"],
  tracker: ["inventory tracker", "variant inventory tracker"],
  stock: ["inventory quantity", "variant inventory qty"],
  weight: ["weight value (grams)", "variant grams"],
  shipped: ["requires shipping", "variant requires shipping"],
  pictures: ["product image url", "image src"],
  picturePosition: ["image position"],
  sizePicture: ["variant image url", "variant image"],
  giftCard: ["gift card"],
  metaTitle: ["seo title"],
  metaDescription: ["seo description"],
};

const INVENTORY: Headings = {
  handle: ["handle", "url handle"],
  title: ["title"],
  size: ["option1 value"],
  option2: ["option2 value"],
  option3: ["option3 value"],
  sku: ["sku"],
  hsn: ["hs code"],
  country: ["coo"],
  location: ["location"],
  stock: ["available", "available (not editable)", "on hand (current)", "on hand"],
};

const WOOCOMMERCE: Headings = {
  id: ["id"],
  type: ["type"],
  sku: ["sku"],
  barcode: ["gtin, upc, ean, or isbn"],
  title: ["name"],
  published: ["published"],
  shortDescription: ["short description"],
  description: ["description"],
  saleStarts: ["date sale price starts"],
  saleEnds: ["date sale price ends"],
  inStock: ["in stock?"],
  stock: ["stock"],
  price: ["sale price"],
  originalPrice: ["regular price"],
  category: ["categories"],
  tags: ["tags"],
  pictures: ["images"],
  parent: ["parent"],
  position: ["position"],
  metaTitle: ["meta: _yoast_wpseo_title", "meta: rank_math_title"],
  metaDescription: ["meta: _yoast_wpseo_metadesc", "meta: rank_math_description"],
};
/**
 * Customers: Shopify's headings since 2025 and before, WooCommerce's analytics, and this shop's own list. A state's name comes before its code,
 * which other systems write in their own way.
 */
const CUSTOMERS: Headings = {
  email: ["email", "email address", "e-mail"],
  firstName: ["first name", "name"],
  lastName: ["last name"],
  phone: ["phone"],
  street: ["default address address1", "address1", "address"],
  street2: ["default address address2", "address2"],
  city: ["default address city", "city"],
  province: [
    "default address province",
    "province",
    "default address province code",
    "province code",
    "region",
    "state",
  ],
  pincode: ["default address zip", "zip", "postal code", "postcode", "pincode"],
  country: ["default address country code", "country code", "default address country", "country", "country / region"],
  addressPhone: ["default address phone"],
  subscribed: ["accepts email marketing", "accepts marketing"],
};
/** Shopify's orders, a row for each item. */
const ORDERS: Headings = {
  orderNumber: ["name"],
  email: ["email"],
  placedAt: ["created at"],
  paymentStatus: ["financial status"],
  fulfilmentStatus: ["fulfillment status"],
  cancelledAt: ["cancelled at"],
  currency: ["currency"],
  total: ["total"],
  refunded: ["refunded amount"],
  itemName: ["lineitem name"],
  itemQuantity: ["lineitem quantity"],
  itemPrice: ["lineitem price"],
  itemSku: ["lineitem sku"],
  billingName: ["billing name"],
  shippingName: ["shipping name"],
  shippingCity: ["shipping city"],
};
/** WooCommerce's columns of measures, whose headings name the shop's unit: "Weight (kg)". */
const MEASURES = { weight: /^weight \(/, length: /^length \(/, width: /^width \(/, height: /^height \(/ } as const;
const KNOWN: Partial<Record<TableKind, Headings>> = {
  ...{ shopify: SHOPIFY, woocommerce: WOOCOMMERCE, inventory: INVENTORY, customers: CUSTOMERS, orders: ORDERS },
};
const ATTRIBUTE = /^attribute (\d+) (name|value\(s\))$/;
const METAFIELD = /\(product\.metafields\.[^)]+\)$/;
/** Internal values of WordPress, such as prices that an export repeats. */
const META = /^meta: (?!_)/;

const plain = (cell: string) => headingOf(cell).toLowerCase().replace(/\s+/g, " ");

/**
 * Recognises a table by its headings.
 * @param byHand fields by heading, chosen by the owner for a table that is not recognised
 */
export function recognise(cells: readonly string[], byHand: Readonly<Record<string, string>> = {}): Table {
  const headings = cells.map(headingOf);
  const names = headings.map(plain);
  const has = (...all: string[]) => all.every((name) => names.includes(name));
  const kind = kindOf(has, names);
  const columns: Table["columns"] = {};
  for (const [field, written] of Object.entries(KNOWN[kind] ?? {}) as [Field, readonly string[]][]) {
    const at = names.indexOf(written.find((one) => names.includes(one)) ?? "no column");
    if (at >= 0) columns[field] = { at, heading: headings[at] ?? "" };
  }
  if (kind === "woocommerce")
    for (const [field, pattern] of Object.entries(MEASURES) as [keyof typeof MEASURES, RegExp][]) {
      const at = names.findIndex((name) => pattern.test(name));
      if (at >= 0) columns[field] = { at, heading: headings[at] ?? "" };
    }
  if (kind === "other")
    for (const [at, heading] of headings.entries()) {
      const field = byHand[heading] as Field | undefined;
      if (field) columns[field] = { at, heading };
    }
  const attributes = kind === "woocommerce" ? attributesIn(names, headings) : [];
  const taken = new Set([
    ...Object.values(columns).map(({ at }) => at),
    ...attributes.flatMap(({ name, value }) => [name.at, value.at]),
  ]);
  const isFurther = (name: string) => (kind === "shopify" ? METAFIELD : META).test(name) || kind === "other";
  const rest = headings.flatMap((heading, at) => (heading === "" || taken.has(at) ? [] : [{ at, heading }]));
  return {
    kind,
    headings,
    columns,
    further: rest.filter(({ heading }) => isFurther(plain(heading))),
    attributes,
    ignored: rest
      .filter(({ heading }) => !isFurther(plain(heading)) && !ATTRIBUTE_DETAIL.test(heading))
      .map(({ heading }) => heading),
  };
}

const ATTRIBUTE_DETAIL = /^Attribute \d+ (visible|global|default)$|Option\d Linked To$/i;

function attributesIn(names: readonly string[], headings: readonly string[]): Table["attributes"] {
  const found = new Map<string, { name?: Column; value?: Column }>();
  for (const [at, name] of names.entries()) {
    const [, number = "", part] = ATTRIBUTE.exec(name) ?? [];
    if (number === "") continue;
    const pair = found.get(number) ?? {};
    pair[part === "name" ? "name" : "value"] = { at, heading: headings[at] ?? "" };
    found.set(number, pair);
  }
  return [...found.values()].flatMap(({ name, value }) => (name && value ? [{ name, value }] : []));
}

function kindOf(has: (...names: string[]) => boolean, names: readonly string[]): TableKind {
  if (has("type", "name", "regular price")) return "woocommerce";
  if (has("handle", "location") && names.some((name) => name.startsWith("on hand") || name.startsWith("available")))
    return "inventory";
  const hasHandle = has("handle") || has("url handle");
  if (hasHandle && has("title") && (has("price") || has("variant price") || has("option1 value"))) return "shopify";
  if (has("redirect from", "redirect to")) return "redirects";
  if (has("lineitem name", "lineitem quantity", "name") || has("financial status")) return "orders";
  if (
    names.some((name) => ["accepts email marketing", "accepts marketing", "total spent", "total spend"].includes(name))
  )
    return "customers";
  if (has("email", "joined_on")) return "customers";
  return has("slug") ? "own" : "other";
}

/** Whether a table has people, and which; null if it has none. */
export const peopleIn = ({ kind, columns }: Table): PeopleKind | null =>
  kind === "orders" ? "orders" : kind === "customers" || (kind === "other" && "email" in columns) ? "customers" : null;

/** Whether cells are the headings of a file that is recognised, or that the owner has matched. */
export const isMovedHeader =
  (byHand: Readonly<Record<string, string>> = {}) =>
  (cells: readonly string[]): boolean => {
    if (recognise(cells).kind !== "other") return true;
    const headings = cells.map(headingOf);
    const matched = Object.keys(byHand).filter((heading) => byHand[heading]);
    return matched.length > 0 && matched.every((heading) => headings.includes(heading));
  };
