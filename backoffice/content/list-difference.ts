import type { ContentDocument } from "../../contract/admin/content.ts";
import { type Entry, type EntryField, fieldsOf, kindOf, parseEntries } from "./list-format.ts";

/** Says in words how one text of a list differs from another, for those who must choose between them. Pure. */
export function differenceOf(name: ContentDocument, text: string, other: string): string {
  const fields = fieldsOf(name);
  const [entries, others] = [parseEntries(name, text), parseEntries(name, other)];
  // Only a text field can show it.
  if (!fields || !entries || !others) return text;
  const titleOf = (entry: Entry) =>
    [entry.question ?? entry.title ?? entry.name ?? entry.label, kindOf(fields, entry)].filter(Boolean).join(", ");
  const has = (list: readonly Entry[], entry: Entry) => list.some((one) => keyOf(fields, one) === keyOf(fields, entry));
  const named = (list: readonly Entry[], entry: Entry) => list.find((one) => titleOf(one) === titleOf(entry));
  const own = entries.filter((entry) => !has(others, entry));
  const missing = others.filter((entry) => !has(entries, entry) && !named(own, entry));
  const words = [
    ...own.map((entry) => {
      const counterpart = named(others, entry);
      const changed = fields.filter((field) => keyOf([field], entry) !== keyOf([field], counterpart ?? {}));
      const values = (counterpart ? changed : fields.slice(1, 2)).map(
        (field) => `${field.label.toLowerCase()} ${shown(entry[field.name])}`,
      );
      return `${titleOf(entry) || "a new entry"}: ${values.join(", ")}`;
    }),
    ...missing.map((entry) => `without ${titleOf(entry) || "the new entry"}`),
  ];
  return words.length > 0 ? words.join("; ") : "the same entries in another order";
}

const shown = (value: Entry[string] | undefined): string =>
  Array.isArray(value) ? value.map(({ label }) => label).join(", ") : String(value || "none");

/** The values of an entry. The database writes its fields in another order than the form, and no empty times. */
const keyOf = (fields: readonly EntryField[], entry: Entry): string =>
  JSON.stringify(
    fields.map(({ name, fields: nested }) => {
      const value = entry[name] ?? "";
      return nested && Array.isArray(value) ? value.map((one: Entry) => keyOf(nested, one)) : value;
    }),
  );
