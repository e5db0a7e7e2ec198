import { useEffect, useState, useSyncExternalStore } from "react";
import { createPath, useNavigation } from "react-router";
import { obstacle, onObstacle } from "../../contract/page-code.ts";
import { call, RequestError } from "../api/client.ts";

/** How often a connection that the browser reports as lost is checked, in milliseconds. */
const RECHECK_MS = 3000;

/** Checks whether the shop can be reached: without a network it still can on the same machine. */
const isReachable = () =>
  call("readSession", {}).then(
    () => true,
    (error: unknown) => !(error instanceof RequestError) || error.code !== "offline",
  );

/** Says that there is no connection, and that a page waits for it. A page whose code is missing is loaded as a whole. */
export function Offline() {
  const [isOffline, setIsOffline] = useState(false);
  const { location } = useNavigation();
  const found = useSyncExternalStore(onObstacle, obstacle);
  const isWaiting = location !== undefined && found === "offline";
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
    if (location && found === "missing") window.location.assign(createPath(location));
  }, [location, found]);
  return (
    (isOffline || isWaiting) && (
      <p className="panel mb-4 border-terracotta px-4 py-2 text-terracotta">
        You are offline. What you have typed stays here.
        {isWaiting && <span> The page opens once the connection is back.</span>}
      </p>
    )
  );
}
