/** Shows the progress of a long command: a bar on a terminal, occasional lines elsewhere. */
export interface Progress {
  /** @param share from 0 to 1. @throws the signal's reason once it is aborted */
  show(share: number, words: string): void;
  /** Clears the bar. */
  end(): void;
}

const BAR_WIDTH = 30;
const REDRAW_MS = 100;
const LINE_MS = 5000;

export function createProgress({
  isTerminal,
  write,
  signal,
}: {
  isTerminal: boolean;
  write(text: string): void;
  signal: AbortSignal;
}): Progress {
  const every = isTerminal ? REDRAW_MS : LINE_MS;
  let last = performance.now();

  return {
    show(share, words) {
      signal.throwIfAborted();
      const now = performance.now();
      if (now - last < every) return;
      last = now;
      const percent = `${Math.floor(share * 100)} %`;
      if (!isTerminal) {
        write(`${percent} ${words}\n`);
        return;
      }
      const filled = Math.round(Math.min(share, 1) * BAR_WIDTH);
      write(`\r\x1b[K[${"#".repeat(filled)}${"-".repeat(BAR_WIDTH - filled)}] ${percent.padStart(5)} ${words}`);
    },
    end() {
      if (isTerminal) write("\r\x1b[K");
    },
  };
}
