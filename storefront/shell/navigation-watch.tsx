import { useEffect, useState, useSyncExternalStore } from "react";
import { createPath, useNavigation } from "react-router";
import { CHUNK_TIMEOUT_MS } from "../../contract/limits.ts";
import { obstacle, onObstacle } from "../../contract/page-code.ts";
import { announce } from "../shared/announcer.tsx";

/** Thrown when the next page's code has not arrived; browsers never give up by themselves. */
export class NavigationTimedOut extends Error {
  /** The path and query of the navigation. */
  readonly url: string;

  constructor(url: string) {
    super("The code of the next page did not arrive in time.");
    this.url = url;
  }
}

const OFFLINE = "You’re offline. The page opens once you’re back online.";

/**
 * Shows a progress line when a navigation takes long, and aborts it after two minutes: the error page then offers to try again. Offline it
 * says so and waits; a page whose code is missing is loaded as a whole.
 */
export function NavigationWatch() {
  const { state, location } = useNavigation();
  const [timedOut, setTimedOut] = useState(false);
  const found = useSyncExternalStore(onObstacle, obstacle, () => null);
  const isOffline = state !== "idle" && found === "offline";

  useEffect(() => {
    if (state === "idle" || isOffline) return;
    const timer = setTimeout(() => setTimedOut(true), CHUNK_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [state, isOffline]);
  useEffect(() => {
    if (isOffline) announce(OFFLINE);
  }, [isOffline]);
  useEffect(() => {
    if (location && found === "missing") window.location.assign(createPath(location));
  }, [location, found]);

  if (timedOut) throw new NavigationTimedOut(location ? createPath(location) : "");
  if (state === "idle") return null;
  return (
    <div className="fixed inset-x-0 top-0 z-50">
      <div className="on-its-way h-1 overflow-hidden bg-linen" role="progressbar" aria-label="Loading page">
        <div className="h-full bg-brass" />
      </div>
      {isOffline && <p className="bg-linen px-4 py-2 text-center text-small text-ink shadow">{OFFLINE}</p>}
    </div>
  );
}
