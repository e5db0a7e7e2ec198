import type { FieldError } from "../../contract/errors.ts";

/** Names of filters that differ from their fields’. */
const NAMES: Readonly<Record<string, string>> = {
  q: "search",
  from: "first day",
  to: "last day",
  tab: "list",
  actor: "author",
  item: "product",
  paymentState: "state of the payment",
  agent: "agent",
  deliveryState: "state of the delivery",
  shippedFrom: "first day of shipping",
  shippedTo: "last day of shipping",
};
/** The fields that name the row after which a page of the list begins. */
const CURSORS: readonly string[] = ["after", "before", "page"];

/** Why a list’s query is invalid, as the API says it. */
export interface QueryProblem {
  message: string;
  errors: readonly FieldError[];
}

/** Words an invalid query of a list for people. The API’s messages are for its clients, except those that ask for something. */
export function filterProblem({ message, errors }: QueryProblem): string {
  if (errors.length === 0) return message;
  const asked = errors.find(({ message }) => message.startsWith("Please"));
  if (asked) return asked.message;
  const filters = errors.map(({ field }) => field).filter((field) => !CURSORS.includes(field));
  if (filters.length === 0) return "The page of the list that this link leads to does not exist.";
  const names = new Intl.ListFormat("en-IN").format(filters.map((field) => NAMES[field] ?? field.replaceAll("_", " ")));
  return `This link filters by a value that the shop doesn’t know, perhaps one that was removed since: ${names}.`;
}
