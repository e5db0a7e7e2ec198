import type * as z from "zod/mini";
import type { productFields } from "../../contract/admin/product-fields.ts";
import type { AdminProduct } from "../../contract/admin/products.ts";
import type { FieldKind } from "./product-draft.ts";

/** The sections of the editor, by path, in their order. Each has its own URL and is saved by itself. */
const SECTION_NAMES = {
  texts: "Texts",
  sizes: "Sizes and prices",
  dates: "Planned prices and GST",
  pictures: "Pictures",
  notes: "Notes and scent",
  ingredients: "Ingredients",
  legal: "Legal",
  claims: "Claims",
  categories: "Categories and pairs",
  "search-engines": "Search engines",
} as const;
type SectionPath = keyof typeof SECTION_NAMES;
/** The sections with forms of their own, which show no other fields. */
type OwnForm = "sizes" | "dates" | "pictures";

type FieldName = Exclude<keyof typeof productFields, "images">;
type ValueOf<Name extends FieldName> = z.output<(typeof productFields)[Name]>;
/** How a value can be edited. */
type KindOf<Value> = Value extends boolean
  ? "flag"
  : Value extends number
    ? "number"
    : Value extends string
      ? "line" | "text" | "category"
      : Value extends string[]
        ? "words" | "entries"
        : Value extends { question: string }[]
          ? "faqs"
          : Value extends { effect: string }[]
            ? "pairs"
            : Value extends { claim: string }[]
              ? "claims"
              : never;

interface FieldOptions {
  section: Exclude<SectionPath, OwnForm>;
  label: string;
  kind: FieldKind;
  hint?: string;
  rows?: number;
}
export interface SectionField extends FieldOptions {
  name: FieldName;
}
export interface Section {
  path: SectionPath;
  name: string;
  fields: readonly SectionField[];
}

/**
 * The fields of the editor, in the order of their sections. What can be set of a product has one here, of a kind that its type fits;
 * pictures have a form of their own.
 */
const FIELDS = {
  title: { section: "texts", label: "Title", kind: "line" },
  subTitle: { section: "texts", label: "Subtitle", kind: "line" },
  description: {
    section: "texts",
    label: "Description",
    kind: "text",
    rows: 10,
    hint: "An empty line begins a paragraph.",
  },
  keyBenefits: { section: "texts", label: "Key benefits", kind: "entries" },
  howToUse: { section: "texts", label: "How to use", kind: "entries" },
  faqs: { section: "texts", label: "Questions and answers", kind: "faqs" },
  topNotes: { section: "notes", label: "Top notes", kind: "words", hint: "One a line." },
  heartNotes: { section: "notes", label: "Heart notes", kind: "words", hint: "One a line." },
  baseNotes: { section: "notes", label: "Base notes", kind: "words", hint: "One a line." },
  scentFamily: { section: "notes", label: "Scent family", kind: "line" },
  concentration: { section: "notes", label: "Concentration", kind: "line" },
  longevity: { section: "notes", label: "Longevity", kind: "line" },
  sillage: { section: "notes", label: "Sillage", kind: "line" },
  ingredients: {
    section: "ingredients",
    label: "Ingredients",
    kind: "text",
    rows: 6,
    hint: "INCI names, separated by commas.",
  },
  allergens: {
    section: "ingredients",
    label: "Fragrance allergens",
    kind: "words",
    hint: "One per line, as declared by the maker.",
  },
  isAlcoholFree: { section: "ingredients", label: "Without alcohol, so that it may go by air", kind: "flag" },
  originPlace: {
    section: "ingredients",
    label: "Where the main ingredient comes from",
    kind: "line",
    hint: "Such as Ganjam, Odisha.",
  },
  originPlant: { section: "ingredients", label: "Botanical name of the plant", kind: "line" },
  originStory: { section: "ingredients", label: "Story of the place and its makers", kind: "text", rows: 4 },
  commonName: {
    section: "legal",
    label: "Common name",
    kind: "line",
    hint: "What it is, such as Eau de parfum. Empty: that of its category.",
  },
  setContents: {
    section: "legal",
    label: "Products in the set",
    kind: "words",
    hint: "Of a set only: name and net quantity of each, one per line, such as Rose Attar 2 ml.",
  },
  countryOfOrigin: { section: "legal", label: "Country of origin", kind: "line" },
  manufacturer: {
    section: "legal",
    label: "Maker",
    kind: "line",
    hint: "Name and address. Empty: the shop’s, as in the settings, for what is made in India.",
  },
  packer: { section: "legal", label: "Packer", kind: "line", hint: "Name and address, if the maker does not pack it." },
  importer: {
    section: "legal",
    label: "Importer",
    kind: "line",
    hint: "Name and address, for what comes from abroad. Empty: the shop’s, as in the settings.",
  },
  shelfLifeMonths: {
    section: "legal",
    label: "Shelf life in months",
    kind: "number",
    hint: "From manufacture; the pack of each lot names its month.",
  },
  claims: { section: "claims", label: "Claims with their proof", kind: "claims" },
  category: { section: "categories", label: "Category", kind: "category" },
  isFeatured: { section: "categories", label: "Featured", kind: "flag" },
  isBestseller: { section: "categories", label: "Best seller", kind: "flag" },
  keywords: {
    section: "categories",
    label: "Words that shoppers search for",
    kind: "words",
    hint: "One per line, such as unisex. Never shown.",
  },
  pairedWith: {
    section: "categories",
    label: "Goes well with",
    kind: "words",
    hint: "Slugs of products, one per line, best first.",
  },
  wearWith: { section: "categories", label: "Worn together", kind: "pairs" },
  metaTitle: { section: "search-engines", label: "Title for search engines", kind: "line", hint: "Empty: the title." },
  metaDescription: {
    section: "search-engines",
    label: "Description for search engines",
    kind: "text",
    rows: 3,
    hint: "Empty: the subtitle and the beginning of the description.",
  },
  slug: {
    section: "search-engines",
    label: "Address",
    kind: "line",
    hint: "Small letters, digits and hyphens. The former URL redirects here permanently.",
  },
} as const satisfies { [Name in FieldName]: FieldOptions & { kind: KindOf<ValueOf<Name>> } };

/** The name of a field of the product form by that of its column in the product file: `sub_title` is `subTitle`. */
type NameOfColumn<Column extends string> = Column extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<NameOfColumn<Rest>>}`
  : Column;

/** The label of the field that a column of the product file fills. */
export function labelOfColumn<Column extends string>(
  column: NameOfColumn<Column> extends FieldName ? Column : never,
): string {
  return FIELDS[column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as FieldName].label;
}

const ALL_FIELDS = Object.entries<FieldOptions>(FIELDS).map(([name, field]) => ({ name: name as FieldName, ...field }));

export const SECTIONS = (Object.keys(SECTION_NAMES) as SectionPath[]).map(sectionAt);

function sectionAt(path: SectionPath): Section {
  return { path, name: SECTION_NAMES[path], fields: ALL_FIELDS.filter(({ section }) => section === path) };
}

/** Returns the section with this path; the first for an unknown one. */
export const sectionOf = (path: string | undefined): Section =>
  SECTIONS.find((one) => one.path === path) ?? sectionAt("texts");

/** The key of a section's unsaved input. */
export const draftKey = (productId: string, path: string) => `product ${productId} ${path}`;

/** Says what saving a product has done: shoppers see only a published one. */
export const savedText = ({ state }: Pick<AdminProduct, "state">): string =>
  state === "published" ? "Saved. The shop shows it now." : "Saved.";
