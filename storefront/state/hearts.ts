import { createStore } from "./store.ts";

/**
 * The products that the shopper has hearted, by id. A guest's hearts are kept in this browser, from the first heart on: a visitor who
 * only looks leaves nothing behind.
 */
export const heartsStore = createStore<ReadonlySet<string>>(new Set());

const KEY = "hearts";

/** Reads the kept hearts; called once the page is alive, since the server renders every heart empty. */
export function loadHearts(): void {
  heartsStore.set(new Set(readKept()));
}

export function toggleHeart(productId: string): void {
  // Read again, so that a heart given in another tab is not lost.
  const hearts = new Set(readKept());
  if (!hearts.delete(productId)) hearts.add(productId);
  heartsStore.set(hearts);
  try {
    if (hearts.size > 0) window.localStorage.setItem(KEY, JSON.stringify([...hearts]));
    else window.localStorage.removeItem(KEY);
  } catch {
    // A full or forbidden storage: the heart stays for this visit.
  }
}

/** Follows hearts given in other tabs. Gives back how to stop. */
export function followHearts(): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) loadHearts();
  };
  window.addEventListener("storage", hear);
  return () => window.removeEventListener("storage", hear);
}

function readKept(): string[] {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
  } catch {
    return [...heartsStore.get()];
  }
}
