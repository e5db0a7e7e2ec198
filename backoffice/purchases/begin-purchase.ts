import { readDraft, storeDraft } from "../shared/draft-storage.ts";
import { type DraftLine, EMPTY_PURCHASE, linesIn, type PurchaseDraft } from "./purchase-draft.ts";

/** The name of the draft of a purchase that is not booked yet. */
export const NEW_PURCHASE = "purchase";

/** Adds lines to the purchase that is not booked yet, except of sizes that it has. @param supplier unless one is typed; "" for none */
export function beginPurchase(lines: readonly DraftLine[], supplier: string): void {
  const stored = JSON.parse(readDraft(NEW_PURCHASE) ?? "null") as { base: PurchaseDraft; values: PurchaseDraft } | null;
  const { base, values } = stored ?? { base: EMPTY_PURCHASE, values: EMPTY_PURCHASE };
  const typed = linesIn(values);
  const others = lines.filter(({ sku }) => !typed.some((line) => line.sku === sku));
  const all = JSON.stringify([...typed, ...others]);
  storeDraft(
    NEW_PURCHASE,
    JSON.stringify({ base, values: { ...values, supplier: values.supplier || supplier, lines: all } }),
  );
}
