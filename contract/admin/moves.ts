/** Moves from another shop: its files are read, the owner decides, and ordinary rows are staged as an import of products. */

import * as z from "zod/mini";
import { PRODUCT_LIMITS } from "../catalogue/product-limits.ts";
import { responseOf } from "../responses.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { MAX_COLUMNS } from "./imports.ts";

/** Maximum number of files of a move, and of all their bytes. */
export const MAX_MOVE_FILES = 10;
export const MAX_MOVE_BYTES = 50 * 1024 * 1024;
/** Maximum number of notes that are stored; further ones are only counted. */
export const MAX_MOVE_NOTES = 10_000;
/** Maximum number of the other shop's words for categories. */
const MAX_WORDS = 2000;

/** What the owner may match a column with, where nobody knows the file. */
export const MOVED_FIELDS = [
  "title",
  "handle",
  "price",
  "originalPrice",
  "size",
  "option2",
  "option3",
  "sku",
  "barcode",
  "stock",
  "weight",
  "category",
  "tags",
  "description",
  "shortDescription",
  "pictures",
  "sizePicture",
  "metaTitle",
  "metaDescription",
  "id",
  "type",
  "parent",
  "email",
  "firstName",
  "lastName",
  "phone",
  "street",
  "street2",
  "city",
  "province",
  "pincode",
  "country",
  "subscribed",
] as const;
export type MovedField = (typeof MOVED_FIELDS)[number];

/** The columns of the product file that a further column of the other shop may fill, such as a metafield. */
export const FURTHER_COLUMNS = [
  "sub_title",
  "common_name",
  "key_benefits",
  "how_to_use",
  "top_notes",
  "heart_notes",
  "base_notes",
  "keywords",
  "scent_family",
  "concentration",
  "longevity",
  "sillage",
  "ingredients",
  "allergens",
  "country_of_origin",
  "shelf_life_months",
  "origin_place",
  "origin_story",
  "manufacturer",
  "packer",
  "importer",
] as const;
export type FurtherColumn = (typeof FURTHER_COLUMNS)[number];

const MOVE_SOURCES = ["shopify", "woocommerce", "other"] as const;
export type MoveSource = (typeof MOVE_SOURCES)[number];

const heading = textField({ max: 100, error: "A heading may have 100 characters." });
const oneOf = <const Values extends readonly [string, ...string[]]>(name: string, values: Values) =>
  z.enum(values, `${name} must be one of ${values.join(", ")}.`);
const flag = (name: string) => z.boolean(`${name} must be true or false.`);
const list = <T extends z.core.$ZodType>(entry: T, max: number) =>
  z.array(entry).check(z.maxLength(max, `There may be ${max} of them.`));

const word = z.object({
  /** The other shop's word; "" for products without one. */
  word: textField({ max: 300, mayBeEmpty: true, error: "A word may have 300 characters." }),
  /** Slug of a category of this shop; "" if it is not decided. */
  category: textField({
    ...{ max: PRODUCT_LIMITS.slug, mayBeEmpty: true, pattern: /^[a-z0-9-]*$/ },
    error: "Please choose a category of this shop.",
  }),
  hsn: textField({
    ...{ max: 8, mayBeEmpty: true, pattern: /^(\d{4}(\d{2}){0,2})?$/ },
    error: "An HSN code has 4, 6 or 8 digits.",
  }),
  gstPercent: z.nullable(
    z.int("Please give a whole percent.").check(z.gte(0, "At least 0 %."), z.lte(100, "At most 100 %.")),
  ),
});
export type WordDecision = z.infer<typeof word>;

const moveDecisions = z.object({
  /** Fields by heading, of a file that nobody knows. */
  columns: list(z.object({ heading, field: oneOf("field", MOVED_FIELDS) }), MAX_COLUMNS),
  further: list(z.object({ heading, column: oneOf("column", FURTHER_COLUMNS) }), MAX_COLUMNS),
  /** Null until it is decided. */
  pricesWithGst: z.nullable(flag("pricesWithGst")),
  /** The option that is the size, where a product has two; "" if it is not decided. */
  sizeOption: textField({ max: 100, mayBeEmpty: true, error: "There is no such option." }),
  /** What becomes of the other option: one product for each value, or both in the name of the size. */
  otherOption: oneOf("otherOption", ["split", "join"]),
  words: list(word, MAX_WORDS),
  /** Of products for which the files name none. */
  country: textField({ max: 60, mayBeEmpty: true, error: "A country may have 60 characters." }),
  shelfLifeMonths: z.nullable(
    z
      .int("Please give whole months.")
      .check(
        z.gte(1, "At least 1 month."),
        z.lte(PRODUCT_LIMITS.shelfLifeMonths, `At most ${PRODUCT_LIMITS.shelfLifeMonths} months.`),
      ),
  ),
  /** What is sold without a measure in its words: one piece, or not taken. Null until it is decided. */
  withoutQuantity: z.nullable(oneOf("withoutQuantity", ["piece", "leave_out"])),
  /** What becomes of SKUs that several sizes have: new ones are made of them, or their products are not taken. Null until it is decided. */
  repeatedSkus: z.nullable(oneOf("repeatedSkus", ["renew", "leave_out"])),
  /** Units of what the other shop does not count. */
  uncountedUnits: z
    .int("Please give a whole number.")
    .check(z.gte(0, "At least 0."), z.lte(PRODUCT_LIMITS.stock, `At most ${PRODUCT_LIMITS.stock}.`)),
  /** Whose stock is taken: all sizes’, only that of sizes which this shop lacks, or none. */
  stock: oneOf("stock", ["all", "new", "none"]),
  /** `reachable`: without those that the staged import could not get. */
  pictures: oneOf("pictures", ["all", "reachable", "none"]),
  takesArchived: flag("takesArchived"),
  /** States that the packs in stock carry the MRP of these files: needed to raise it. */
  packsCarryMrp: flag("packsCarryMrp"),
});
export type MoveDecisions = z.infer<typeof moveDecisions>;

