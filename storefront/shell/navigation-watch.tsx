import { useEffect, useState } from "react";
import { createPath, useNavigation } from "react-router";
import { CHUNK_TIMEOUT_MS } from "../../contract/limits.ts";

/** The next screen's code did not arrive; no browser gives that up by itself. */
export class ScreenLate extends Error {
  /** Where the shopper wanted to go: path and query. */
  readonly address: string;

  constructor(address: string) {
    super("The code of the next screen did not arrive in time.");
    this.address = address;
  }
}

/**
 * Shows that the next screen is on its way once that takes longer than a moment, and gives it up after two minutes: the error boundary
 * then says so and leads on; whatever is navigated to next, the late screen among it, takes its place.
 */
export function NavigationWatch() {
  const { state, location } = useNavigation();
  const [late, setLate] = useState(false);

  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setLate(true), CHUNK_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [state]);

  if (late) throw new ScreenLate(location ? createPath(location) : "");
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
