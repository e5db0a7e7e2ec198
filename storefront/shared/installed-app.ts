import { createStore } from "./store.ts";

/**
 * Whether the shop is installed as an app in this browser, and whether the browser offers to install it. The service worker is registered
 * only with the app: nothing is stored for a visitor who only browses.
 */
export interface AppState {
  /** `unknown` until hydration. */
  installed: "unknown" | "no" | "yes";
  /** Opens the browser's install dialog; null if there is none. */
  install: (() => Promise<void>) | null;
}

export const appStore = createStore<AppState>({ installed: "unknown", install: null });

/** Chromium's BeforeInstallPromptEvent. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

/** Listens before hydration: the browser fires the event once, as soon as it has read the manifest. */
export function listenForInstall(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    // The banner replaces the browser's own prompt.
    event.preventDefault();
    change({ install: () => open(event as InstallOffer) });
  });
  window.addEventListener("appinstalled", () => change({ installed: "yes", install: null }));
}

/** Call it after hydration. */
export function detectInstalled(): void {
  if (appStore.get().installed === "yes") return;
  const asApp =
    window.matchMedia("(display-mode: standalone)").matches || !!(navigator as { standalone?: boolean }).standalone;
  change({ installed: asApp || hasWorker() ? "yes" : "no" });
}

/** Whether the service worker handles this page's requests: it is registered with the app and serves the same browser's tabs. */
export function hasWorker(): boolean {
  return !!navigator.serviceWorker?.controller;
}

/** An event can be used once; after a refusal the browser may fire another later. */
async function open(offer: InstallOffer): Promise<void> {
  const outcome = await offer.prompt().then(
    (response) => response.outcome,
    () => "dismissed",
  );
  change({ install: null, ...(outcome === "accepted" && { installed: "yes" }) });
}

function change(changes: Partial<AppState>): void {
  appStore.set({ ...appStore.get(), ...changes });
}
