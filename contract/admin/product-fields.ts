/**
 * The fields of a product and its sizes that staff edits, with the limits of a product file. An empty text clears the field. Responses have
 * the same fields (`responseFields`), the audit log names those that change, and the back office's forms lack none.
 */

import * as z from "zod/mini";
import { isBarcode } from "../catalogue/barcode.ts";
import { countryOf } from "../catalogue/countries.ts";
import { PRODUCT_LIMITS as MAX } from "../catalogue/product-limits.ts";
import { CLAIM_URL, NET_QUANTITY_UNITS, PRODUCT_STATES, slug } from "../catalogue/schemas.ts";
import { MAX_SET_ENTRY, SET_ENTRY } from "../catalogue/set-contents.ts";
import { isDay } from "../dates.ts";
import { focalPoint, pictureCrop } from "../pictures.ts";
import { textField } from "../text.ts";
import { plainNumber } from "../written-numbers.ts";
import { day } from "./period.ts";

const text = (max: number, name: string) =>
  textField({ mayBeEmpty: true, max, error: `${name} has at most ${max} characters.` });
const lines = (max: number, name: string) =>
  textField({ mayBeEmpty: true, multiline: true, max, error: `${name} has at most ${max} characters.` });
const entry = (max: number) =>
  textField({
    multiline: true,
    max,
    error: `An entry has 1 to ${max} characters.`,
    missing: "An entry is empty. Please fill or remove it.",
  });
const proof = (max: number, missing: string) =>
  textField({ max, missing, error: `This has at most ${max} characters.` });
const LAST_DAY = "Please give the last day of the certificate, such as 2027-03-31.";
const list = <Schema extends z.core.$ZodType>(schema: Schema) =>
  z.array(schema).check(z.maxLength(MAX.entries, `There can be at most ${MAX.entries} entries.`));

export const productFields = {
  slug,
  title: textField({
    max: MAX.title,
    missing: "Please give the product a title.",
    error: `The title has at most ${MAX.title} characters.`,
  }),
  commonName: text(MAX.fact, "The common name"),
  subTitle: text(MAX.subTitle, "The subtitle"),
  description: lines(MAX.description, "The description"),
  category: textField({ max: MAX.slug, missing: "Please choose a category.", error: "Please choose a category." }),
  isFeatured: z.boolean(),
  isBestseller: z.boolean(),
  keyBenefits: list(entry(MAX.keyBenefit)),
  howToUse: list(entry(MAX.howToUse)),
  faqs: list(z.object({ question: entry(MAX.question), answer: entry(MAX.answer) })),
  topNotes: list(entry(MAX.note)),
  heartNotes: list(entry(MAX.note)),
  baseNotes: list(entry(MAX.note)),
  keywords: list(entry(MAX.keyword)),
  scentFamily: text(MAX.fact, "The scent family"),
  concentration: text(MAX.fact, "The concentration"),
  longevity: text(MAX.fact, "The longevity"),
  sillage: text(MAX.fact, "The sillage"),
  ingredients: lines(MAX.ingredients, "The list of ingredients"),
  allergens: list(entry(MAX.allergen)),
  isAlcoholFree: z.boolean(),
  setContents: list(
    textField({
      max: MAX_SET_ENTRY,
      pattern: SET_ENTRY,
      missing: "An entry is empty. Please fill or remove it.",
      error: "Please write name, number and unit, such as Rose Attar 2 ml.",
      tooLong: `An entry has 1 to ${MAX_SET_ENTRY} characters.`,
    }),
  ),
  countryOfOrigin: textField({
    mayBeEmpty: true,
    max: MAX.fact,
    rewrite: (typed) => countryOf(typed) ?? typed,
    error: "Please name one country, such as India or France.",
  }).check(
    z.refine(
      (name) => name === "" || countryOf(name) !== undefined,
      "Please name one country, such as India or France.",
    ),
  ),
  manufacturer: text(MAX.manufacturer, "The maker"),
  packer: text(MAX.manufacturer, "The packer"),
  importer: text(MAX.manufacturer, "The importer"),
  originPlace: text(MAX.fact, "The place"),
  originPlant: text(MAX.fact, "The plant"),
  originStory: lines(MAX.originStory, "The story"),
  shelfLifeMonths: z
    .int("Please give whole months.")
    .check(
      z.gte(0, "Please give whole months."),
      z.lte(MAX.shelfLifeMonths, `The shelf life is at most ${MAX.shelfLifeMonths} months.`),
    ),
  pairedWith: list(slug),
  wearWith: list(z.object({ slug, effect: entry(MAX.effect) })),
  claims: z
    .array(
      z.object({
        claim: proof(MAX.claim, "Please say what is claimed, such as Organic."),
        body: proof(MAX.claimBody, "Please name who certifies this."),
        number: proof(MAX.claimNumber, "Please give the number of the certificate."),
        /** Empty for a certificate that does not expire. */
        validUntil: textField({ mayBeEmpty: true, max: 10, error: LAST_DAY }).check(
          z.refine((day) => day === "" || isDay(day), LAST_DAY),
        ),
        url: textField({
          mayBeEmpty: true,
          max: MAX.url,
          pattern: CLAIM_URL,
          error: "Please give the certificate’s address, which begins with https://.",
        }),
      }),
    )
    .check(z.maxLength(MAX.claims, `A product has at most ${MAX.claims} claims.`)),
  metaTitle: text(MAX.metaTitle, "The title for search engines"),
  metaDescription: text(MAX.metaDescription, "The description for search engines"),
  /** Paths of stored pictures, in the order of the gallery. */
  images: list(
    z.object({
      path: textField({ max: 300, error: "This picture is not stored." }),
      alt: textField({
        max: MAX.alt,
        missing: "Please describe the picture for those who don’t see it.",
        error: `A description has at most ${MAX.alt} characters.`,
      }),
      /** Null removes the focal point; a missing one is kept. */
      focus: z.optional(z.nullable(focalPoint)),
      /** The picture that this one is a part of. Null: of none; without it, as before. */
      crop: z.optional(
        z.nullable(z.object({ of: textField({ max: 300, error: "This picture is not stored." }), part: pictureCrop })),
      ),
    }),
  ),
} as const;

