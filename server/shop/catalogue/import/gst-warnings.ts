import type { AdminSize } from "../../../../contract/admin/products.ts";
import { hsnProblem, rateProblem } from "../../../selling/variants/gst-tables.ts";
import type { LegalFacts } from "../editing/missing-for-sale.ts";

/**
 * Returns what the GST portal will probably not take of a product's sizes: HSN codes and rates, also those of later days. It bars nothing,
 * because a notification may be newer than this program's tables.
 * @param today in India
 */
export function gstWarnings(
  sizes: readonly Pick<AdminSize, "label" | "hsn" | "gstPercent" | "laterRates">[],
  { hsnDigits }: Pick<LegalFacts, "hsnDigits">,
  today: string,
): string[] {
  const warnings = sizes.flatMap(({ label, hsn, gstPercent, laterRates }) =>
    [
      hsn === "" ? null : hsnProblem(hsn, hsnDigits),
      gstPercent === null ? null : rateProblem(gstPercent, today),
      ...laterRates.map(({ percent, from }) => rateProblem(percent, from)),
    ].flatMap((problem) => (problem === null ? [] : [`${label}: ${problem}`])),
  );
  return [...new Set(warnings)];
}
