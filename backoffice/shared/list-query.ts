import { RequestError } from "../api/client.ts";

/** What the list's endpoint reads: its query schema. */
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
    /** The whole query, for the list's endpoint. */
    read: (search: URLSearchParams) => Object.fromEntries(given(search, fields)) as Query,
    /** What the list is limited to, without sort and page: for "all that match". */
    filter: (search: URLSearchParams) =>
      Object.fromEntries(
        given(
          search,
          filters.filter((name) => name !== "sort"),
        ),
      ) as Query,
    /** The query with changes, "" or undefined to remove. Without the cursor among them it begins at the first page. */
    changed(search: URLSearchParams, change: { [Name in keyof Query]?: string | undefined }): string {
      const next = new URLSearchParams(search);
      next.delete(cursor);
      for (const [name, value] of Object.entries<string | undefined>(change))
        value ? next.set(name, value) : next.delete(name);
      return `?${next}`;
    },
    /** The list's query without its page, "" or with "?": for links to its rows and back. */
    withoutPage(search: URLSearchParams): string {
      const kept = given(search, filters);
      return kept.length > 0 ? `?${new URLSearchParams(kept)}` : "";
    },
    cursor,
  };
}

/** The list, or an empty one with the reason if the URL's query is invalid. */
export const readList = <List extends object>(read: Promise<List>, empty: List): Promise<List & { problem: string }> =>
  read.then(
    (list) => ({ ...list, problem: "" }),
    (error: unknown) => {
      if (!(error instanceof RequestError) || error.code !== "bad_request") throw error;
      return { ...empty, problem: error.message };
    },
  );
