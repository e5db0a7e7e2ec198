import { createStore } from "../shared/store.ts";

/** Why somebody is led to the login page, beyond the page they came from; in memory, and told only on the way back to that page. */
export interface LoginReason {
  kind: "session ended" | "add to cart";
  /** The page that the login leads back to. */
  from: string;
  /** What was to be added. */
  title?: string;
}

export const loginReasonStore = createStore<LoginReason | null>(null);

const OF_PAGES: Readonly<Record<string, string>> = {
  "/cart": "Please log in to see your cart.",
  "/checkout": "Please log in to check out.",
  "/tracking": "Please log in to track your order.",
  "/profile": "Please log in to see your profile.",
};

/**
 * What the login page says to somebody who was led there; null for one who came by themselves.
 * @param from the page that the login leads back to; empty where there is none
 */
export function loginReasonText(from: string, reason: LoginReason | null): string | null {
  if (reason && reason.from === from) {
    if (reason.kind === "session ended") return "You’ve been logged out. Please log in again; your cart is safe.";
    return `Log in to add ${reason.title} to your cart. We’ll bring you right back.`;
  }
  const [path = ""] = from.split("?");
  return Object.hasOwn(OF_PAGES, path) ? (OF_PAGES[path] ?? null) : null;
}
