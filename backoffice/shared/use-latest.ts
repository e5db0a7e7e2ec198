import { useState } from "react";

/**
 * Returns what a page has loaded, or what a change has returned since, and stores the latter; loading again replaces it. A page that was
 * read before a change and arrives after it does not; nor does what was read in between, which `setRead` stores.
 */
export function useLatest<T extends object>(
  loaded: T,
): [latest: T, setLatest: (changed: T) => void, setRead: (read: T) => void] {
  const [stored, setStored] = useState({ loaded, latest: loaded });
  const latest = stored.loaded === loaded || isNewer(stored.latest, loaded) ? stored.latest : loaded;
  const setRead = (read: T) =>
    setStored((before) => ({ loaded, latest: isNewer(before.latest, read) ? before.latest : read }));
  return [latest, (changed) => setStored({ loaded, latest: changed }), setRead];
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
