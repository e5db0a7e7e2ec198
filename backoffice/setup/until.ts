const PAUSE_MS = 500;
/** Longer than npm start lets the shop try, and then start as it was. */
const LIMIT_MS = 5 * 60_000;

/** Asks until the shop, which is starting again, has an answer. It cannot be reached meanwhile. @returns null when it takes too long */
export async function until<T>(asks: () => Promise<T | null>, signal: AbortSignal): Promise<T | null> {
  for (const end = performance.now() + LIMIT_MS; !signal.aborted && performance.now() < end; ) {
    const answer = await asks().catch(() => null);
    if (answer !== null) return answer;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return null;
}

export const TOO_LATE =
  "The shop has not started again within five minutes. See what npm start prints on its machine, or ask the person who runs it.";
