/** Moves from another shop: the files of its export, and what the owner has decided about them. */

import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import type { MoveCounts, MoveDecisions, MoveFacts, MoveNote } from "../../../../contract/admin/moves.ts";
import { atLeast } from "./checks.ts";
import { bytea, id, rowId, timestamptz } from "./columns.ts";
import { productImport } from "./imports.ts";

export const productMove = pgTable(
  "product_move",
  {
    id: id(),
    /** The names of its files, in order. */
    fileNames: text().array().notNull(),
    bytes: integer().notNull(),
    facts: jsonb().$type<MoveFacts>().notNull(),
    decisions: jsonb().$type<MoveDecisions>().notNull(),
    counts: jsonb().$type<MoveCounts>().notNull(),
    /** Losses first. */
    notes: jsonb().$type<MoveNote[]>().notNull(),
    /** The import in which its rows were staged last. */
    importId: rowId().references(() => productImport.id, { onDelete: "set null" }),
    /** Who has started it. */
    actor: jsonb().$type<{ id: number | null; name: string; role: string; requestId: string }>().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [index().on(table.importId).where(sql`${table.importId} is not null`), atLeast(0, table.bytes)],
);

/** The parts of its files, stored because any instance may read them. */
export const productMovePart = pgTable(
  "product_move_part",
  {
    moveId: rowId()
      .notNull()
      .references(() => productMove.id, { onDelete: "cascade" }),
    fileName: text().notNull(),
    position: smallint().notNull(),
    bytes: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.moveId, table.fileName, table.position] }), atLeast(0, table.position)],
);
