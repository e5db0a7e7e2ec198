/** The files of a move: on this machine's disk only while they are read, otherwise in the database, because any instance may read them. */

import { open } from "node:fs/promises";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { rowsOf } from "../../platform/database/rows.ts";
import { productMovePart } from "../../platform/database/schema.ts";
import type { MoveFile } from "./read-files.ts";

const PART_BYTES = 1024 * 1024;

export interface StoredFile {
  moveId: number;
  fileName: string;
}
const ofFile = ({ moveId, fileName }: StoredFile) =>
  and(eq(productMovePart.moveId, moveId), eq(productMovePart.fileName, fileName));

/** Stores a file, in place of one of its name. */
export async function storeMoveFile(
  trx: DatabaseOrTransaction,
  moveId: number,
  { name, path }: MoveFile,
): Promise<void> {
  await deleteMoveFile(trx, { moveId, fileName: name });
  const handle = await open(path);
  try {
    for (let position = 0; ; position++) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(PART_BYTES), 0, PART_BYTES);
      if (bytesRead === 0) return;
      await trx
        .insert(productMovePart)
        .values({ moveId, fileName: name, position, bytes: buffer.subarray(0, bytesRead) });
    }
  } finally {
    await handle.close();
  }
}

export async function deleteMoveFile(trx: DatabaseOrTransaction, file: StoredFile): Promise<void> {
  await trx.delete(productMovePart).where(ofFile(file));
}

/** Writes a stored file to the disk, part by part. */
export async function restoreMoveFile(db: Database, file: StoredFile, path: string): Promise<void> {
  const positions = await db
    .select({ position: productMovePart.position })
    .from(productMovePart)
    .where(ofFile(file))
    .orderBy(asc(productMovePart.position));
  const handle = await open(path, "w");
  try {
    for (const { position } of positions) {
      const [part] = await db
        .select({ bytes: productMovePart.bytes })
        .from(productMovePart)
        .where(and(ofFile(file), eq(productMovePart.position, position)));
      if (part) await handle.write(part.bytes);
    }
  } finally {
    await handle.close();
  }
}

/** The bytes of each file of a move that is stored. */
export async function readFileSizes(db: DatabaseOrTransaction, moveId: number): Promise<Map<string, number>> {
  const rows = await rowsOf(
    db,
    { name: "string", bytes: "number" },
    sql`select file_name as name, sum(length(bytes))::int as bytes from product_move_part where move_id = ${moveId} group by 1`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}