const rupees = z.number("Please give an amount in rupees.").check(
  z.gt(0, "Please give an amount above ₹0."),
  z.lte(MAX.price, `An amount is at most ₹${MAX.price}.`),
  z.refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, "An amount has at most two decimals."),
);
const measure = z.nullable(
  z
    .int("Please give a whole number.")
    .check(z.gte(1, "Please give a whole number above 0."), z.lte(MAX.measure, `This is at most ${MAX.measure}.`)),
);

const BARCODE =
  "A barcode has 8, 12, 13 or 14 digits, and its last one checks the others. Please compare it with the pack.";

/** The fields of a size, except prices and taxes. */
export const sizeFields = {
  sku: textField({ max: MAX.sku, missing: "Please give it a SKU.", error: `A SKU has at most ${MAX.sku} characters.` }),
  label: textField({
    max: MAX.sizeLabel,
    missing: "Please name the size, such as 50 ml.",
    error: `A size has at most ${MAX.sizeLabel} characters.`,
  }),
  netQuantity: z
    .int("Please give a whole number.")
    .check(
      z.gte(1, "The net quantity is at least 1."),
      z.lte(MAX.netQuantity, `The net quantity is at most ${MAX.netQuantity}.`),
    ),
  netQuantityUnit: z.enum(NET_QUANTITY_UNITS, `The unit must be one of ${NET_QUANTITY_UNITS.join(", ")}.`),
  weightGrams: z.optional(measure),
  lengthMm: z.optional(measure),
  widthMm: z.optional(measure),
  heightMm: z.optional(measure),
  /** Empty or null if it has none. */
  barcode: z.optional(
    z.nullable(
      textField({
        mayBeEmpty: true,
        max: 14,
        error: BARCODE,
        rewrite: plainNumber,
      }).check(z.refine((digits) => digits === "" || isBarcode(digits), BARCODE)),
    ),
  ),
} as const;

/** Where a size stands among the others, and whether it is sold. */
export const sizePlace = { position: z.int().check(z.gte(0), z.lte(999)), onSale: z.boolean() } as const;

/** What `changeProductState` and a grid set. */
export const productState = {
  state: z.enum(PRODUCT_STATES, `state must be one of ${PRODUCT_STATES.join(", ")}.`),
  /** When a scheduled one is published. */
  publishAt: z.optional(
    textField({
      max: 40,
      pattern: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/,
      error: "Please choose a day and a time.",
    }),
  ),
} as const;

const percent = z
  .int("Please give whole percent.")
  .check(z.gte(0, "GST is 0 to 100 percent."), z.lte(100, "GST is 0 to 100 percent."));

/** The fields of a size that need the permission `edit_prices`. */
export const sizePrices = {
  price: rupees,
  /** The MRP, if it is above the price. */
  originalPrice: z.optional(z.nullable(rupees)),
  /** The statement that the packs in stock carry the new MRP; needed to raise it while there are any. */
  packsCarryMrp: z.optional(z.boolean()),
  /** May be empty until the product is published. */
  hsn: textField({
    mayBeEmpty: true,
    max: 8,
    pattern: /^\d{4}(\d{2}){0,2}$/,
    error: "An HSN code has 4, 6 or 8 digits.",
    rewrite: plainNumber,
  }),
  gstPercent: percent,
  /** The day in India from which `gstPercent` applies; by default today. */
  gstFrom: z.optional(day),
} as const;
