const PAUSE_MS = 500;

/** Asks until the shop, which is starting again, says yes. It cannot be reached meanwhile. */
export async function until(asks: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const isSo = await asks().catch(() => false);
    if (isSo) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
