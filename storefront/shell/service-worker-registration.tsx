import { useEffect } from "react";
import { useLocation } from "react-router";
import { appStore, detectInstalled } from "../shared/installed-app.ts";
import { useStore } from "../shared/store.ts";

/** Maximum wait for the browser to be idle, in milliseconds. */
const IDLE_TIMEOUT_MS = 5000;
/** The wait in browsers without requestIdleCallback, in milliseconds. */
const FALLBACK_DELAY_MS = 1500;

/** Registers the service worker once the app is installed. Vite's development server has none. */
export function ServiceWorkerRegistration() {
  const { pathname, search } = useLocation();
  const { installed } = useStore(appStore);
  const page = pathname + search;

  useEffect(detectInstalled, []);
  useEffect(() => {
    if (installed !== "yes" || !import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    return whenIdle(() => {
      import("../service-worker/cache-visited.ts").then(
        ({ cacheVisited }) => cacheVisited(page),
        () => {}, // out of reach: the next page tries again
      );
    });
  }, [installed, page]);
  return null;
}

/** Runs once the page is loaded and the browser is idle. Returns a function that cancels it. */
function whenIdle(work: () => void): () => void {
  let leave = () => {};
  const wait = () => {
    if ("requestIdleCallback" in window) {
      const handle = window.requestIdleCallback(work, { timeout: IDLE_TIMEOUT_MS });
      leave = () => window.cancelIdleCallback(handle);
    } else {
      const timer = setTimeout(work, FALLBACK_DELAY_MS);
      leave = () => clearTimeout(timer);
    }
  };
  if (document.readyState === "complete") {
    wait();
    return () => leave();
  }
  window.addEventListener("load", wait, { once: true });
  return () => {
    window.removeEventListener("load", wait);
    leave();
  };
}
