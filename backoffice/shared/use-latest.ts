import { useState } from "react";

/**
 * Returns what a page has loaded, or what a change or another reading has returned since, and stores the latter; loading again replaces it.
 * What was read before a change and arrives after it does not.
 */
export function useLatest<T extends object>(loaded: T): [latest: T, setLatest: (changed: T) => void] {
  const [stored, setStored] = useState({ loaded, latest: loaded });
  const latest = stored.loaded === loaded || isNewer(stored.latest, loaded) ? stored.latest : loaded;
  const setLatest = (changed: T) =>
    setStored((before) => ({ loaded, latest: isNewer(before.latest, changed) ? before.latest : changed }));
  return [latest, setLatest];
}

interface Versioned {
  _id?: string;
  number?: string;
  version?: number;
}

/** Whether these are two versions of one thing, the first the newer. What has no version is never newer. */
export function isNewer({ _id, number, version = 0 }: Versioned, than: Versioned): boolean {
  return _id === than._id && number === than.number && version > (than.version ?? version);
}
