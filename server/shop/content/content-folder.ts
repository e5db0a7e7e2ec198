/**
 * Exports and imports the shop's pages, FAQs, banners, testimonials, brands and menus as a folder of files; docs/content.md describes them for
 * owners.
 */

import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { asc, eq } from "drizzle-orm";
import { readTimeInIndia, writeTimeInIndia } from "../../../contract/dates.ts";
import type { Picture } from "../../../contract/pictures.ts";
import { OperatorError } from "../../base/errors.ts";
import type { Actor } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import {
  banner,
  brandImage,
  contentList,
  contentPage,
  faq,
  type PageSection,
  testimonial,
} from "../../platform/database/schema.ts";
import { publishLater } from "../../platform/jobs/publish-later.ts";
import type { MediaLibrary } from "../../platform/media/media-library.ts";
import type { ImportPictures } from "../catalogue/import/import-pictures.ts";
import { picturesOfPages } from "./content.ts";
import {
  type FaqInFile,
  LISTS,
  type ListEntry,
  type ListFile,
  type PageInFile,
  readFaqs,
  readList,
  readPage,
  writeFaqs,
  writePage,
} from "./content-files.ts";
import { type FindPicture, pictureFinder } from "./content-pictures.ts";
import { type ContentProblem, problemAt, problemOf } from "./content-problem.ts";
import { recordVersion } from "./content-versions.ts";
import { readJsonList, writeList } from "./json-lists.ts";
import { isPlainList, PLAIN_LISTS, type PlainListFile } from "./menu-files.ts";
import { findBrokenLinks, readPlainList } from "./menus.ts";
import { PAGE_SLUGS, type PageSlug } from "./page-slugs.ts";

const FAQS = "faqs.md";
const PAGES = "pages";
const LIST_FILES = Object.keys(LISTS) as ListFile[];
const PLAIN_LIST_FILES = Object.keys(PLAIN_LISTS) as PlainListFile[];
/** Texts by file name. */
export type ContentFiles = Map<string, string>;

export async function exportContent(db: Database): Promise<ContentFiles> {
  const files: ContentFiles = new Map();
  for (const page of await db.select().from(contentPage).orderBy(contentPage.slug))
    files.set(`${PAGES}/${page.slug}.md`, writePage(page));
  files.set(FAQS, writeFaqs(await db.select().from(faq).orderBy(asc(faq.position), asc(faq.id))));
  for (const file of LIST_FILES) files.set(file, writeList((await readStored(db, file)).map(withPath)));
  for (const file of PLAIN_LIST_FILES) files.set(file, writeList(await readPlainList(db, file)));
  return files;
}

/** @throws OperatorError if a file exists and `force` is not set */
export async function writeFolder(folder: string, files: ContentFiles, force: boolean): Promise<void> {
  for (const [name, text] of files) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    try {
      await writeFile(file, text, { flag: force ? "w" : "wx" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      throw new OperatorError(`${file} exists already; name another folder, or add --force to replace it.`, {
        cause: error,
      });
    }
  }
}

/**
 * Reads the files of a content folder.
 * @throws OperatorError if there is no such folder, or it has an unknown file
 */
export async function readFolder(folder: string): Promise<ContentFiles> {
  const names = await readdir(folder).catch(() => {
    throw new OperatorError(`There is no folder ${folder}.`);
  });
  const pages = names.includes(PAGES) ? await readdir(join(folder, PAGES)) : [];
  const texts = [
    ...names.filter((name) => /\.(md|json)$/.test(name)),
    ...pages.filter((name) => name.endsWith(".md")).map((name) => `${PAGES}/${name}`),
  ];
  const known = [...PAGE_SLUGS.map((slug) => `${PAGES}/${slug}.md`), FAQS, ...LIST_FILES, ...PLAIN_LIST_FILES];
  const unknown = texts.find((name) => !known.includes(name));
  if (unknown) throw new OperatorError(`${unknown} has no place in the shop; there are ${known.join(", ")}.`);
  if (texts.length === 0) throw new OperatorError(`${folder} has none of ${known.join(", ")}.`);
  return new Map(
    await Promise.all(texts.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const)),
  );
}

export type ContentImport = { changed: string[]; unchanged: string[] } | { problems: ContentProblem[] };

/**
 * Stores the files of a content folder: a page or a whole list replaces the stored one; others stay. Stores nothing unless every file is
 * valid.
 * @param folder the folder of the files' pictures
 * @param actor who changes it, for the versions and the audit log
 * @param seen the versions that the caller has read; without one, the current version
 * @throws ApiError (409) if one has changed since
 */
