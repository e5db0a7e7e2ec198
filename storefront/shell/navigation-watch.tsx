import { useEffect, useState } from "react";
import { createPath, useNavigation } from "react-router";
import { CHUNK_TIMEOUT_MS } from "../../contract/limits.ts";

/** Thrown when the next page's code has not arrived; browsers never give up by themselves. */
export class NavigationTimedOut extends Error {
  /** The path and query of the navigation. */
  readonly url: string;

  constructor(url: string) {
    super("The code of the next page did not arrive in time.");
    this.url = url;
  }
}

/** Shows a progress line when a navigation takes long, and aborts it after two minutes: the error page then offers to try again. */
export function NavigationWatch() {
  const { state, location } = useNavigation();
  const [timedOut, setTimedOut] = useState(false);

  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setTimedOut(true), CHUNK_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [state]);

  if (timedOut) throw new NavigationTimedOut(location ? createPath(location) : "");
  if (state === "idle") return null;
  return (
    <div
      className="on-its-way fixed inset-x-0 top-0 z-50 h-1 overflow-hidden bg-linen"
      role="progressbar"
      aria-label="Loading page"
    >
      <div className="h-full bg-brass" />
    </div>
  );
}
