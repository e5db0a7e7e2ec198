import { useState } from "react";

/** Holds the selected rows of bulk actions by their keys, or the selection of all that match. @param shown the keys of this page */
export function useSelection(shown: readonly string[]) {
  const [keys, setKeys] = useState<readonly string[]>([]);
  /** How many rows match the filter, if the selection is all of them. */
  const [matching, setMatching] = useState<number | null>(null);
  const isPageSelected = shown.length > 0 && shown.every((key) => keys.includes(key));

  function toggle(key: string): void {
    setMatching(null);
    setKeys((now) => (now.includes(key) ? now.filter((other) => other !== key) : [...now, key]));
  }
  function togglePage(): void {
    setMatching(null);
    setKeys(isPageSelected ? [] : shown);
  }
  /** @param isAll whether no other row matches */
  function selectMatching(matched: readonly string[], isAll: boolean): void {
    setMatching(isAll ? matched.length : null);
    setKeys(matched);
  }
  function clear(): void {
    setMatching(null);
    setKeys([]);
  }
  return { keys, matching, isPageSelected, toggle, togglePage, selectMatching, clear };
}
export type Selection = ReturnType<typeof useSelection>;