export async function importContent(
  db: Database,
  {
    files,
    folder,
    media,
    actor,
    seen = new Map(),
  }: { files: ContentFiles; folder: string; media: MediaLibrary; actor: Actor; seen?: ReadonlyMap<string, number> },
): Promise<ContentImport> {
  const problems: ContentProblem[] = [];
  const changes: Change[] = [];
  const usedPictures: ImportPictures[] = [];
  const collect = <Value>({ value, problems: found }: { value: Value; problems: ContentProblem[] }): Value => {
    problems.push(...found);
    return value;
  };
  for (const [name, text] of files) {
    if (name === FAQS) changes.push(await planFaqs(db, collect(readFaqs(name, text))));
    else if (isPlainList(name)) {
      const before = await readPlainList(db, name);
      const entries = collect(readJsonList<object>(name, text, PLAIN_LISTS[name].format));
      problems.push(...(await findBrokenLinks(db, name, entries, before)));
      changes.push(planPlainList(name, before, entries));
    } else if (name in LISTS) {
      const file = name as ListFile;
      const finder = pictureFinder({ file, folder, media, problems, own: await picturesOfList(db, file) });
      usedPictures.push(finder.pictures);
      changes.push(await planList(db, file, collect(readList(file, text)), finder.find));
    } else {
      const slug = name.slice(PAGES.length + 1, -".md".length) as PageSlug;
      const finder = pictureFinder({ file: "pages", folder, media, problems, own: await picturesOfPages(db) });
      usedPictures.push(finder.pictures);
      changes.push(await planPage(db, name, slug, collect(readPage(name, text)), finder.find));
    }
  }
  if (problems.length > 0) return { problems };
  for (const pictures of usedPictures) await pictures.storeFiles();
  const changed = changes.filter(({ isNew }) => isNew);
  await db.transaction(async (trx) => {
    const now = new Date();
    for (const { file, before, after, write } of changed) {
      await recordVersion(trx, { file, before, after, seen: seen.get(file) }, actor, now);
      await write(trx);
    }
  });
  return {
    changed: changed.map(({ file }) => file),
    unchanged: changes.filter(({ isNew }) => !isNew).map(({ file }) => file),
  };
}

interface Change {
  file: string;
  /** Whether it differs from the stored content. */
  isNew: boolean;
  /** The file's text as stored, and as it will be. */
  before: string;
  after: string;
  write(trx: DatabaseOrTransaction): Promise<void>;
}

async function planPage(
  db: Database,
  file: string,
  slug: PageSlug,
  { picture, ...page }: PageInFile,
  find: FindPicture,
): Promise<Change> {
  const image = picture ? await find((message) => problemOf(file, message, "image"), picture, page.title) : null;
  const sections: PageSection[] = [];
  for (const { pictures = [], heading, paragraphs, points } of page.sections) {
    const found = [];
    for (const { after, ...named } of pictures) {
      const problem = (message: string) => problemOf(file, message, `"${heading}"`);
      found.push({ after, picture: await find(problem, named, heading) });
    }
    sections.push({ heading, paragraphs, points, ...(found.length > 0 && { pictures: found }) });
  }
  const [stored] = await db.select().from(contentPage).where(eq(contentPage.slug, slug));
  const values = { ...page, sections, image, updatedAt: new Date() };
  const [before, after] = [stored ? writePage(stored) : "", writePage(values)];
  return {
    file,
    isNew: before !== after,
    before,
    after,
    async write(trx) {
      await trx
        .insert(contentPage)
        .values({ slug, ...values })
        .onConflictDoUpdate({ target: contentPage.slug, set: values });
    },
  };
}

async function withPictures(
  file: ListFile,
  entries: readonly ListEntry<ListFile>[],
  find: FindPicture,
): Promise<StoredEntry[]> {
  const rows: StoredEntry[] = [];
  for (const [position, { image, alt, ...entry }] of entries.entries()) {
    const problem = (message: string) => problemAt({ file, noun: LISTS[file].noun }, [position, "image"], message);
    const picture = await find(problem, { image, alt }, titleOf(entry));
    rows.push({ ...entry, image: picture } as StoredEntry);
  }
  return rows;
}

/** The banners of a text as pages show them, with their pictures; stores nothing. Those without a stored picture are omitted. */
export async function readBannersOf(
  db: Database,
  text: string,
  media: MediaLibrary,
): Promise<(Omit<ListEntry<"banners.json">, "image" | "alt"> & { image: Picture })[]> {
  const entries = readList("banners.json", text).value.filter(({ image }) => image.startsWith("/"));
  const own = await picturesOfList(db, "banners.json");
  const { find } = pictureFinder({ file: "banners.json", folder: "", media, problems: [], own });
  const rows = (await withPictures("banners.json", entries, find)) as Awaited<ReturnType<typeof readBannersOf>>;
  return rows.filter(({ image }) => image.width > 0);
}

