import type { SectionField } from "./product-draft.ts";

/** The sections of the editor. Each has its own URL and is saved by itself. */
export interface Section {
  path: string;
  name: string;
  fields: readonly SectionField[];
}

export const SECTIONS = [
  {
    path: "texts",
    name: "Texts",
    fields: [
      { name: "title", label: "Title", kind: "line" },
      { name: "subTitle", label: "Subtitle", kind: "line" },
      { name: "description", label: "Description", kind: "text", rows: 10, hint: "An empty line begins a paragraph." },
      { name: "keyBenefits", label: "Key benefits", kind: "entries" },
      { name: "howToUse", label: "How to use", kind: "entries" },
      { name: "faqs", label: "Questions and answers", kind: "faqs" },
    ],
  },
  { path: "sizes", name: "Sizes and prices", fields: [] },
  { path: "dates", name: "Planned prices and GST", fields: [] },
  { path: "pictures", name: "Pictures", fields: [] },
  {
    path: "notes",
    name: "Notes and scent",
    fields: [
      { name: "topNotes", label: "Top notes", kind: "words", hint: "One a line." },
      { name: "heartNotes", label: "Heart notes", kind: "words", hint: "One a line." },
      { name: "baseNotes", label: "Base notes", kind: "words", hint: "One a line." },
      { name: "scentFamily", label: "Scent family", kind: "line" },
      { name: "concentration", label: "Concentration", kind: "line" },
      { name: "longevity", label: "Longevity", kind: "line" },
      { name: "sillage", label: "Sillage", kind: "line" },
    ],
  },
  {
    path: "ingredients",
    name: "Ingredients",
    fields: [
      { name: "ingredients", label: "Ingredients", kind: "text", rows: 6, hint: "INCI names, separated by commas." },
      {
        name: "allergens",
        label: "Fragrance allergens",
        kind: "words",
        hint: "One per line, as declared by the maker.",
      },
      {
        name: "originPlace",
        label: "Where the main ingredient comes from",
        kind: "line",
        hint: "Such as Ganjam, Odisha.",
      },
      { name: "originPlant", label: "Botanical name of the plant", kind: "line" },
      { name: "originStory", label: "Story of the place and its makers", kind: "text", rows: 4 },
    ],
  },
  {
    path: "legal",
    name: "Legal",
    fields: [
      { name: "countryOfOrigin", label: "Country of origin", kind: "line" },
      {
        name: "manufacturer",
        label: "Maker",
        kind: "line",
        hint: "Name and address. Empty: the shop’s, as in the settings, for what is made in India.",
      },
      {
        name: "packer",
        label: "Packer",
        kind: "line",
        hint: "Name and address, if the maker does not pack it.",
      },
      {
        name: "importer",
        label: "Importer",
        kind: "line",
        hint: "Name and address, for what comes from abroad. Empty: the shop’s, as in the settings.",
      },
      {
        name: "shelfLifeMonths",
        label: "Shelf life in months",
        kind: "number",
        hint: "From manufacture; the pack of each lot names its month.",
      },
    ],
  },
  {
    path: "claims",
    name: "Claims",
    fields: [{ name: "claims", label: "Claims with their proof", kind: "claims" }],
  },
  {
    path: "categories",
    name: "Categories and pairs",
    fields: [
      { name: "category", label: "Category", kind: "category" },
      { name: "isFeatured", label: "Featured", kind: "flag" },
      { name: "isBestseller", label: "Best seller", kind: "flag" },
      {
        name: "keywords",
        label: "Words that shoppers search for",
        kind: "words",
        hint: "One per line, such as unisex. Never shown.",
      },
      {
        name: "pairedWith",
        label: "Goes well with",
        kind: "words",
        hint: "Slugs of products, one per line, best first.",
      },
      { name: "wearWith", label: "Worn together", kind: "pairs" },
    ],
  },
  {
    path: "search-engines",
    name: "Search engines",
    fields: [
      { name: "metaTitle", label: "Title for search engines", kind: "line", hint: "Empty: the title." },
      {
        name: "metaDescription",
        label: "Description for search engines",
        kind: "text",
        rows: 3,
        hint: "Empty: the subtitle and the beginning of the description.",
      },
      {
        name: "slug",
        label: "Address",
        kind: "line",
        hint: "Small letters, digits and hyphens. The former URL redirects here permanently.",
      },
    ],
  },
] as const satisfies readonly Section[];

/** The key of a section's unsaved input. */
export const draftKey = (productId: string, path: string) => `product ${productId} ${path}`;
