/** Cursors of search results: the next page of one search. They say where it continues, and nothing that a caller could not ask for. Pure. */

import { createHash } from "node:crypto";
import { RESULT_WINDOW } from "../../../../contract/limits.ts";

export interface Place {
  /** The page number, from 1. */
  page: number;
  perPage: number;
}

/** @param search what is searched for: a cursor continues no other search */
export function toCursor({ page, perPage }: Place, search: unknown): string {
  return Buffer.from(`${page}.${perPage}.${fingerprint(search)}`).toString("base64url");
}

/** Returns null for a text that is no cursor of this search. */
export function readCursor(cursor: string, search: unknown): Place | null {
  if (cursor.length > MAX_CURSOR_LENGTH) return null;
  const [, page, perPage, of] =
    /^(\d{1,5})\.(\d{1,3})\.([\w-]+)$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  const place = { page: Number(page), perPage: Number(perPage) };
  const isPlace = place.page >= 1 && place.perPage >= 1 && place.page * place.perPage <= RESULT_WINDOW;
  return isPlace && of === fingerprint(search) ? place : null;
}

const MAX_CURSOR_LENGTH = 100;

const fingerprint = (search: unknown) =>
  createHash("sha256").update(JSON.stringify(search)).digest("base64url").slice(0, 12);
