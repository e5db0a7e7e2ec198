/** Data older than this is read again when the shopper returns to this tab, because another device may have changed it. */
const OLD_MS = 60_000;

export interface TabEvent {
  /** Notifies the other tabs of a change; they read again. */
  notify(): void;
  stop(): void;
}

/**
 * Reads again when another tab has changed the data, and when the shopper returns to this tab after a while.
 * @param name of the channel, the same in every tab
 * @param readAt when the data was read last, in milliseconds since 1970
 */
export function subscribeToTabs(name: string, readAgain: () => void, readAt: () => number): TabEvent {
  // Data that was never read is being read now.
  const startedAt = Date.now();
  const channel = openChannel(name);
  if (channel) channel.onmessage = readAgain;
  const cameBack = (event: Event) => {
    if ((event as PageTransitionEvent).persisted) readAgain();
    else if (document.visibilityState === "visible" && Date.now() - Math.max(startedAt, readAt()) > OLD_MS) readAgain();
  };
  window.addEventListener("pageshow", cameBack);
  document.addEventListener("visibilitychange", cameBack);
  return {
    notify: () => channel?.postMessage("changed"),
    stop() {
      window.removeEventListener("pageshow", cameBack);
      document.removeEventListener("visibilitychange", cameBack);
      channel?.close();
    },
  };
}

/** Returns null where the browser has no channels, or refuses them as it refuses cookies: then a return to the tab reads again. */
function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
