/** Reads the files of a move, and says what becomes of them or converts their products. */

import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { desc } from "drizzle-orm";
import {
  MAX_MOVE_NOTES,
  type MoveCounts,
  type MoveDecisions,
  type MoveFacts,
  PEOPLE_KINDS,
} from "../../../contract/admin/moves.ts";
import type { Database } from "../../platform/database/database.ts";
import { productMove } from "../../platform/database/schema.ts";
import { listCategories } from "../../shop/catalogue/categories.ts";
import { convertProducts, productFileOf } from "./convert-products.ts";
import { proposeDecisions } from "./decisions.ts";
import type { Note } from "./moved-product.ts";
import { type PeoplePreview, previewPeople } from "./people-files.ts";
import { type MoveFile, type ReadFiles, readMoveFiles } from "./read-files.ts";

/** What is to be read, in a form that can be sent to another process. */
interface MoveWork {
  files: readonly MoveFile[];
  /** In India, as 2026-11-30. */
  today: string;
}
export interface PreviewWork extends MoveWork {
  /** What was read and decided before; null for a new move, which takes the decisions of the last similar one. */
  before: { facts: MoveFacts; decisions: MoveDecisions } | null;
}
export interface ConvertWork extends MoveWork {
  /** The path of the product file that is written. */
  convertTo: string;
  decisions: MoveDecisions;
  columns: readonly string[];
  /** URLs of pictures that could not be fetched. */
  unreachable: readonly string[];
}

/** What becomes of the files of a move by some decisions, or by those that are proposed. */
export interface MovePreview {
  facts: MoveFacts;
  decisions: MoveDecisions;
  counts: MoveCounts;
  /** The first notes. */
  notes: Note[];
  previews: PeoplePreview[];
  /** The names of all files of people, the stored ones too. */
  names: string[];
}

const SIMILAR = 20;

const byHandOf = ({ columns }: Pick<MoveDecisions, "columns">): Record<string, string> =>
  Object.fromEntries(columns.map(({ heading, field }) => [heading, field]));

/** @throws MoveFileProblem */
export async function previewMove(
  db: Database,
  codeSecret: string,
  { files, today, before }: PreviewWork,
): Promise<MovePreview> {
  if (before) return previewOf(db, codeSecret, await readAgain(files, today, before), before.decisions);
  const unmatched = await readMoveFiles(files, {}, today);
  const similar = await findSimilar(db, unmatched.facts);
  // Only a table that was matched before reads otherwise now.
  const taken =
    similar && unmatched.facts.source === "other" ? await readMoveFiles(files, byHandOf(similar), today) : unmatched;
  return previewOf(db, codeSecret, taken, similar);
}

/** Writes the product file that a move is staged as. @throws MoveFileProblem */
export async function convertMove(
  db: Database,
  { files, today, convertTo, decisions, columns, unreachable }: ConvertWork,
): Promise<void> {
  const taken = await readMoveFiles(files, byHandOf(decisions), today);
  const lines = productFileOf(db, taken, decisions, columns, new Set(unreachable));
  await pipeline(Readable.from(lines), createWriteStream(convertTo));
}

/** Reads the files of a move again. Those of people that are stored are no longer here, and stay as they were described. */
async function readAgain(
  files: readonly MoveFile[],
  today: string,
  { facts, decisions }: NonNullable<PreviewWork["before"]>,
): Promise<ReadFiles> {
  const here = new Set(files.map(({ name }) => name));
  const gone = facts.files.filter(({ name }) => !here.has(name));
  if (files.length === 0) return { products: [], notes: [], people: [], facts };
  const taken = await readMoveFiles(files, byHandOf(decisions), today);
  return { ...taken, facts: { ...taken.facts, files: [...gone, ...taken.facts.files] } };
}

async function previewOf(
  db: Database,
  codeSecret: string,
  taken: ReadFiles,
  before: MoveDecisions | null,
): Promise<MovePreview> {
  const decisions = proposeDecisions(taken.facts, before, await listCategories(db));
  const counts: MoveCounts = {
    products: taken.products.length,
    sizes: taken.products.reduce((sum, { sizes }) => sum + sizes.length, 0),
    ...{ known: 0, new: 0, takenSizes: 0, refused: 0, notes: 0 },
  };
  // What is not decided yet is asked, and no problem of a product.
  const assumed: MoveDecisions = {
    ...decisions,
    shelfLifeMonths: decisions.shelfLifeMonths ?? 1,
    withoutQuantity: decisions.withoutQuantity ?? "piece",
    repeatedSkus: decisions.repeatedSkus ?? "renew",
    words: decisions.words.map((word) => ({
      ...word,
      category: word.category || "undecided",
      gstPercent: word.gstPercent ?? 0,
    })),
  };
  const notes: Note[] = [...taken.notes];
  for await (const { converted, isKnown } of convertProducts(db, taken, assumed, notes)) {
    notes.push(...converted.notes);
    if (converted.rows.length === 0) continue;
    counts[isKnown ? "known" : "new"] += 1;
    counts.takenSizes += converted.rows.length;
  }
  counts.refused = notes.filter(({ loss }) => loss === "product").length;
  const previews: PeoplePreview[] = [];
  for (const file of taken.people) previews.push(await previewPeople(db, file, byHandOf(decisions), codeSecret));
  counts.notes = notes.length + previews.reduce((sum, { noted }) => sum + noted, 0);
  for (const preview of previews) notes.push(...preview.notes);
  const rank = { product: 0, cell: 1, said: 2 };
  notes.sort((one, other) => rank[one.loss] - rank[other.loss]);
  const names = taken.facts.files.filter(({ kind }) => (PEOPLE_KINDS as readonly string[]).includes(kind));
  return {
    ...{ facts: taken.facts, decisions, counts, notes: notes.slice(0, MAX_MOVE_NOTES), previews },
    names: names.map(({ name }) => name),
  };
}

/** The decisions of the last move with such files: of the same system, or with the same headings. */
async function findSimilar(db: Database, { source, unknown }: MoveFacts): Promise<MoveDecisions | null> {
  const rows = await db.select().from(productMove).orderBy(desc(productMove.id)).limit(SIMILAR);
  const headingsOf = (facts: MoveFacts) => JSON.stringify(facts.unknown.map(({ heading }) => heading).sort());
  const isSame = ({ facts }: { facts: MoveFacts }) =>
    facts.source === source &&
    (source !== "other" || headingsOf(facts) === JSON.stringify(unknown.map(({ heading }) => heading).sort()));
  const last = rows.find(isSame);
  // What was sold here since is not to be overwritten by the other shop's stock.
  return last ? { ...last.decisions, stock: last.importId === null ? last.decisions.stock : "new" } : null;
}