async function planFaqs(db: Database, faqs: readonly FaqInFile[]): Promise<Change> {
  const stored = await db.select().from(faq).orderBy(asc(faq.position), asc(faq.id));
  const [before, after] = [writeFaqs(stored), writeFaqs(faqs)];
  return {
    file: FAQS,
    isNew: before !== after,
    before,
    after,
    async write(trx) {
      await trx.delete(faq);
      if (faqs.length > 0) await trx.insert(faq).values(faqs.map((entry, position) => ({ ...entry, position })));
    },
  };
}

async function planList(
  db: Database,
  file: ListFile,
  entries: readonly ListEntry<ListFile>[],
  find: FindPicture,
): Promise<Change> {
  const rows = await withPictures(file, entries, find);
  const stored = await readStored(db, file);
  const [before, after] = [writeList(stored.map(withPath)), writeList(rows.map(withPath))];
  return {
    file,
    isNew: before !== after,
    before,
    after,
    write: (trx) => replaceStored(trx, file, rows),
  };
}

function planPlainList(file: PlainListFile, stored: readonly object[], entries: object[]): Change {
  const [before, after] = [writeList(stored), writeList(entries)];
  return {
    file,
    isNew: before !== after,
    before,
    after,
    async write(trx) {
      await trx
        .insert(contentList)
        .values({ file, entries })
        .onConflictDoUpdate({ target: contentList.file, set: { entries } });
    },
  };
}

const titleOf = (entry: { name: string } | { title: string }) => ("name" in entry ? entry.name : entry.title);

type StoredEntry = Omit<ListEntry<ListFile>, "image" | "alt"> & { image: Picture };

/** Reads the stored entries of a list, in the owner's order, with the fields of its file. */
async function readStored(db: Database, file: ListFile): Promise<StoredEntry[]> {
  switch (file) {
    case "banners.json": {
      const rows = await db.select().from(banner).orderBy(asc(banner.position), asc(banner.id));
      return rows.map(({ id: _, position: __, startsAt, endsAt, ...entry }) => ({
        ...entry,
        starts: startsAt ? writeTimeInIndia(startsAt) : "",
        ends: endsAt ? writeTimeInIndia(endsAt) : "",
      }));
    }
    case "testimonials.json": {
      const rows = await db.select().from(testimonial).orderBy(asc(testimonial.position), asc(testimonial.id));
      return rows.map(({ id: _, position: __, ...entry }) => entry);
    }
    case "brands.json": {
      const rows = await db.select().from(brandImage).orderBy(asc(brandImage.position), asc(brandImage.id));
      return rows.map(({ id: _, position: __, ...entry }) => entry);
    }
  }
}

const picturesOfList = async (db: Database, file: ListFile) => (await readStored(db, file)).map(({ image }) => image);

async function replaceStored(
  trx: DatabaseOrTransaction,
  file: ListFile,
  entries: readonly StoredEntry[],
): Promise<void> {
  const table = { "banners.json": banner, "testimonials.json": testimonial, "brands.json": brandImage }[file];
  await trx.delete(table);
  const rows = entries.map((entry, position) => ({ ...entry, ...timesOf(entry), position }));
  await publishLater(
    trx,
    "content",
    rows.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]),
  );
  // biome-ignore lint/suspicious/noExplicitAny: the compiler cannot relate the file's entries to its table
  if (rows.length > 0) await trx.insert(table).values(rows as any);
}

/** The times of a banner; other entries have none. */
function timesOf(entry: StoredEntry): { startsAt?: Date | null; endsAt?: Date | null } {
  if (!("placement" in entry)) return {};
  const { starts = "", ends = "" } = entry as { starts?: string; ends?: string };
  return { startsAt: readTimeInIndia(starts), endsAt: readTimeInIndia(ends) };
}

/** Formats an entry for the file: fields in a fixed order, the picture as its path, and only the times that it has. */
function withPath({ image, ...entry }: StoredEntry): object {
  const fields = Object.entries(entry)
    .filter(([name, value]) => value !== "" || (name !== "starts" && name !== "ends"))
    .sort(([a], [b]) => a.localeCompare(b));
  return { ...Object.fromEntries(fields), image: image.path, alt: image.alt };
}
