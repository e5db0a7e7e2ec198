/** Redirects: old paths, and where they lead. Also the paths that people asked for and that led nowhere. */

import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { nothing } from "./session.ts";

/** Maximum length of a path. */
export const MAX_PATH = 500;
export const MAX_REDIRECT_FILE_BYTES = 10 * 1024 * 1024;
/** Maximum number of redirects that are stored. */
export const MAX_REDIRECTS = 100_000;
/** How many rows of a file a comparison lists, of each kind. */
export const MAX_LISTED_ROWS = 100;
/** How many paths without a page the shop remembers: those most asked for. */
export const MAX_NOT_FOUND_PATHS = 5000;

/** Who stored a redirect: by hand, or by a file. */
export const REDIRECT_ORIGINS = ["staff", "file"] as const;
/** `product` and `category` have been renamed: what they were called before leads there by itself. */
const LISTED_ORIGINS = [...REDIRECT_ORIGINS, "product", "category"] as const;

/** `page_exists`: it is never used, since there is a page. `target_missing`: nothing is where it leads, so the path stays not found. */
const REDIRECT_STATES = ["works", "page_exists", "target_missing"] as const;
export type RedirectState = (typeof REDIRECT_STATES)[number];

const listedRedirect = z.object({
  /** Null for the former address of a product or category. */
  _id: z.nullable(z.string()),
  from: z.string(),
  to: z.string(),
  origin: z.enum(LISTED_ORIGINS),
  state: z.enum(REDIRECT_STATES),
});
export type ListedRedirect = z.infer<typeof listedRedirect>;

const notFoundPath = z.object({
  _id: z.string(),
  path: z.string(),
  /** How often it was asked for. */
  times: z.number(),
  lastAt: z.string(),
  /** The page that is most like it; null if none is. */
  proposed: z.nullable(z.string()),
});
export type NotFoundPath = z.infer<typeof notFoundPath>;

/** A row of a file, as it is compared. */
const fileRow = z.object({
  row: z.number(),
  from: z.string(),
  to: z.string(),
  /** Where the path leads now; null if it is new. */
  before: z.nullable(z.string()),
  state: z.enum(REDIRECT_STATES),
});
const comparison = z.object({
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  same: z.number(),
  /** The first rows that change a redirect, are never used, or lead to no page. */
  remarks: z.array(fileRow),
  /** Number of rows that are remarked. */
  remarked: z.number(),
  /** What is wrong, by row and column; as long as there is any, nothing can be stored. */
  problems: z.array(z.object({ row: z.number(), column: z.string(), message: z.string() })),
  /** Number of problems. */
  wrong: z.number(),
  /** What is uncertain about the file as a whole; "" if nothing is. */
  warning: z.string(),
  /** Sent with the request that stores the file, so that exactly what was compared is stored. */
  digest: z.string(),
});
export type RedirectFileComparison = z.infer<typeof comparison>;

const path = (name: string) =>
  textField({
    max: MAX_PATH,
    error: `A path has up to ${MAX_PATH} characters.`,
    missing: `Please enter the path ${name}, such as /about-us.`,
  });
const body = z.object({ from: path("that is asked for"), to: path("where it leads") });
const search = {
  q: z.optional(textField({ max: 100, error: "Please search with at most 100 characters." })),
};
const byId = z.object({ id: rowId("id must be digits.") });
const EDIT = { tag: "Content", permission: "edit_content" } as const;

export const redirectEndpoints = {
  listRedirects: {
    ...EDIT,
    method: "GET",
    path: "/redirects",
    summary: "Redirects with the former addresses of products and categories, by path, 50 a page",
    query: z.object({
      ...search,
      /** `from` of the last redirect of the previous page. */
      after: z.optional(textField({ max: MAX_PATH, error: "after is too long." })),
    }),
    response: responseOf(z.object({ redirects: z.array(listedRedirect), hasMore: z.boolean() })),
  },
  exportRedirects: {
    ...EDIT,
    method: "GET",
    path: "/redirects.csv",
    summary: "The same as a CSV file, every redirect that matches; it can be stored again, here and elsewhere",
    query: z.object(search),
    produces: "text/csv",
  },
  addRedirect: {
    ...EDIT,
    method: "POST",
    path: "/redirects",
    repeat: "seen",
    summary: "Make a path lead elsewhere. It does so only where there is no page. 409: it is redirected already",
    body,
    errorStatuses: [409],
    response: responseOf(listedRedirect),
  },
  changeRedirect: {
    ...EDIT,
    method: "PATCH",
    path: "/redirects/:id",
    repeat: "harmless",
    summary: "Change a redirect",
    params: byId,
    body,
    errorStatuses: [404, 409],
    response: responseOf(listedRedirect),
  },
  removeRedirect: {
    ...EDIT,
    method: "DELETE",
    path: "/redirects/:id",
    repeat: "seen",
    summary: "Remove a redirect",
    params: byId,
    errorStatuses: [404],
    response: responseOf(nothing),
  },
  uploadRedirects: {
    ...EDIT,
    method: "POST",
    path: "/redirect-files",
    repeat: "state",
    summary:
      "Compare a CSV file of redirects (`Redirect from,Redirect to`, as Shopify exports them, or `from,to`) with the stored ones; with the `digest` of the comparison, store it. 409: it differs from what was compared",
    query: z.object({ digest: z.optional(textField({ max: 64, error: "digest is too long." })) }),
    accepts: "text/csv",
    errorStatuses: [409],
    response: responseOf(comparison),
  },
  listNotFoundPaths: {
    ...EDIT,
    method: "GET",
    path: "/not-found-paths",
    summary: "Paths without a page that were asked for, the most often first, 20 a page",
    query: z.object({
      ...search,
      /** The `_id` of the last path of the previous page. */
      after: z.optional(rowId("after must be digits.")),
    }),
    response: responseOf(z.object({ paths: z.array(notFoundPath), hasMore: z.boolean() })),
  },
  removeNotFoundPath: {
    ...EDIT,
    method: "DELETE",
    path: "/not-found-paths/:id",
    repeat: "seen",
    summary: "Drop a path from the list; if it is asked for again, it comes back",
    params: byId,
    errorStatuses: [404],
    response: responseOf(nothing),
  },
} as const satisfies Record<string, AdminEndpoint>;
