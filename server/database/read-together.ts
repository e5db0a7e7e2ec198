/** As many keys as one statement takes, so that nobody waits for an answer of many megabytes. */
const MOST_KEYS = 32;
/** How long those who come next wait for a statement under way: one that is slow, or a connection that is dead, holds up nobody else. */
const PATIENCE_MS = 20;

interface Asking<Key, Found> {
  key: Key;
  give(found: Found | null): void;
  fail(error: unknown): void;
}

/**
 * Reads single things for many who ask at once: who asks while nobody is ahead is answered by a statement of its own, without a wait;
 * who asks while that one is under way goes with all the others in the next. Under load a statement's way to the database and back is
 * then paid once for several. Nothing is kept: what is read is read after it was asked for.
 *
 * @param read finds what there is of some keys, none of them twice, by key; when it fails, so do those who asked for these keys
 * @returns what finds the thing with a key, or null
 */
export function readTogether<Key, Found>(
  read: (keys: Key[]) => Promise<ReadonlyMap<Key, Found>>,
): (key: Key) => Promise<Found | null> {
  const waiting: Asking<Key, Found>[] = [];
  /** The last statement sent, while others wait for it. */
  let ahead: object | undefined;

  function sendNext(): void {
    if (ahead || waiting.length === 0) return;
    const asked = waiting.splice(0, MOST_KEYS);
    const statement = {};
    ahead = statement;
    const letOthersGo = () => {
      if (ahead !== statement) return;
      ahead = undefined;
      sendNext();
    };
    const patience = setTimeout(letOthersGo, PATIENCE_MS);
    const ended = () => {
      clearTimeout(patience);
      // The next one first: the database is at work while these are answered.
      letOthersGo();
    };
    read([...new Set(asked.map(({ key }) => key))]).then(
      (found) => {
        ended();
        for (const { key, give } of asked) give(found.get(key) ?? null);
      },
      (error: unknown) => {
        ended();
        for (const { fail } of asked) fail(error);
      },
    );
  }

  return (key) =>
    new Promise((give, fail) => {
      waiting.push({ key, give, fail });
      sendNext();
    });
}
