/** Moves from another shop: the files of its export, and what the owner has decided about them. */

import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text, unique } from "drizzle-orm/pg-core";
import {
  type ConsentProof,
  type MoveCounts,
  type MoveDecisions,
  type MovedPeopleCounts,
  type MoveFacts,
  type MoveNote,
  PEOPLE_KINDS,
  PEOPLE_STATES,
} from "../../../../contract/admin/moves.ts";
import { atLeast, oneOf } from "./checks.ts";
import { bytea, id, rowId, timestamptz } from "./columns.ts";
import { productImport } from "./imports.ts";

export const productMove = pgTable(
  "product_move",
  {
    id: id(),
    /** The names of its files, in order. */
    fileNames: text().array().notNull(),
    bytes: integer().notNull(),
    /** Incremented by every change of its files and decisions. */
    version: integer().notNull().default(1),
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
  (table) => [
    index().on(table.importId).where(sql`${table.importId} is not null`),
    atLeast(0, table.bytes),
    atLeast(1, table.version),
  ],
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

/**
 * A file of a move with customers or orders. It is stored by a job, in short transactions, each of which also notes how far it has got, so that
 * it goes on where it was interrupted. What it holds stands in `product_move_part`, and is deleted once it is stored.
 */
export const movedPeopleFile = pgTable(
  "moved_people_file",
  {
    id: id(),
    moveId: rowId()
      .notNull()
      .references(() => productMove.id, { onDelete: "cascade" }),
    fileName: text().notNull(),
    kind: text({ enum: PEOPLE_KINDS }).notNull(),
    state: text({ enum: PEOPLE_STATES }).notNull().default("read"),
    counts: jsonb().$type<MovedPeopleCounts>().notNull(),
    /** How many rows below its headings are stored. */
    rowsDone: integer().notNull().default(0),
    stopRequested: boolean().notNull().default(false),
    /** The job's result in words, such as why it has ended before its time. */
    message: text().notNull().default(""),
    /** What proves the consent of those who said yes to the newsletter; null without a proof: nobody is subscribed. */
    consent: jsonb().$type<ConsentProof & { shopOrigin: string }>(),
    /** When storing began. */
    storedAt: timestamptz(),
    /** Who stores it. */
    actor: jsonb().$type<{ id: number | null; name: string; role: string; requestId: string }>().notNull(),
  },
  (table) => [
    unique("moved_people_file_name_unique").on(table.moveId, table.fileName),
    oneOf(table.kind),
    oneOf(table.state),
    atLeast(0, table.rowsDone),
  ],
);
