import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { api } from "../api/api.ts";
import { CACHED_HEADER } from "../service-worker/message.ts";
import { announce } from "../shared/announcer.tsx";

const NEXT_TRY_MS = 5000;

/** A strip below the header of a cached page: says that it may be out of date, and reloads it once there is a connection. */
export function OfflineStrip() {
  const [offline, setOffline] = useState(false);
  const { revalidate } = useRevalidator();

  useEffect(() => {
    setOffline(!navigator.onLine || isCachedCopy());
    const goOffline = () => setOffline(true);
    let isUnmounted = false;
    let nextTry: number | undefined;
    // If reloading fails, everything typed on the page is lost, so a small request tests the connection first.
    const retry = async () => {
      window.clearTimeout(nextTry);
      const reached = await api.readShop().catch(() => null);
      if (isUnmounted || !navigator.onLine) return;
      if (!reached) {
        nextTry = window.setTimeout(retry, NEXT_TRY_MS);
        return;
      }
      await revalidate();
      setOffline(!navigator.onLine);
      if (navigator.onLine) announce("You’re online again.");
    };
    // The browser fires no event if it already believes that it is online.
    if (navigator.onLine && isCachedCopy()) nextTry = window.setTimeout(retry, NEXT_TRY_MS);
    window.addEventListener("offline", goOffline);
    window.addEventListener("online", retry);
    return () => {
      isUnmounted = true;
      window.clearTimeout(nextTry);
      window.removeEventListener("offline", goOffline);
      window.removeEventListener("online", retry);
    };
  }, [revalidate]);

  return (
    <div role="status">
      {offline && (
        <p className="bg-linen px-4 py-2 text-center text-small text-ink">
          You’re offline. Prices and stock may have changed.
        </p>
      )}
    </div>
  );
}

/** Whether the worker has served a cached copy because the network failed; the browser may believe that it is online. */
function isCachedCopy(): boolean {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return navigation?.serverTiming?.some(({ name }) => name === CACHED_HEADER) ?? false;
}
