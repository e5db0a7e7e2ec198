/** The owner's content: documents in their file formats (docs/content.md), with their versions. */

import * as z from "zod/mini";
import { banner } from "../content/schemas.ts";
import { MAX_UPLOADED_PICTURE_BYTES } from "../limits.ts";
import { picture } from "../pictures.ts";
import { responseOf } from "../responses.ts";
import { textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";

/** Pages are Markdown with front matter, `faqs` is Markdown, the others are JSON lists. */
export const CONTENT_DOCUMENTS = [
  "about-us",
  "contact",
  "privacy-policy",
  "refund-policy",
  "terms-conditions",
  "faqs",
  "banners",
  "testimonials",
  "brands",
  "header-menu",
  "footer-menu",
] as const;
export type ContentDocument = (typeof CONTENT_DOCUMENTS)[number];
/** Maximum length in characters. */
export const MAX_DOCUMENT = 60_000;
/** Characters of a picture's description. */
export const MAX_ALT = 300;

const name = z.enum(CONTENT_DOCUMENTS, "There is no such part of the content.");
const byName = z.object({ name });
const text = textField({
  missing: "Please write the text.",
  max: MAX_DOCUMENT,
  error: `Please use at most ${MAX_DOCUMENT} characters.`,
  multiline: true,
});

/** A problem in a document, with its place: in a list the path of an entry's field, such as `1.links.0.link`; else `text`. */
const problem = z.object({ field: z.string(), message: z.string() });
export type DocumentProblem = z.infer<typeof problem>;

const versionNumber = textField({ max: 9, pattern: /^[0-9]+$/, error: "version must be digits." });
const stored = z.object({ version: z.number(), by: z.string(), at: z.string() });
const listedDocument = z.object({
  name,
  /** The last change; null if neither the back office nor an import has changed it. */
  last: z.nullable(stored),
  /** How many of its links lead to what is no longer in the shop. */
  deadLinks: z.number(),
});
export type ListedDocument = z.infer<typeof listedDocument>;

const document = z.object({
  name,
  text: z.string(),
  /** Links that lead to what is no longer in the shop; shoppers do not see them. */
  problems: z.array(problem),
  /** Sent with a change, which is rejected if the document has changed since. */
  version: z.number(),
  /** The newest first. */
  versions: z.array(stored),
});
export type StoredDocument = z.infer<typeof document>;

const preview = z.object({
  problems: z.array(problem),
  title: z.string(),
  summary: z.string(),
  sections: z.array(
    z.object({
      /** The heading that a question of the FAQs is below; empty for none. */
      group: z.string(),
      heading: z.string(),
      paragraphs: z.array(z.string()),
      points: z.array(z.string()),
      pictures: z.array(z.object({ image: z.string(), alt: z.string() })),
    }),
  ),
  /** Of the banners: each as the shop gets it, with its device and times. */
  banners: z.array(z.object({ ...banner.shape, device: z.string(), starts: z.string(), ends: z.string() })),
});
export type DocumentPreview = z.infer<typeof preview>;

const linkTargets = z.object({
  categories: z.array(z.object({ slug: z.string(), name: z.string() })),
  /** Published products by words of their title; none without a word. */
  products: z.array(z.object({ slug: z.string(), title: z.string() })),
});
export type LinkTargets = z.infer<typeof linkTargets>;

const EDIT = { tag: "Content", permission: "edit_content" } as const;

export const adminContentEndpoints = {
  listContent: {
    ...EDIT,
    method: "GET",
    path: "/content",
    summary: "The parts of the content, and who changed each last",
    response: responseOf(z.array(listedDocument)),
  },
  findLinkTargets: {
    ...EDIT,
    method: "GET",
    path: "/content-link-targets",
    summary: "Categories and products that a menu can link to",
    query: z.object({
      q: z._default(textField({ max: 100, error: "Please search for at most 100 characters.", mayBeEmpty: true }), ""),
    }),
    response: responseOf(linkTargets),
  },
  readContent: {
    ...EDIT,
    method: "GET",
    path: "/content/:name",
    summary: "One part as its file, with its versions",
    params: byName,
    response: responseOf(document),
  },
  readContentVersion: {
    ...EDIT,
    method: "GET",
    path: "/content/:name/versions/:version",
    summary: "The text of a version",
    params: z.object({ name, version: versionNumber }),
    response: responseOf(z.object({ text: z.string() })),
  },
  previewContent: {
    ...EDIT,
    method: "POST",
    path: "/content/:name/preview",
    repeat: "harmless",
    summary: "A text as shoppers would read it, with what is wrong about it; stores nothing",
    params: byName,
    body: z.object({ text }),
    response: responseOf(preview),
  },
  uploadContentPicture: {
    ...EDIT,
    method: "POST",
    path: "/content-pictures",
    repeat: "harmless",
    summary: "Store a picture, which the content can then name; its type is recognised by its content",
    files: { file: { maxBytes: MAX_UPLOADED_PICTURE_BYTES } },
    errorStatuses: [429],
    response: responseOf(z.omit(picture, { alt: true })),
  },
  saveContent: {
    ...EDIT,
    method: "POST",
    path: "/content/:name",
    repeat: "seen",
    summary: "Store a part, which the shop shows at once; the same file, or a former version, can be stored again",
    params: byName,
    body: z.object({ version: z.int(), text }),
    errorStatuses: [409],
    response: responseOf(document),
  },
} as const satisfies Record<string, AdminEndpoint>;
