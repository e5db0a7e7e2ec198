/**
 * Measures how long ago the writer wrote what a reader has replayed. It uses the writer's positions and this process's clock, so that it is
 * right while nothing is written, while replay is paused, and when clocks differ.
 */
export interface ReplicationLag {
  /** Records the writer's current position. */
  note(written: number): void;
  /** @returns milliseconds; 0 before the first `note`. Counts until the last `note`, because nothing falls behind without the writer. */
  of(replayed: number): number;
}

interface Sample {
  at: number;
  written: number;
}

/** Covers more than any lag that matters, at two samples a second. */
const MAX_SAMPLES = 240;

export function createReplicationLag(now: () => number = () => performance.now()): ReplicationLag {
  const samples: Sample[] = [];
  return {
    note(written) {
      // After a failover positions may be lower.
      while ((samples.at(-1)?.written ?? 0) > written) samples.pop();
      samples.push({ at: now(), written });
      if (samples.length > MAX_SAMPLES) samples.shift();
    },
    of(replayed) {
      const last = samples.at(-1);
      const missing = samples.find(({ written }) => written > replayed);
      return last && missing ? last.at - missing.at : 0;
    },
  };
}
