/** Pages and lists as staff edits them: the files of the import, stored by the same writer. */

import { and, eq } from "drizzle-orm";
import {
  CONTENT_DOCUMENTS,
  type ContentDocument,
  type DocumentPreview,
  type DocumentProblem,
  type ListedDocument,
  type StoredDocument,
} from "../../../contract/admin/content.ts";
import { ApiError } from "../../base/errors.ts";
import type { Actor } from "../../platform/audit/record-audit.ts";
import type { ShopSettings } from "../../platform/config/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { contentVersion } from "../../platform/database/schema.ts";
import type { MediaLibrary } from "../../platform/media/media-library.ts";
import { LISTS, type ListFile, type PageInFile, readFaqs, readList, readPage } from "./content-files.ts";
import { exportContent, importContent, readBannersOf } from "./content-folder.ts";
import { type ContentProblem, problemAt, problemOf } from "./content-problem.ts";
import { latestVersion, listLatest, listVersions, readVersionAt } from "./content-versions.ts";
import { readJsonList } from "./json-lists.ts";
import { isPlainList, PLAIN_LISTS } from "./menu-files.ts";
import { findBrokenLinks, readPlainList } from "./menus.ts";
import type { PageSlug } from "./page-slugs.ts";
import { fillPlaceholders } from "./placeholders.ts";

const MAX_VERSIONS = 100;

const fileOf = (name: ContentDocument) => {
  if (name === "faqs") return "faqs.md";
  const list = `${name}.json`;
  return list in LISTS || isPlainList(list) ? list : `pages/${name}.md`;
};

export async function listDocuments(db: Database): Promise<ListedDocument[]> {
  const latest = new Map((await listLatest(db)).map((row) => [row.file, row]));
  return Promise.all(
    CONTENT_DOCUMENTS.map(async (name) => {
      const last = latest.get(fileOf(name));
      return {
        name,
        last: last ? { version: last.version, by: last.by, at: last.at.toISOString() } : null,
        deadLinks: (await deadLinksOf(db, fileOf(name))).length,
      };
    }),
  );
}

export async function readDocument(db: Database, name: ContentDocument): Promise<StoredDocument> {
  const file = fileOf(name);
  // Read before the text, so that a change in between is a conflict at the next save.
  const version = await latestVersion(db, file);
  const versions = await listVersions(db, file, MAX_VERSIONS);
  return {
    name,
    text: (await exportContent(db)).get(file) ?? "",
    problems: await deadLinksOf(db, file),
    version,
    versions: versions.map((row) => ({ ...row, at: row.at.toISOString() })),
  };
}

/** The links of a stored menu that lead nowhere. */
const deadLinksOf = async (db: Database, file: string): Promise<DocumentProblem[]> =>
  isPlainList(file) ? (await findBrokenLinks(db, file, await readPlainList(db, file))).map(inForm) : [];

/** A problem as the editor shows it, which knows its document, and names the inputs itself. */
const inForm = ({ where, field, message }: ContentProblem): DocumentProblem => ({
  field: field || "text",
  message: sentence(field === "" && where !== "" ? `${where}: ${message}` : message),
});

