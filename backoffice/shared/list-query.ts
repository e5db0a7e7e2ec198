import { RequestError } from "../api/client.ts";
import type { QueryProblem } from "./filter-problem.ts";

/** The query schema of the list's endpoint. */
interface QuerySchema {
  shape: object;
  _zod: { output: object };
}

/**
 * A list's state is its URL's query: tab, search, filters, sort and page. The server validates it.
 * @param schema of the endpoint's query
 * @param cursor the field that names the last row of the previous page
 */
export function listQueryOf<Schema extends QuerySchema>(schema: Schema, cursor = "after") {
  type Query = Partial<Schema["_zod"]["output"]>;
  const fields = Object.keys(schema.shape);
  const given = (search: URLSearchParams, names: readonly string[]) =>
    names.flatMap((name): [string, string][] => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    });
  const filters = fields.filter((name) => name !== cursor);

  return {
    /** Returns the whole query, for the list's endpoint. */
    read: (search: URLSearchParams) => Object.fromEntries(given(search, fields)) as Query,
    /** Returns the filters without sort and page, for "all that match". */
    filter: (search: URLSearchParams) =>
      Object.fromEntries(
        given(
          search,
          filters.filter((name) => name !== "sort"),
        ),
      ) as Query,
    /**
     * Returns the query with changes; "" or undefined removes a value. Unless the cursor is among them, the list restarts at its first
     * page.
     */
    changed(search: URLSearchParams, change: { [Name in keyof Query]?: string | undefined }): string {
      const next = new URLSearchParams(search);
      next.delete(cursor);
      for (const [name, value] of Object.entries<string | undefined>(change))
        value ? next.set(name, value) : next.delete(name);
      return `?${next}`;
    },
    /** Returns the list's query without its page, "" or with "?": for links to its rows and back. */
    withoutPage(search: URLSearchParams): string {
      const kept = given(search, filters);
      return kept.length > 0 ? `?${new URLSearchParams(kept)}` : "";
    },
    cursor,
  };
}

/** Reads the list; returns an empty one with the reason if the URL's query is invalid. */
export const readList = <List extends object>(
  read: Promise<List>,
  empty: List,
): Promise<List & { problem: QueryProblem | null }> =>
  read.then(
    (list) => ({ ...list, problem: null }),
    (error: unknown) => {
      if (!(error instanceof RequestError) || error.code !== "bad_request") throw error;
      return { ...empty, problem: { message: error.message, errors: error.errors } };
    },
  );
