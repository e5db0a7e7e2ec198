import type { CartItem } from "../../contract/cart/schemas.ts";

/**
 * What the shopper has asked of the cart and the server has not answered yet, by product. The screen shows the cart as the server has
 * told it with the wishes on top, so nothing has to be taken back when one fails: it just is no wish any more.
 */
export type PendingChange =
  | { kind: "add"; quantity: number }
  | { kind: "quantity"; quantity: number }
  | { kind: "remove" }
  | { kind: "accept"; price: number };

export type PendingChanges = ReadonlyMap<string, PendingChange>;

/** Whether a wish still needs a call: another tab, or a click before this one, may have seen to it. */
export function needsRequest(change: PendingChange, inCart: boolean): boolean {
  if (change.kind === "add") return !inCart;
  if (change.kind === "remove") return inCart;
  return true;
}

/** The product ids of the cart as it will be. */
export function wishedIds(ids: readonly string[], changes: PendingChanges): string[] {
  const kept = ids.filter((id) => changes.get(id)?.kind !== "remove");
  const added = [...changes].filter(([id, { kind }]) => kind === "add" && !ids.includes(id)).map(([id]) => id);
  return [...kept, ...added];
}

/** How many units of each product there will be. */
export function wishedQuantities(
  quantities: Readonly<Record<string, number>>,
  changes: PendingChanges,
): Readonly<Record<string, number>> {
  const wanted = { ...quantities };
  for (const [id, change] of changes) {
    if (change.kind === "quantity" || (change.kind === "add" && !(id in quantities))) wanted[id] = change.quantity;
  }
  return wanted;
}

/** The items as they will be. Amounts stay the server's: they follow with its answer. */
export function wishedItems(items: readonly CartItem[], changes: PendingChanges): CartItem[] {
  return items.flatMap((item) => {
    const change = changes.get(item.product._id);
    if (change?.kind === "remove") return [];
    return change?.kind === "quantity" ? { ...item, quantity: change.quantity } : item;
  });
}
