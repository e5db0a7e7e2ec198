/** Changes products while the load runs, and measures how long visitors still get the old ones. */

import { setTimeout as pause } from "node:timers/promises";
import { withClient } from "./template.ts";

export interface Change {
  at: number;
  /** Milliseconds until page and API show the change everywhere. */
  tookMs: number;
  /** What still showed the old product after the limit. */
  stale: string[];
}

export interface FreshnessProbe {
  changes: Change[];
  stop(): Promise<void>;
}

const STALE_AFTER_MS = 2000;
const GIVE_UP_MS = 30_000;

/**
 * @param writer the writer's database, wherever it is now
 * @param origins of the CDN and of each instance
 */
export function startFreshnessProbe(writer: string, origins: () => string[], everyMs: number): FreshnessProbe {
  const changes: Change[] = [];
  let stopping = false;
  const running = probe();
  return {
    changes,
    async stop() {
      stopping = true;
      await running;
    },
  };

  async function probe() {
    for (let n = 1; !stopping; n++) {
      for (let waited = 0; waited < everyMs && !stopping; waited += 100) await pause(100);
      if (stopping) return;
      const slug = `product-${1 + (n % 10)}`;
      const title = `Changed ${n} of ${Date.now()}`;
      // Pages are cached before they change.
      await Promise.all(origins().flatMap((origin) => pathsOf(slug).map((path) => read(origin + path))));
      const changed = await withClient(writer, (client) =>
        client.query("update product set title = $1 where slug = $2", [title, slug]),
      ).catch(() => null);
      // The writer is unavailable.
      if (!changed) continue;
      changes.push(await watch(slug, title));
    }
  }

  async function watch(slug: string, title: string): Promise<Change> {
    const at = Date.now();
    const left = new Set(origins().flatMap((origin) => pathsOf(slug).map((path) => origin + path)));
    const stale = new Set<string>();
    while (left.size > 0 && Date.now() - at < GIVE_UP_MS && !stopping) {
      for (const url of left) {
        const asked = Date.now();
        const text = await read(url);
        // A failed request shows nothing stale.
        if (text === null || text.includes(title)) left.delete(url);
        else if (asked - at > STALE_AFTER_MS) stale.add(url);
      }
      await pause(50);
    }
    return { at, tookMs: Date.now() - at, stale: [...stale] };
  }
}

const pathsOf = (slug: string) => [`/product/${slug}`, `/api/product/${slug}`];

async function read(url: string): Promise<string | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}
