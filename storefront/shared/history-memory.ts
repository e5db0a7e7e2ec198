/** More entries than anybody navigates back through. */
const MAX_ENTRIES = 24;

/**
 * A page's loaded data by history entry, so that back navigation shows it at once. In memory, since nothing is stored for a visitor who
 * only browses; the latest entries only.
 */
export class HistoryMemory<T> {
  readonly #entries = new Map<string, T>();

  recall(key: string): T | undefined {
    return this.#entries.get(key);
  }

  store(key: string, value: T): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MAX_ENTRIES) break;
      this.#entries.delete(oldest);
    }
  }
}
