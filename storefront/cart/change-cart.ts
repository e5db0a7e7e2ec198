import { toRequestError } from "../api/request.ts";
import { announce } from "../shared/announcer.tsx";
import { showError } from "../shared/toasts/toasts.tsx";
import type { PendingChange } from "./cart-changes.ts";
import type { ItemKey } from "./item-key.ts";

type Toggle = Extract<PendingChange, { kind: "add" | "remove" }>;

/**
 * Adds an item to the cart or removes it: shows it at once, tells screen readers the outcome, and shows an error as a toast.
 * @returns whether it succeeded
 */
export async function changeCart(item: ItemKey, title: string, change: Toggle): Promise<boolean> {
  const done = change.kind === "add" ? "added to" : "removed from";
  try {
    const { cartSync } = await import("./cart-sync.ts");
    await cartSync.request(item, change);
    announce(`${title} was ${done} your cart.`);
    return true;
  } catch (error) {
    void showError(`${title} couldn’t be ${done} your cart.`, toRequestError(error));
    return false;
  }
}
