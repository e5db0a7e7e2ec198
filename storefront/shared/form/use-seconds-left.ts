import { useEffect, useReducer } from "react";

/**
 * Whole seconds until a time, counted down to 0, by the clock, so that a sleeping tab does not lag.
 * @param timestamp in milliseconds since 1970
 */
export function useSecondsLeft(timestamp: number): number {
  const [, update] = useReducer((count: number) => count + 1, 0);
  const left = Math.max(0, Math.ceil((timestamp - Date.now()) / 1000));
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(update, 500);
    return () => clearInterval(timer);
  }, [isRunning]);
  return left;
}