const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`;

/** Reads what a document contained at a time, and its version then. */
export async function readDocumentAt(
  db: Database,
  name: ContentDocument,
  at: Date,
): Promise<{ version: number; text: string }> {
  const file = fileOf(name);
  const then = await readVersionAt(db, file, at);
  return then ?? { version: 1, text: (await exportContent(db)).get(file) ?? "" };
}

/** @throws ApiError (404) */
export async function readVersion(db: Database, name: ContentDocument, version: number): Promise<{ text: string }> {
  const [row] = await db
    .select({ text: contentVersion.text })
    .from(contentVersion)
    .where(and(eq(contentVersion.file, fileOf(name)), eq(contentVersion.version, version)));
  if (!row) throw new ApiError("not_found", "There is no such version.");
  return row;
}

/** Finds the problems of a text, and renders how a page, the FAQs or banners would be shown. */
export async function previewDocument(
  name: ContentDocument,
  text: string,
  { db, media, settings }: { db: Database; media: MediaLibrary; settings: ShopSettings },
): Promise<DocumentPreview> {
  const file = fileOf(name);
  const fill = (part: string) => fillPlaceholders(part, settings);
  const empty = { title: "", summary: "", sections: [], banners: [] };
  if (file === "faqs.md") {
    const { value, problems } = readFaqs(file, text);
    const sections = value.map(({ question, answer, groupName }) => ({
      group: fill(groupName),
      heading: fill(question),
      paragraphs: [fill(answer)],
      points: [],
      pictures: [],
    }));
    return { ...empty, problems: problems.map(inForm), sections };
  }
  if (file in LISTS) {
    const banners = name === "banners" ? await readBannersOf(db, text, media) : [];
    return {
      ...empty,
      problems: problemsOfList(file as ListFile, text).map(inForm),
      banners: banners.map((banner, at) => ({ _id: String(at), starts: "", ends: "", ...banner })),
    };
  }
  if (isPlainList(file)) {
    const { value, problems } = readJsonList<object>(file, text, PLAIN_LISTS[file].format);
    return { ...empty, problems: [...problems, ...(await findBrokenLinks(db, file, value))].map(inForm) };
  }
  return { ...empty, ...previewPage(name as PageSlug, text, settings) };
}

/** How a page of text would read, and what is wrong about it. Pure. */
export function previewPage(name: PageSlug, text: string, settings: ShopSettings) {
  const fill = (part: string) => fillPlaceholders(part, settings);
  const { value, problems } = readPage(fileOf(name), text);
  return {
    problems: [...problems, ...uploadedOnly(fileOf(name), picturesOf(value))].map(inForm),
    title: fill(value.title),
    summary: fill(value.summary),
    sections: value.sections.map(({ heading, paragraphs, points, pictures = [] }) => ({
      group: "",
      heading: fill(heading),
      paragraphs: paragraphs.map(fill),
      points: points.map(fill),
      pictures: pictures.map(({ image, alt }) => ({ image, alt })),
    })),
  };
}

const picturesOf = ({ picture, sections }: PageInFile): { image: string }[] => [
  ...(picture ? [picture] : []),
  ...sections.flatMap(({ pictures = [] }) => pictures),
];

/** Rejects files: the import also accepts files of its folder, but a browser has none. @param noun of a list's entries */
const uploadedOnly = (file: string, pictures: readonly { image: string }[], noun?: string): ContentProblem[] =>
  pictures.flatMap(({ image }, at) => {
    if (image.startsWith("/")) return [];
    const message = `"${image.slice(0, 80)}" is not the path of a stored picture, such as /banners/monsoon-1a2b3c4d5e.jpg`;
    return noun === undefined ? problemOf(file, message) : problemAt({ file, noun }, [at, "image"], message);
  });

/** Describes what a browser may not store. The places of entries are known only if all of them are valid. */
function problemsOfList(file: ListFile, text: string): ContentProblem[] {
  const { value, problems } = readList(file, text);
  if (problems.length > 0) return problems;
  return uploadedOnly(file, value, LISTS[file].noun);
}

/**
 * Stores a document.
 * @throws ApiError (409) if it has changed since that version, (422) with every problem of the text
 */
export async function saveDocument(
  db: Database,
  name: ContentDocument,
  { version, text }: { version: number; text: string },
  { media, uploads, actor }: { media: MediaLibrary; uploads: string; actor: Actor },
): Promise<StoredDocument> {
  const file = fileOf(name);
  const pictures = file.startsWith("pages/") ? picturesOf(readPage(file, text).value) : [];
  const foreign = file in LISTS ? problemsOfList(file as ListFile, text) : uploadedOnly(file, pictures);
  const result =
    foreign.length > 0
      ? { problems: foreign }
      : await importContent(db, {
          files: new Map([[file, text]]),
          folder: uploads,
          media,
          actor,
          seen: new Map([[file, version]]),
        });
  if ("problems" in result)
    throw new ApiError("invalid_input", "The text was not stored.", result.problems.map(inForm));
  return readDocument(db, name);
}
