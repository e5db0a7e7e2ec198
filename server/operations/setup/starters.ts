import { join } from "node:path";
import type { Actor } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import type { MediaLibrary } from "../../platform/media/media-library.ts";
import { countCategories } from "../../shop/catalogue/categories.ts";
import { importCategories } from "../../shop/catalogue/import/category-file.ts";
import { readTextsState, storeTemplates, TEMPLATES } from "./texts.ts";

/** Stores what a new shop starts with: the missing template pages and FAQs, and categories if it has none. */
export async function storeStarters(
  db: Database,
  media: MediaLibrary,
  actor: Actor,
): Promise<{ texts: string[]; categories: number }> {
  const { missing } = await readTextsState(db);
  if (missing.length > 0) await storeTemplates(db, media, missing, actor);
  const hadCategories = (await countCategories(db)) > 0;
  if (!hadCategories) await importCategories(db, { file: STARTER_CATEGORIES, media, actor });
  return { texts: missing, categories: hadCategories ? 0 : await countCategories(db) };
}

const STARTER_CATEGORIES = join(TEMPLATES, "categories.csv");
