import type { AdminProduct } from "../../../../contract/admin/products.ts";

/** Longer texts are truncated in the audit log. */
const MAX_LENGTH = 200;

/** Fields that are derived from others. */
const DERIVED: readonly (keyof AdminProduct)[] = ["version", "missing", "gstWarnings", "lastChange"];

type Fields = Record<string, unknown>;

/**
 * Returns the fields in which a product differs, before and after, for the audit log: of its sizes only those that differ. Null without
 * any.
 */
export function changedFields(before: AdminProduct, after: AdminProduct): { before: Fields; after: Fields } | null {
  const names = (Object.keys(after) as (keyof AdminProduct)[]).filter(
    (name) => !DERIVED.includes(name) && name !== "sizes" && isDifferent(before[name], after[name]),
  );
  const changed = { before: pick(before, names), after: pick(after, names) };
  for (const size of after.sizes) {
    const known = before.sizes.find(({ _id }) => _id === size._id);
    const fields = (Object.keys(size) as (keyof typeof size)[]).filter((name) =>
      isDifferent(known?.[name], size[name]),
    );
    if (fields.length === 0) continue;
    if (known) changed.before[size.sku] = pick(known, fields);
    changed.after[size.sku] = pick(size, fields);
  }
  return Object.keys(changed.after).length > 0 ? changed : null;
}

/** Returns the named fields in which two values differ, before and after, for the audit log. Null without any. */
export function differences(
  before: object,
  after: object,
  names: readonly string[],
): { before: Fields; after: Fields } | null {
  const changed = names.filter((name) => isDifferent((before as Fields)[name], (after as Fields)[name]));
  return changed.length > 0 ? { before: pick(before, changed), after: pick(after, changed) } : null;
}

const isDifferent = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);

const pick = (values: object, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, shorten((values as Fields)[name])]));

const shorten = (value: unknown) =>
  typeof value === "string" && value.length > MAX_LENGTH ? `${value.slice(0, MAX_LENGTH)}…` : value;
