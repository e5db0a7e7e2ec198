/** Copies of a list with a change. Browsers of some years ago lack `with` and `toSpliced`. */

export const replaced = <T>(list: readonly T[], at: number, entry: T): T[] =>
  list.map((present, index) => (index === at ? entry : present));

export const removed = <T>(list: readonly T[], at: number): T[] => list.filter((_, index) => index !== at);

/** Moves the entry at one place to another, by their places in the list before; nothing moves from a place that is not there. */
export function reordered<T>(list: readonly T[], from: number, to: number): T[] {
  const copy = [...list];
  copy.splice(to, 0, ...copy.splice(from, 1));
  return copy;
}
