import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { KEPT_MARK } from "../service-worker/message.ts";

/** Below the header: says that what is shown may have changed since, and reads it again as soon as there is a connection. */
export function OfflineStrip() {
  const [offline, setOffline] = useState(false);
  const { revalidate } = useRevalidator();

  useEffect(() => {
    setOffline(!navigator.onLine || isKeptCopy());
    const leave = () => setOffline(true);
    const comeBack = () => {
      void revalidate().then(() => setOffline(!navigator.onLine));
    };
    window.addEventListener("offline", leave);
    window.addEventListener("online", comeBack);
    return () => {
      window.removeEventListener("offline", leave);
      window.removeEventListener("online", comeBack);
    };
  }, [revalidate]);

  return (
    <div role="status">
      {offline && (
        <p className="bg-linen px-4 py-2 text-center text-small text-ink">
          You are offline: prices and stock may have changed
        </p>
      )}
    </div>
  );
}

/** Whether the worker has answered with its copy, because the network had failed: a browser may well believe to be online then. */
function isKeptCopy(): boolean {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return navigation?.serverTiming.some(({ name }) => name === KEPT_MARK) ?? false;
}
