/** More than anybody navigates back through. */
const MAX_ENTRIES = 24;

/**
 * A page's loaded data by history entry, so that back navigation shows it at once. In memory, since nothing is stored for a visitor who
 * only browses; the latest entries only.
 */
export class HistoryMemory<T> {
  readonly #kept = new Map<string, T>();

  recall(key: string): T | undefined {
    return this.#kept.get(key);
  }

  keep(key: string, value: T): void {
    this.#kept.delete(key);
    this.#kept.set(key, value);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_ENTRIES) break;
      this.#kept.delete(oldest);
    }
  }
}
