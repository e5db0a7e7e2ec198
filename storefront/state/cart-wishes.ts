import type { CartItem } from "../../contract/cart.ts";

/**
 * What the shopper has asked of the cart and the server has not answered yet, by product. The screen shows the cart as the server has
 * told it with the wishes on top, so nothing has to be taken back when one fails: it just is no wish any more.
 */
export type Wish =
  | { kind: "add"; quantity: number }
  | { kind: "quantity"; quantity: number }
  | { kind: "remove" }
  | { kind: "accept"; price: number };

export type Wishes = ReadonlyMap<string, Wish>;

/** Whether a wish still needs a call: another tab, or a click before this one, may have seen to it. */
export function needsCall(wish: Wish, inCart: boolean): boolean {
  if (wish.kind === "add") return !inCart;
  if (wish.kind === "remove") return inCart;
  return true;
}

/** The product ids of the cart as it will be. */
export function wishedIds(ids: readonly string[], wishes: Wishes): string[] {
  const kept = ids.filter((id) => wishes.get(id)?.kind !== "remove");
  const added = [...wishes].filter(([id, { kind }]) => kind === "add" && !ids.includes(id)).map(([id]) => id);
  return [...kept, ...added];
}

/** How many units of each product there will be. */
export function wishedQuantities(
  quantities: Readonly<Record<string, number>>,
  wishes: Wishes,
): Readonly<Record<string, number>> {
  const wanted = { ...quantities };
  for (const [id, wish] of wishes) {
    if (wish.kind === "quantity" || (wish.kind === "add" && !(id in quantities))) wanted[id] = wish.quantity;
  }
  return wanted;
}

/** The items as they will be. Amounts stay the server's: they follow with its answer. */
export function wishedItems(items: readonly CartItem[], wishes: Wishes): CartItem[] {
  return items.flatMap((item) => {
    const wish = wishes.get(item.product._id);
    if (wish?.kind === "remove") return [];
    return wish?.kind === "quantity" ? { ...item, quantity: wish.quantity } : item;
  });
}
