import { beginningOf } from "../../../contract/text.ts";

/** Longer texts are truncated in the audit log. */
const MAX_LENGTH = 200;

export type Fields = Record<string, unknown>;

/** Returns the named fields in which two values differ, before and after, for the audit log. Null without any. */
export function differences(
  before: object,
  after: object,
  names: readonly string[],
): { before: Fields; after: Fields } | null {
  const changed = names.filter((name) => isDifferent((before as Fields)[name], (after as Fields)[name]));
  return changed.length > 0 ? { before: pick(before, changed), after: pick(after, changed) } : null;
}

export const isDifferent = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);

/** Returns the named fields, as the audit log has them. */
export const pick = (values: object, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, shorten((values as Fields)[name])]));

const shorten = (value: unknown) =>
  typeof value === "string" && value.length > MAX_LENGTH ? `${beginningOf(value, MAX_LENGTH)}…` : value;
