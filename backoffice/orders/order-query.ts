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

/** What the list is limited to, without its sort and page. The server validates it. */
export function filterOf(search: URLSearchParams): Omit<Partial<AdminOrderQuery>, "sort" | "after"> {
  const given = FIELDS.filter((name) => name !== "sort" && name !== "after").map((name) => [
    name,
    search.get(name) || undefined,
  ]);
  return Object.fromEntries(given);
}
