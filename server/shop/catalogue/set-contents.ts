import { SET_ENTRY } from "../../../contract/catalogue/set-contents.ts";

/**
 * Returns the net quantity of a set as the packaged commodities rules want it, such as "5 × 2 ml", or "2 × 50 ml, 1 × 100 g" for products of several
 * quantities; null without contents.
 * @param contents entries as SET_ENTRY
 */
export function setQuantityOf(contents: readonly string[]): string | null {
  if (contents.length === 0) return null;
  const groups = Map.groupBy(contents, (entry) => SET_ENTRY.exec(entry)?.[2] ?? entry);
  return [...groups].map(([quantity, entries]) => `${entries.length} × ${quantity}`).join(", ");
}
