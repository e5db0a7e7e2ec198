/** Categories of the menu and their subcategories. */

import * as z from "zod/mini";
import { CATEGORY_LIMITS as MAX } from "../catalogue/category-limits.ts";
import { slug } from "../catalogue/schemas.ts";
import { MAX_UPLOADED_PICTURE_BYTES } from "../limits.ts";
import { picture } from "../pictures.ts";
import { responseFields } from "../response-fields.ts";
import { responseOf } from "../responses.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";

const id = rowId("id must be digits.");
const byId = z.object({ id });

const listedCategory = z.object({
  _id: z.string(),
  slug: z.string(),
  name: z.string(),
  image: z.nullable(picture),
  /** Number of its products in any state, including those of its subcategories. */
  products: z.number(),
});
const categoryTree = z.array(z.extend(listedCategory, { subcategories: z.array(listedCategory) }));
export type CategoryTree = z.infer<typeof categoryTree>;
export type ListedCategory = z.infer<typeof listedCategory>;

const text = (max: number, name: string) =>
  textField({ mayBeEmpty: true, max, error: `${name} has at most ${max} characters.` });

/** The fields of a category that staff edits, with the limits of a category file. An empty text clears the field. Responses have the same. */
export const categoryFields = {
  name: textField({
    max: MAX.name,
    missing: "Please give the category a name.",
    error: `The name has at most ${MAX.name} characters.`,
  }),
  slug,
  /** The `_id` of its parent category; null for a category of the menu. */
  parent: z.nullable(rowId("There is no such category.")),
  description: text(MAX.description, "The description"),
  image: z.nullable(
    z.object({
      path: textField({ max: 300, error: "This picture is not stored." }),
      alt: textField({
        max: MAX.alt,
        missing: "Please describe the picture for those who don’t see it.",
        error: `A description has at most ${MAX.alt} characters.`,
      }),
    }),
  ),
  commonName: text(MAX.commonName, "The common name"),
  /** Its number or path in Google's list of product categories. */
  googleCategory: text(MAX.googleCategory, "The Google product category"),
  metaTitle: text(MAX.metaTitle, "The title for search engines"),
  metaDescription: text(MAX.metaDescription, "The description for search engines"),
} as const;
const { name, parent } = categoryFields;

const adminCategory = z.object({
  _id: z.string(),
  /** Sent with a change, which is rejected if the category has changed since. */
  version: z.number(),
  ...responseFields(categoryFields),
  image: z.nullable(picture),
  subcategories: z.number(),
  /** Number of its products in any state, including those of its subcategories. */
  products: z.number(),
  /** Its former slugs, which redirect. */
  formerSlugs: z.array(z.string()),
  lastChange: z.nullable(z.object({ by: z.string(), at: z.string() })),
});
export type AdminCategory = z.infer<typeof adminCategory>;

const order = z.array(id).check(z.maxLength(1000));

const EDIT = {
  tag: "Products",
  permission: "edit_products",
  method: "POST",
  errorStatuses: [409],
} as const;

export const categoryEndpoints = {
  listAdminCategories: {
    tag: "Products",
    permission: "view_products",
    method: "GET",
    path: "/categories",
    summary: "The categories with their subcategories, in the order of the menu, with the number of their products",
    response: responseOf(categoryTree),
  },
  readAdminCategory: {
    tag: "Products",
    permission: "view_products",
    method: "GET",
    path: "/categories/:id",
    summary: "One category or subcategory",
    params: byId,
    response: responseOf(adminCategory),
  },
  createCategory: {
    ...EDIT,
    path: "/categories",
    repeat: "key",
    summary: "Add a category behind the others; its slug follows from its name",
    body: z.object({ name, parent: z._default(parent, null) }),
    response: responseOf(adminCategory),
  },
  changeCategory: {
    ...EDIT,
    method: "PATCH",
    path: "/categories/:id",
    repeat: "seen",
    summary: "Change fields of a category; its products follow it to another category, and a former slug redirects",
    params: byId,
    body: z.object({ version: z.int(), ...z.partial(z.object(categoryFields)).shape }),
    response: responseOf(adminCategory),
  },
  orderCategories: {
    ...EDIT,
    path: "/categories/order",
    repeat: "seen",
    summary:
      "Change the order of the menu, or of the subcategories of a category, if it is still the one that was seen",
    body: z.object({ parent, from: order, to: order }),
    response: responseOf(categoryTree),
  },
  deleteCategory: {
    ...EDIT,
    path: "/categories/:id/delete",
    repeat: "seen",
    summary: "Delete a category without subcategories; its products go to another one, and so does its address",
    stepUp: true,
    params: byId,
    body: z.object({ version: z.int(), productsTo: z._default(parent, null) }),
    response: responseOf(categoryTree),
  },
  uploadCategoryPicture: {
    tag: "Products",
    permission: "edit_products",
    method: "POST",
    path: "/category-pictures",
    repeat: "harmless",
    summary: "Store a picture, which a category can then name; its type is recognised by its content",
    files: { file: { maxBytes: MAX_UPLOADED_PICTURE_BYTES } },
    errorStatuses: [429],
    response: responseOf(z.omit(picture, { alt: true })),
  },
} as const satisfies Record<string, AdminEndpoint>;
