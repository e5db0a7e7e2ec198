import { useState } from "react";
import type { ListedOrder } from "../../contract/admin/orders.ts";

/** The orders that bulk actions are about: those that are ticked. All that match replaces them. */
export function useSelection(orders: readonly ListedOrder[]) {
  const [numbers, setNumbers] = useState<readonly string[]>([]);
  /** How many orders match the filter, if the selection is all of them. */
  const [matching, setMatching] = useState<number | null>(null);
  const shown = orders.map(({ number }) => number);
  const isPageSelected = shown.length > 0 && shown.every((number) => numbers.includes(number));

  function toggle(number: string): void {
    setMatching(null);
    setNumbers((now) => (now.includes(number) ? now.filter((other) => other !== number) : [...now, number]));
  }
  function togglePage(): void {
    setMatching(null);
    setNumbers(isPageSelected ? [] : shown);
  }
  /** @param isAll whether no other order matches */
  function selectMatching(matched: readonly string[], isAll: boolean): void {
    setMatching(isAll ? matched.length : null);
    setNumbers(matched);
  }
  function clear(): void {
    setMatching(null);
    setNumbers([]);
  }
  return { numbers, matching, isPageSelected, toggle, togglePage, selectMatching, clear };
}
export type Selected = ReturnType<typeof useSelection>;
