import { type AdminOrderQuery, adminOrderQuery } from "../../contract/admin/orders.ts";

type Field = keyof AdminOrderQuery;
export const FIELDS = Object.keys(adminOrderQuery.shape) as Field[];

/** The query with changes. Without `after` among them it begins at the first page, as every other filter does. */
export function changed(search: URLSearchParams, change: Partial<Record<Field, string | undefined>>): string {
  const next = new URLSearchParams(search);
  next.delete("after");
  for (const [name, value] of Object.entries(change)) value ? next.set(name, value) : next.delete(name);
  return `?${next}`;
}

/** The list's query without its page, for the links from it to its orders and back. */
export function listQuery(search: URLSearchParams): string {
  const given = FIELDS.filter((name) => name !== "after" && search.get(name));
  return given.length > 0 ? `?${new URLSearchParams(given.map((name) => [name, search.get(name) ?? ""]))}` : "";
}

/** The list's whole query. The server validates it. */
export const queryOf = (search: URLSearchParams): Partial<AdminOrderQuery> =>
  Object.fromEntries(FIELDS.map((name) => [name, search.get(name) || undefined]));

/** What the list is limited to, without its sort and page. */
export function filterOf(search: URLSearchParams): Omit<Partial<AdminOrderQuery>, "sort" | "after"> {
  const { sort: _, after: __, ...filter } = queryOf(search);
  return filter;
}
