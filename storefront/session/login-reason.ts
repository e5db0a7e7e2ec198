import { createStore } from "../shared/store.ts";

/**
 * Why a guest was redirected to the login page, in addition to the page they came from. In memory; used only on the way back to that page.
 */
export interface LoginReason {
  kind: "session ended" | "add to cart" | "back in stock";
  /** The page to return to after the login. */
  from: string;
  /** The product that it is about. */
  title?: string;
  /** Does what the guest asked for, and announces it. Called after the login, on the way back to the page. */
  resume?: () => unknown;
}

export const loginReasonStore = createStore<LoginReason | null>(null);

const PAGE_REASONS: Readonly<Record<string, string>> = {
  "/cart": "Please log in to see your cart.",
  "/checkout": "Please log in to check out.",
  "/tracking": "Please log in to track your order.",
  "/profile": "Please log in to see your profile.",
};

/**
 * The login page's message to a redirected guest; null without a redirect.
 * @param from the page to return to after the login, or empty
 */
export function loginReasonText(from: string, reason: LoginReason | null): string | null {
  if (reason && reason.from === from) {
    if (reason.kind === "session ended") return "You’ve been logged out. Please log in again; your cart is safe.";
    if (reason.kind === "back in stock")
      return `Log in, and we’ll email you when ${reason.title} is back. It’s saved to your wishlist.`;
    return `Log in to add ${reason.title} to your cart. We’ll bring you right back.`;
  }
  const [path = ""] = from.split("?");
  return Object.hasOwn(PAGE_REASONS, path) ? (PAGE_REASONS[path] ?? null) : null;
}
