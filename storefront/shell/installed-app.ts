import { createStore } from "../shared/store.ts";

/**
 * Whether the shop is installed as an app in this browser, and whether the browser would install it. Only with the app comes the
 * worker that keeps pages: nothing is stored for a visitor who only looks.
 */
export interface AppState {
  /** `unknown` until the page is alive. */
  installed: "unknown" | "no" | "yes";
  /** Opens the browser's own dialog; null where it would not open one. */
  install: (() => Promise<void>) | null;
}

export const appStore = createStore<AppState>({ installed: "unknown", install: null });

/** Chromium's event, which no other browser has. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

/** Begins to listen before the page is alive: the browser makes its offer once, as soon as it has read the manifest. */
export function listenForInstall(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    // The banner makes the offer in the browser's place.
    event.preventDefault();
    change({ install: () => open(event as InstallOffer) });
  });
  window.addEventListener("appinstalled", () => change({ installed: "yes", install: null }));
}

/** Called once the page is alive. */
export function learnInstalled(): void {
  if (appStore.get().installed === "yes") return;
  const asApp =
    window.matchMedia("(display-mode: standalone)").matches || !!(navigator as { standalone?: boolean }).standalone;
  change({ installed: asApp || workerIsThere() ? "yes" : "no" });
}

/** Whether the worker answers this page's requests: it came with the app, and stays in the browser that installed it. */
export function workerIsThere(): boolean {
  return !!navigator.serviceWorker?.controller;
}

/** An offer can be taken up once: if it is turned down, the browser makes a new one when it sees fit. */
async function open(offer: InstallOffer): Promise<void> {
  const outcome = await offer.prompt().then(
    (response) => response.outcome,
    () => "dismissed",
  );
  change({ install: null, ...(outcome === "accepted" && { installed: "yes" }) });
}

function change(news: Partial<AppState>): void {
  appStore.set({ ...appStore.get(), ...news });
}
