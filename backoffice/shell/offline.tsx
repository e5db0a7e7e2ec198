import { useEffect, useState } from "react";
import { call, RequestError } from "../api/client.ts";

/** How often a connection that the browser reports as lost is checked, in milliseconds. */
const RECHECK_MS = 3000;

/** Checks whether the shop can be reached: without a network it still can on the same machine. */
const isReachable = () =>
  call("readSession", {}).then(
    () => true,
    (error: unknown) => !(error instanceof RequestError) || error.code !== "offline",
  );

/**
 * Says that there is no connection. Meanwhile links do nothing: a page whose script is not loaded yet would make the router reload the
 * document, and the browser's own error would replace what is open.
 */
export function Offline() {
  const [isOffline, setIsOffline] = useState(false);
  const [isBlocked, setIsBlocked] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = async () => {
      clearTimeout(timer);
      setIsOffline(!navigator.onLine && !(await isReachable()) && !navigator.onLine);
      // The shop may have answered just before the connection was lost.
      if (!navigator.onLine) timer = setTimeout(update, RECHECK_MS);
    };
    void update();
    window.addEventListener("online", update);
    window.addEventListener("offline", update);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", update);
      window.removeEventListener("offline", update);
    };
  }, []);
  useEffect(() => {
    if (!isOffline) return setIsBlocked(false);
    const block = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link?.getAttribute("href")?.startsWith("/")) return;
      event.preventDefault();
      event.stopPropagation();
      setIsBlocked(true);
      void isReachable().then((isBack) => isBack && setIsOffline(false));
    };
    document.addEventListener("click", block, true);
    return () => document.removeEventListener("click", block, true);
  }, [isOffline]);
  return (
    <div role="status">
      {isOffline && (
        <p className="panel mb-4 border-terracotta px-4 py-2 text-terracotta">
          You are offline. What you have typed stays here.
          {isBlocked && " Pages open again when the connection is back."}
        </p>
      )}
    </div>
  );
}
