import { join } from "node:path";
import { OperatorError } from "../../base/errors.ts";
import type { Actor } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import type { MediaLibrary } from "../../platform/media/media-library.ts";
import { countFaqs } from "../../shop/content/content.ts";
import { type ContentFiles, exportContent, importContent, readFolder } from "../../shop/content/content-folder.ts";

/** The folder with pages and FAQs of a new shop. */
export const TEMPLATES = join(import.meta.dirname, "../../shop/content/templates");

const BLANK = /\[FILL IN: [^\]]*\]/;
/** Matches texts of the demo alone. */
const DEMO_FACTS = /kewra\.example|Attar Gali/;

export interface TextsState {
  /** Files that are not stored. */
  missing: string[];
  /** Files with the demo's details. */
  demo: string[];
  /** Files with placeholders to fill in. */
  blank: string[];
}

export async function readTextsState(db: Database): Promise<TextsState> {
  const stored = await exportContent(db);
  const hasFaqs = (await countFaqs(db)) > 0;
  const names = [...(await readFolder(TEMPLATES)).keys()];
  const namesMatching = (pattern: RegExp) => names.filter((name) => pattern.test(stored.get(name) ?? ""));
  return {
    missing: names.filter((name) => (name === "faqs.md" ? !hasFaqs : !stored.has(name))),
    demo: namesMatching(DEMO_FACTS),
    blank: namesMatching(BLANK),
  };
}

/** Stores the templates of these files. */
export async function storeTemplates(
  db: Database,
  media: MediaLibrary,
  names: readonly string[],
  actor: Actor,
): Promise<void> {
  const templates = await readFolder(TEMPLATES);
  const files: ContentFiles = new Map([...templates].filter(([name]) => names.includes(name)));
  const result = await importContent(db, { files, folder: TEMPLATES, media, actor });
  if ("problems" in result) throw new OperatorError(result.problems.join("\n"));
}
