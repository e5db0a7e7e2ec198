/** Makes values of JSON storable: PostgreSQL holds neither NUL nor half of a surrogate pair, in texts or in JSON. Pure. */

/** Replaces these characters by the replacement character, also in the names of fields. @throws RangeError for a value that is nested some thousand levels deep */
export function storable<T>(value: T): T {
  return replaced(value) as T;
}

function replaced(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(replaced);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [storableText(name), replaced(inner)]));
}

const storableText = (text: string) => text.toWellFormed().replaceAll("\u0000", "\ufffd");
