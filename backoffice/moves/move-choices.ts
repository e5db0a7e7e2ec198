/** What the form of a move's decisions calls its fields, and what they can be. */

import { FURTHER_COLUMNS, MOVED_FIELDS, type Move, type MovedField } from "../../contract/admin/moves.ts";
import { labelOfColumn } from "../products/sections.ts";

interface Choice {
  value: string;
  name: string;
}

const FIELD_NAMES: Readonly<Record<MovedField, string>> = {
  title: "Title",
  handle: "Handle: the end of its address, the same for all its sizes",
  price: "Price",
  originalPrice: "MRP or regular price",
  size: "Size",
  option2: "Second option",
  option3: "Third option",
  sku: "SKU",
  barcode: "Barcode",
  stock: "Stock",
  weight: "Weight (in grams, unless the heading says kg)",
  category: "Category",
  tags: "Tags",
  description: "Description",
  shortDescription: "Short description",
  pictures: "Pictures",
  sizePicture: "Picture of the size",
  metaTitle: "Title for search engines",
  metaDescription: "Description for search engines",
  id: "WooCommerce: ID",
  type: "WooCommerce: type (simple, variable, variation)",
  parent: "WooCommerce: parent",
  email: "Customers: email",
  firstName: "Customers: name, or first name",
  lastName: "Customers: last name",
  phone: "Customers: mobile number",
  street: "Customers: address",
  street2: "Customers: second line of the address",
  city: "Customers: city",
  province: "Customers: state",
  pincode: "Customers: pincode",
  country: "Customers: country",
  subscribed: "Customers: said yes to the newsletter (yes or no)",
};
const NOT_TAKEN = { value: "", name: "Not taken" };
const FIELDS = [NOT_TAKEN, ...MOVED_FIELDS.map((value) => ({ value, name: FIELD_NAMES[value] }))];
const FURTHER = [NOT_TAKEN, ...FURTHER_COLUMNS.map((value) => ({ value, name: labelOfColumn(value) }))];
const CHOOSE = { value: "", name: "Please choose" };

const CHOICES: Readonly<Record<string, readonly Choice[]>> = {
  pricesWithGst: [CHOOSE, { value: "yes", name: "Yes, with GST" }, { value: "no", name: "No, without GST" }],
  otherOption: [
    { value: "split", name: "One product for each of its values" },
    { value: "join", name: "Both in the name of the size" },
  ],
  withoutQuantity: [
    CHOOSE,
    { value: "piece", name: "Are 1 piece" },
    { value: "leave_out", name: "Leave them out, with their products" },
  ],
  repeatedSkus: [
    CHOOSE,
    { value: "renew", name: "Make new ones, of the SKU and the size" },
    { value: "leave_out", name: "Leave their products out" },
  ],
  stock: [
    { value: "all", name: "Take it" },
    { value: "new", name: "Take it for new sizes only" },
    { value: "none", name: "Don’t take it" },
  ],
  pictures: [
    { value: "all", name: "Fetch all" },
    { value: "reachable", name: "Without those that could not be fetched the last time" },
    { value: "none", name: "None" },
  ],
  takesArchived: [
    { value: "no", name: "Leave them out" },
    { value: "yes", name: "Take them as drafts, too" },
  ],
  packsCarryMrp: [
    { value: "no", name: "No, or no MRP is raised" },
    { value: "yes", name: "Yes, all of them" },
  ],
};

/** Returns what can be chosen in a field; nothing for one in which text is typed. */
export function choicesOf({ facts, categories }: Move, name: string): readonly Choice[] {
  if (name === "sizeOption") return [CHOOSE, ...facts.twoOptions.names.map((value) => ({ value, name: value }))];
  if (name.startsWith("category ")) return [CHOOSE, ...categories.map(({ slug, name }) => ({ value: slug, name }))];
  if (name.startsWith("field ")) return FIELDS;
  if (name.startsWith("further ")) return FURTHER;
  return CHOICES[name] ?? [];
}

/** Returns a number with what it counts: “1 product”. */
export const count = (number: number, one: string, many: string) =>
  number === 1 ? `1 ${one}` : `${number.toLocaleString("en-IN")} ${many}`;

const wordName = (word: string) => word || "products without a word";

/** Returns the label of each field. */
export const labelsOf = ({ facts, decisions }: Move): Record<string, string> => ({
  pricesWithGst: "Do the prices include GST?",
  shelfLifeMonths: "Shelf life in months",
  country: "Country of origin, where the files name none",
  sizeOption: "Which option is the size?",
  otherOption: "The other option",
  withoutQuantity: "Sizes without a net quantity",
  repeatedSkus: "SKUs that several sizes have",
  stock: "Stock",
  uncountedUnits: "Units of sizes that the other shop does not count",
  pictures: "Pictures",
  takesArchived: count(facts.archived, "archived product", "archived products"),
  packsCarryMrp: "Do the packs in stock carry the MRP of these files?",
  ...Object.fromEntries(facts.unknown.map(({ heading }) => [`field ${heading}`, heading])),
  ...Object.fromEntries(facts.further.map(({ heading }) => [`further ${heading}`, heading])),
  ...Object.fromEntries(
    decisions.words.flatMap(({ word }) => [
      [`category ${word}`, `Category of ${wordName(word)}`],
      [`hsn ${word}`, `HSN of ${wordName(word)}`],
      [`gst ${word}`, `GST % of ${wordName(word)}`],
    ]),
  ),
});
