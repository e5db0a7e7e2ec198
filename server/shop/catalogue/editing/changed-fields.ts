import type { AdminProduct } from "../../../../contract/admin/products.ts";
import { type Fields, isDifferent, pick } from "../../../platform/audit/differences.ts";

/** Fields that are derived from others. */
const DERIVED: readonly (keyof AdminProduct)[] = ["version", "missing", "gstWarnings", "lastChange"];

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
