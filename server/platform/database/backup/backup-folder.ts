/**
 * A backup is a folder: `backup.json`, written last, and a compressed file for each table. It holds rows, not PostgreSQL's files, so it can
 * be restored on another version of PostgreSQL, another machine, or from the shop's own PostgreSQL into one of DATABASE_URL.
 */

import { createReadStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { OperatorError } from "../../../base/errors.ts";

const FORMAT = 1;

const description = z.object({
  format: z.literal(FORMAT),
  createdAt: z.string(),
  postgresql: z.string(),
  /** The applied migrations, by their time. */
  migrations: z.array(z.number()),
  tables: z.array(z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.string() })),
  /** Their definitions: the next release may have other ones. */
  functions: z.array(z.string()),
  triggers: z.array(z.object({ name: z.string(), table: z.string(), definition: z.string() })),
});

export type BackupDescription = z.infer<typeof description>;
export type BackupTable = BackupDescription["tables"][number];

export const newDescription = (
  content: Omit<BackupDescription, "format" | "createdAt">,
  now: Date,
): BackupDescription => ({ format: FORMAT, createdAt: now.toISOString(), ...content });

export const descriptionFile = (folder: string) => join(folder, "backup.json");
export const tableFile = (folder: string, { schema, name }: Pick<BackupTable, "schema" | "name">) =>
  join(folder, `${schema}.${name}.gz`);
export const mediaFolder = (folder: string) => join(folder, "media");

/** @throws OperatorError for a folder that is no complete backup */
export function readDescription(folder: string): BackupDescription {
  let text: string;
  try {
    text = readFileSync(descriptionFile(folder), "utf8");
  } catch (error) {
    throw new OperatorError(`${folder} is no backup: there is no backup.json, which npm run backup writes last.`, {
      cause: error,
    });
  }
  const parsed = description.safeParse(parseJson(text, folder));
  if (!parsed.success)
    throw new OperatorError(`${descriptionFile(folder)} is not of this version of the shop; use the one that made it.`);
  return parsed.data;
}

function parseJson(text: string, folder: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `${descriptionFile(folder)} can’t be read as JSON; the backup is damaged.`;
    throw new OperatorError(message, { cause: error });
  }
}

/** Reads every file, so that a damaged backup is refused before anything is changed. @throws OperatorError */
export async function requireComplete(folder: string, { tables }: BackupDescription): Promise<void> {
  for (const table of tables) {
    const file = tableFile(folder, table);
    const rows = await pipeline(createReadStream(file), createGunzip(), countLines).catch((error: Error) => {
      throw new OperatorError(`${file} can’t be read (${error.message}); the backup is damaged.`, { cause: error });
    });
    if (rows !== table.rows)
      throw new OperatorError(`${file} has ${rows} rows and not ${table.rows}; the backup is damaged.`);
  }
}

/** A row is a line: COPY writes the line breaks of a text as two characters. */
async function countLines(content: AsyncIterable<Buffer>): Promise<number> {
  let lines = 0;
  for await (const chunk of content)
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  return lines;
}
