/** Visits that are remembered at most: what somebody goes back through. */
const MAX_ENTRIES = 24;

/**
 * What a screen had loaded, by the key of its history entry: going back shows it at once, as long as it was. In memory only, since
 * nothing is stored for a visitor who only looks; the latest visits alone.
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