const note = z.object({
  file: z.string(),
  /** The row's number in a spreadsheet; null for the whole file. */
  row: z.nullable(z.number()),
  /** The heading; "" for the whole row. */
  column: z.string(),
  product: z.string(),
  cell: z.string(),
  /** Why, and the way out. */
  message: z.string(),
  /** `product`: not taken; `cell`: taken without this cell; `said`: taken, but not as it stands. */
  loss: z.enum(["product", "cell", "said"]),
});
export type MoveNote = z.infer<typeof note>;

const counts = z.object({
  /** In the files. */
  products: z.number(),
  sizes: z.number(),
  /** Of those that are taken: how many this shop has already. */
  known: z.number(),
  new: z.number(),
  takenSizes: z.number(),
  /** Not taken, as the notes say. */
  refused: z.number(),
  notes: z.number(),
});
export type MoveCounts = z.infer<typeof counts>;

const facts = z.object({
  files: z.array(
    z.object({
      ...{ name: z.string(), kind: z.string(), rows: z.number(), text: z.string() },
      /** What is uncertain about the file as a whole. */
      remark: z.optional(z.string()),
    }),
  ),
  source: z.nullable(z.enum(MOVE_SOURCES)),
  /** Columns to be matched by hand, with their first cells; empty if every file is known. */
  unknown: z.array(z.object({ heading: z.string(), samples: z.array(z.string()) })),
  further: z.array(z.object({ heading: z.string(), sample: z.string() })),
  /** Headings of columns that are not taken. */
  ignored: z.array(z.string()),
  words: z.array(z.object({ word: z.string(), products: z.number(), example: z.string() })),
  /** Names of options, of products that have two. */
  twoOptions: z.object({ names: z.array(z.string()), products: z.number(), example: z.string() }),
  withoutQuantity: z.object({ sizes: z.number(), example: z.string() }),
  repeatedSkus: z.object({ sizes: z.number(), example: z.string() }),
  uncounted: z.number(),
  archived: z.number(),
  pictures: z.number(),
  /** Whether prices are written as 1.499,00. */
  hasDecimalComma: z.boolean(),
});
export type MoveFacts = z.infer<typeof facts>;

/** What a file of people has. */
export const PEOPLE_KINDS = ["customers", "orders"] as const;
export type PeopleKind = (typeof PEOPLE_KINDS)[number];
/** `read`: it is shown, and nothing of it is stored. `stopped`: a part of it is stored. The states in -ing belong to a running job. */
export const PEOPLE_STATES = ["read", "storing", "stopped", "stored", "undoing", "undone"] as const;
export type PeopleState = (typeof PEOPLE_STATES)[number];

const peopleCounts = z.object({
  rows: z.number(),
  /** Customers or orders in the file that this shop lacks, that it has, and that are not taken. */
  new: z.number(),
  known: z.number(),
  skipped: z.number(),
  /** Customers who said yes to the newsletter. */
  saidYes: z.number(),
  /** What the job has done so far: added, completed or changed, subscribed to the newsletter; and what an undo has deleted. */
  added: z.number(),
  changed: z.number(),
  subscribed: z.number(),
  deleted: z.number(),
});
export type MovedPeopleCounts = z.infer<typeof peopleCounts>;

const consentProof = z.object({
  wording: textField({
    ...{ missing: "Please enter the sentence to which they said yes.", max: 500 },
    error: "The sentence may have 500 characters.",
  }),
  place: textField({
    ...{ missing: "Please say where they said yes.", max: 200 },
    error: "The place may have 200 characters.",
  }),
});
/** With what the owner can prove that customers agreed to the newsletter: the sentence shown, and where. */
export type ConsentProof = z.infer<typeof consentProof>;

const movedPeople = z.object({
  _id: z.string(),
  fileName: z.string(),
  kind: z.enum(PEOPLE_KINDS),
  state: z.enum(PEOPLE_STATES),
  counts: peopleCounts,
  /** The job's progress in percent. */
  progress: z.number(),
  message: z.string(),
  /** Whether the file is still here; once it is stored, it is deleted. */
  hasFile: z.boolean(),
});
export type MovedPeople = z.infer<typeof movedPeople>;

