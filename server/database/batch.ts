/** As many keys as one statement takes, so that nobody waits for an answer of many megabytes. */
const MAX_KEYS = 32;

interface Asking<Key, Found> {
  key: Key;
  give(found: Found | null): void;
  fail(error: unknown): void;
}

/**
 * Reads single things for many who ask at once: all who ask in one turn of the event loop are answered by one statement, so that its way
 * to the database and back is paid once for several when there is much to do, and nobody waits for others when there is not. Nothing is
 * kept: what is read is read after it was asked for.
 *
 * @param read finds what there is of some keys, none of them twice, by key; when it fails, so do those who asked for these keys
 * @returns what finds the thing with a key, or null
 */
export function readTogether<Key, Found>(
  read: (keys: Key[]) => Promise<ReadonlyMap<Key, Found>>,
): (key: Key) => Promise<Found | null> {
  let waiting: Asking<Key, Found>[] = [];

  async function answer(asked: Asking<Key, Found>[]): Promise<void> {
    try {
      const found = await read([...new Set(asked.map(({ key }) => key))]);
      for (const { key, give } of asked) give(found.get(key) ?? null);
    } catch (error) {
      for (const { fail } of asked) fail(error);
    }
  }

  function loadAll(): void {
    const asked = waiting;
    waiting = [];
    for (let first = 0; first < asked.length; first += MAX_KEYS) void answer(asked.slice(first, first + MAX_KEYS));
  }

  return (key) =>
    new Promise((give, fail) => {
      waiting.push({ key, give, fail });
      // After the requests that have come in this turn: the first of them sees to all.
      if (waiting.length === 1) setImmediate(loadAll);
    });
}
