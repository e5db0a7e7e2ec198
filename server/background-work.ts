/** Work that waits in the database and is done beside the requests: at once when woken, else when the next of it is due. */

const LONGEST_PAUSE_MS = 15_000;
const SHORTEST_PAUSE_MS = 50;

export interface BackgroundWork {
  /** Looks for work now. */
  wake(): void;
  /** Ends with what is being done; the rest is left to the next start. */
  stop(): Promise<void>;
}

interface WorkOptions {
  /** Does some of what is due. @returns whether there may be more */
  round: (isStopped: () => boolean) => Promise<boolean>;
  /** When the next of it is due; null when nothing waits. */
  nextDue: () => Promise<Date | null>;
  /** What is said of a round that failed; it is tried again after a pause. */
  onError: (error: unknown) => void;
  /** How long it looks away at the longest; what another process leaves behind is found after that. */
  longestPauseMs?: number;
}

/** From the first waking on. Never two rounds at once within this process. */
export function createBackgroundWork({
  round,
  nextDue,
  onError,
  longestPauseMs = LONGEST_PAUSE_MS,
}: WorkOptions): BackgroundWork {
  let stopped = false;
  let awake = false;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function work(): Promise<void> {
    try {
      do {
        again = false;
        while (!stopped && (await round(() => stopped)));
      } while (again && !stopped);
      if (!stopped) sleep(await pauseUntilDue());
    } catch (error) {
      onError(error);
      if (!stopped) sleep(longestPauseMs);
    } finally {
      awake = false;
    }
    if (again && !stopped) wake();
  }

  async function pauseUntilDue(): Promise<number> {
    const due = await nextDue();
    return due ? Math.min(longestPauseMs, Math.max(SHORTEST_PAUSE_MS, due.getTime() - Date.now())) : longestPauseMs;
  }

  function sleep(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(wake, milliseconds);
    timer.unref();
  }

  function wake(): void {
    again = true;
    if (awake || stopped) return;
    awake = true;
    running = work();
  }

  return {
    wake,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