const listedMove = z.object({
  _id: z.string(),
  fileNames: z.array(z.string()),
  counts,
  by: z.string(),
  at: z.string(),
  /** The import in which its rows are staged; null before, and once that is deleted. */
  importId: z.nullable(z.string()),
});
export type ListedMove = z.infer<typeof listedMove>;

const move = z.object({
  ...listedMove.shape,
  /** Counts the changes of its files and decisions. */
  version: z.number(),
  /** Whether its import is stored: what was new is known since. */
  isStored: z.boolean(),
  facts,
  /** Files with customers and orders. */
  people: z.array(movedPeople),
  decisions: moveDecisions,
  /** What must be decided before it can be staged. */
  open: z.array(z.string()),
  /** The first notes, losses first. */
  notes: z.array(note),
  categories: z.array(z.object({ slug: z.string(), name: z.string() })),
});
export type Move = z.infer<typeof move>;

const byId = z.object({ id: rowId("id must be digits.") });
const named = z.object({
  name: textField({ missing: "name is required.", max: 200, error: "The file’s name may have 200 characters." }),
});
const MOVE = { tag: "Products", permission: "edit_products" } as const;
const PEOPLE = {
  tag: "Customers",
  permission: "edit_customers",
  method: "POST",
  params: z.object({ id: rowId("id must be digits."), file: rowId("file must be digits.") }),
  errorStatuses: [404, 409],
  response: responseOf(movedPeople),
} as const;

export const moveEndpoints = {
  listMoves: {
    ...MOVE,
    method: "GET",
    path: "/moves",
    summary: "Moves from another shop, the last 20",
    response: responseOf(z.object({ moves: z.array(listedMove) })),
  },
  startMove: {
    ...MOVE,
    method: "POST",
    path: "/moves",
    repeat: "state",
    summary:
      "Read a file of another shop (Shopify, WooCommerce, or any CSV), 50 MB at most; nothing is stored in the catalogue",
    query: named,
    accepts: "text/csv",
    errorStatuses: [409, 429],
    response: responseOf(move),
  },
  addMoveFile: {
    ...MOVE,
    method: "POST",
    path: "/moves/:id/files",
    repeat: "harmless",
    summary: "Add another file of the same shop, such as its inventory; one of the same name is replaced",
    params: byId,
    query: named,
    accepts: "text/csv",
    errorStatuses: [404, 409, 429],
    response: responseOf(move),
  },
  readMove: {
    ...MOVE,
    method: "GET",
    path: "/moves/:id",
    summary: "A move: what its files have, what is decided, and what is not taken",
    params: byId,
    errorStatuses: [404],
    response: responseOf(move),
  },
  decideMove: {
    ...MOVE,
    method: "POST",
    path: "/moves/:id/decisions",
    repeat: "seen",
    summary: "Store decisions about a move, all or some, and read its files by them",
    params: byId,
    body: z.object({ version: z.int("version must be the move’s version."), ...z.partial(moveDecisions).shape }),
    errorStatuses: [404, 409],
    response: responseOf(move),
  },
  stageMove: {
    ...MOVE,
    method: "POST",
    path: "/moves/:id/stage",
    repeat: "state",
    summary: "Stage the products of a move as a product file, whose comparison starts; new products will be drafts",
    params: byId,
    body: z.object({}),
    errorStatuses: [404, 409, 429],
    response: responseOf(z.object({ importId: z.string() })),
  },
  downloadMoveNotes: {
    ...MOVE,
    method: "GET",
    path: "/moves/:id/not-taken.csv",
    summary: "What of the files is not taken, or not as it stands, and why",
    params: byId,
    errorStatuses: [404],
    produces: "text/csv",
  },
  storeMovedPeople: {
    ...PEOPLE,
    path: "/moves/:id/people/:file/store",
    repeat: "state",
    summary:
      "Store the customers or orders of a file, as a job, or go on with it: accounts without a password, no email is sent, and of known customers only what is empty is filled",
    body: z.object({
      /** Null without a proof: nobody is subscribed. */
      consent: z.nullable(consentProof),
    }),
  },
  stopMovedPeople: {
    ...PEOPLE,
    path: "/moves/:id/people/:file/stop",
    repeat: "state",
    summary: "Stop storing; what is stored stays, and storing can go on",
    body: z.object({}),
  },
  undoMovedPeople: {
    ...PEOPLE,
    path: "/moves/:id/people/:file/undo",
    repeat: "state",
    summary:
      "Undo what a file has added, as a job: accounts that have done nothing since are deleted, what was completed stays",
    body: z.object({}),
  },
  deleteMove: {
    ...MOVE,
    method: "DELETE",
    path: "/moves/:id",
    repeat: "seen",
    summary: "Delete the files and decisions of a move; what is stored in the catalogue stays",
    params: byId,
    errorStatuses: [404],
    response: responseOf(z.object({})),
  },
} as const satisfies Record<string, AdminEndpoint>;
