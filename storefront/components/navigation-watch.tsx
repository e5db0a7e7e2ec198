import { useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { CHUNK_TIMEOUT_MS } from "../../contract/limits.ts";

/**
 * Gives up the way to a screen whose code never arrives (S9.34): no browser does so by itself. The error boundary says it and leads on;
 * whatever is navigated to next, the late screen among it, takes its place.
 */
export function NavigationWatch() {
  const { state } = useNavigation();
  const [late, setLate] = useState(false);

  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setLate(true), CHUNK_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [state]);

  if (late) throw new Error("The code of the next screen did not arrive in time.");
  return null;
}
