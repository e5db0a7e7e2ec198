/** How old what was read may be when the shopper comes back to this tab: it may have changed on another device. */
const OLD_MS = 60_000;

export interface TabEvent {
  /** Tells the other tabs that something has changed. Which is for them to read. */
  tell(): void;
  stop(): void;
}

/**
 * Keeps a part of the account as new in this tab as it is elsewhere: reads it again when another tab has changed it, and when the
 * shopper comes back after a while.
 * @param name of the part, the same in every tab
 * @param readAt when it was read last, in milliseconds since 1970
 */
export function subscribeToTabs(name: string, readAgain: () => void, readAt: () => number): TabEvent {
  // What was never read is being read.
  const began = Date.now();
  const channel = new BroadcastChannel(name);
  channel.onmessage = readAgain;
  const cameBack = (event: Event) => {
    if ((event as PageTransitionEvent).persisted) readAgain();
    else if (document.visibilityState === "visible" && Date.now() - Math.max(began, readAt()) > OLD_MS) readAgain();
  };
  window.addEventListener("pageshow", cameBack);
  document.addEventListener("visibilitychange", cameBack);
  return {
    tell: () => channel.postMessage("changed"),
    stop() {
      window.removeEventListener("pageshow", cameBack);
      document.removeEventListener("visibilitychange", cameBack);
      channel.close();
    },
  };
}
