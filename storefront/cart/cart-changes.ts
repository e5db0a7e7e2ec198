import type { Cart, CartItem } from "../../contract/cart/schemas.ts";
import { type ItemKey, keyOfProduct } from "./item-key.ts";

/**
 * Changes to the cart that the server has not confirmed, by item (optimistic updates). Views apply them to the server's latest cart, so
 * an error needs no rollback: the change is dropped.
 */
export type PendingChange =
  | { kind: "add"; quantity: number }
  | { kind: "quantity"; quantity: number }
  | { kind: "remove" }
  | { kind: "accept"; price: number };

export type PendingChanges = ReadonlyMap<ItemKey, PendingChange>;

/** Whether a change still needs a request: another tab or an earlier click may already have made it. */
export function needsRequest(change: PendingChange, inCart: boolean): boolean {
  if (change.kind === "add") return !inCart;
  if (change.kind === "remove") return inCart;
  return true;
}

/** Applies the changes to the items. */
export function pendingKeys(keys: readonly ItemKey[], changes: PendingChanges): ItemKey[] {
  const remaining = keys.filter((key) => changes.get(key)?.kind !== "remove");
  const added = [...changes].filter(([key, { kind }]) => kind === "add" && !keys.includes(key)).map(([key]) => key);
  return [...remaining, ...added];
}

/** Applies the changes to the quantity of each item. */
export function pendingQuantities(
  quantities: Readonly<Record<string, number>>,
  changes: PendingChanges,
): Readonly<Record<string, number>> {
  const result = { ...quantities };
  for (const [id, change] of changes) {
    if (change.kind === "quantity" || (change.kind === "add" && !(id in quantities))) result[id] = change.quantity;
  }
  return result;
}

/** Applies the changes to the items. Amounts stay as they are until the server's next response. */
export function pendingItems(items: readonly CartItem[], changes: PendingChanges): CartItem[] {
  return items.flatMap((item) => {
    const change = changes.get(keyOfProduct(item.product));
    if (change?.kind === "remove") return [];
    return change?.kind === "quantity" ? { ...item, quantity: change.quantity } : item;
  });
}

/** The free samples with a pending choice applied. */
export function pendingSamples(samples: Cart["samples"], chosen: readonly string[] | undefined): Cart["samples"] {
  if (!samples || !chosen) return samples;
  const options = samples.options.map((option) => ({ ...option, chosen: chosen.includes(option.variant_id) }));
  return { ...samples, options };
}
