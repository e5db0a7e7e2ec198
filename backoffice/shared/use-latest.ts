import { useState } from "react";

/** Returns what a page has loaded, or what a change has returned since, and stores the latter; loading again replaces it. */
export function useLatest<T>(loaded: T): [latest: T, setLatest: (changed: T) => void] {
  const [stored, setStored] = useState({ loaded, latest: loaded });
  const latest = stored.loaded === loaded ? stored.latest : loaded;
  return [latest, (changed) => setStored({ loaded, latest: changed })];
}
