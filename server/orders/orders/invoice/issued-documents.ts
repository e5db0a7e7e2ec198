/**
 * What tax documents stated when they were issued. An invoice, a credit note and a delivery challan are composed once, stored, and drawn
 * from what was stored, so that no later change of the order, of a name or of this program's words rewrites them. Documents of a release
 * that stored none are stored when they are first read, or before the order changes.
 */

import { and, desc, eq, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { prepareForTransactions } from "../../../platform/database/prepared.ts";
import { type IssuedKind, issuedDocument } from "../../../platform/database/schema.ts";
import type { InvoiceContent } from "./invoice.ts";

/** Version of the stored content. A change of `InvoiceContent` that cannot draw older rows raises it, and reads those separately. */
export const FORMAT = 1;

export interface DocumentKey {
  orderId: number;
  kind: IssuedKind;
  /** Which of the order's documents of this kind, from 1. */
  position: number;
}

/** Reads the newest revision of a document; null if none is stored. */
export async function readIssued<Content = InvoiceContent>(
  db: DatabaseOrTransaction,
  key: DocumentKey,
): Promise<{ revision: number; content: Content } | null> {
  const [found] = await newest(db).execute({ ...key });
  return found ? { revision: found.revision, content: withDates(found.content) as Content } : null;
}

const newest = prepareForTransactions("issued document", (db) =>
  db
    .select({ revision: issuedDocument.revision, content: issuedDocument.content })
    .from(issuedDocument)
    .where(
      and(
        eq(issuedDocument.orderId, sql.placeholder("orderId")),
        eq(issuedDocument.kind, sql.placeholder("kind")),
        eq(issuedDocument.position, sql.placeholder("position")),
      ),
    )
    .orderBy(desc(issuedDocument.revision))
    .limit(1),
);

/**
 * Stores a document that has none stored yet, or an amended copy.
 * @returns what is stored: another's, if it was faster
 */
export async function storeIssued<Content extends object>(
  db: DatabaseOrTransaction,
  key: DocumentKey,
  content: Content,
  { at, revision = 1 }: { at: Date; revision?: number },
): Promise<Content> {
  const [stored] = await db
    .insert(issuedDocument)
    .values({ ...key, revision, format: FORMAT, content, at })
    .onConflictDoNothing()
    .returning({ revision: issuedDocument.revision });
  return stored ? content : ((await readIssued<Content>(db, key))?.content ?? content);
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** The fields that are dates; JSON has them as text. */
const DATES: readonly string[] = ["orderedAt", "date", "at"];

/** Restores dates, which JSON lacks. */
function withDates(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withDates);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      DATES.includes(name) && typeof one === "string" && TIMESTAMP.test(one) ? new Date(one) : withDates(one),
    ]),
  );
}
