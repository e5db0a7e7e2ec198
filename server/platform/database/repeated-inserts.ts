/**
 * Prepares insertions that Drizzle builds for each use: from its second use on, a connection parses and plans one only once. Inserting is
 * planned alike for any values. Other statements are prepared where they are written (prepared.ts), because their plans may depend on them.
 */

import { LRUCache } from "lru-cache";
import { statementName } from "./prepared.ts";

/** A statement as node-postgres takes it. */
interface Statement {
  text: string;
  name?: string | undefined;
}

const INSERTS = /^\s*(?:insert into|with\b.*\binsert into)\b/s;
/** A longer text inserts many rows at once, where planning matters little. */
const MAX_LENGTH = 10_000;
/** How many texts are remembered; the shop has some 150 that insert. */
const MAX_TEXTS = 300;

/** The statements' names by text; empty after their first use. */
const names = new LRUCache<string, string>({ max: MAX_TEXTS });

/** Names an unnamed insertion that has been used before. Returns any other statement unchanged. */
export function nameRepeatedInsert<S extends Statement>(statement: S): S {
  const { text, name } = statement;
  if (name !== undefined || text.length > MAX_LENGTH) return statement;
  const known = names.get(text);
  if (known === undefined) {
    if (INSERTS.test(text)) names.set(text, "");
    return statement;
  }
  const given = known || statementName("insert", text);
  if (!known) names.set(text, given);
  return { ...statement, name: given };
}
