const LONGEST_PAUSE_MS = 15_000;
const SHORTEST_PAUSE_MS = 50;

/** Runs rounds of work: at once when woken, otherwise when the next work is due. Never runs two rounds at once within this process. */
export interface PollLoop {
  /** Starts a round now, or after the current round. */
  wake(): void;
  /** Ends after the current round. */
  stop(): Promise<void>;
}

interface PollLoopOptions {
  /** Does part of the due work. @returns whether there may be more */
  round: () => Promise<boolean>;
  /** When the next work is due; null when there is none. */
  nextDue: () => Promise<Date | null>;
  /** Called with the error of a failed round; the next round follows after a pause. */
  onError: (error: unknown) => void;
  /** Maximum pause between rounds, because another process may add work without a wake-up. */
  longestPauseMs?: number;
}

/** Creates a loop that starts with the first `wake`. */
export function createPollLoop({
  round,
  nextDue,
  onError,
  longestPauseMs = LONGEST_PAUSE_MS,
}: PollLoopOptions): PollLoop {
  let stopped = false;
  let isRunning = false;
  let wokenDuringRound = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    try {
      do {
        wokenDuringRound = false;
      } while (!stopped && ((await round()) || wokenDuringRound));
      if (!stopped) sleep(await pauseUntilDue());
    } catch (error) {
      onError(error);
      if (!stopped) sleep(longestPauseMs);
    } finally {
      isRunning = false;
    }
    if (wokenDuringRound && !stopped) wake();
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
    wokenDuringRound = true;
    if (isRunning || stopped) return;
    isRunning = true;
    running = run();
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
