import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { OperatorError } from "../../base/errors.ts";
import type { DeploymentSettings } from "../config/config.ts";
import type { Topic } from "../database/database.ts";
import { PURGE_FORMATS } from "./providers.ts";

/** Purges changed responses from a CDN. */
export interface CdnPurger {
  /** Purges the responses that depend on this topic, within a second. Never throws. */
  add(topic: Topic): void;
  /** Sends pending purges a last time, and stops. */
  close(): Promise<void>;
}

interface Timing {
  /**
   * The pause before each request. Meanwhile changes are merged, and the other instances receive them: a CDN that requests a page from an
   * instance that has not would store the old response again.
   */
  pauseMs: number;
  /** The pause after a failed request; doubles each time, up to 32 times. */
  retryMs: number;
}

const TIMING: Timing = { pauseMs: 500, retryMs: 1000 };
const TIMEOUT_MS = 5000;
/** Above this number, one key purges all products. */
const MAX_PENDING = 1000;

type Settings = Pick<DeploymentSettings, "CDN_PURGE" | "CDN_PURGE_URLS" | "CDN_PURGE_TOKEN">;

/**
 * Creates the purger that the settings name; null if they name none. Every instance purges after it has received the change: an instance
 * that receives it late removes what the CDN has fetched from it until then. See docs/decisions/2026-11-23-shared-cache-headers.md.
 * @throws OperatorError without a URL
 */
export function createCdnPurger(settings: Settings, log: FastifyBaseLogger, timing = TIMING): CdnPurger | null {
  if (settings.CDN_PURGE === "") return null;
  if (settings.CDN_PURGE_URLS.length === 0)
    throw new OperatorError("CDN_PURGE needs CDN_PURGE_URLS, where purges are sent to.");
  // A failing URL does not delay the others.
  const purgers = settings.CDN_PURGE_URLS.map((url) => createPurger(url, settings, log, timing));
  return {
    add(topic) {
      for (const purger of purgers) purger.add(topic);
    },
    async close() {
      await Promise.all(purgers.map((purger) => purger.close()));
    },
  };
}

/** Purges a key that no response has, to test every URL. @throws Error of the first URL that rejects it */
export async function testPurge(settings: Settings): Promise<void> {
  const { request } = PURGE_FORMATS[settings.CDN_PURGE as keyof typeof PURGE_FORMATS];
  for (const url of settings.CDN_PURGE_URLS) await sendPurge(url, request(["test"], settings.CDN_PURGE_TOKEN));
}

async function sendPurge(url: string, request: RequestInit): Promise<void> {
  const { status, ok, body } = await fetch(url, {
    ...request,
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await body?.cancel();
  if (!ok) throw new Error(`status ${status}`);
}

const isOfProduct = (topic: Topic) => /^(?:product|stock):/.test(topic);

function createPurger(
  url: string,
  settings: Settings,
  log: FastifyBaseLogger,
  { pauseMs, retryMs }: Timing,
): CdnPurger {
  const { maxKeys, request } = PURGE_FORMATS[settings.CDN_PURGE as keyof typeof PURGE_FORMATS];
  const pending = new Set<Topic>();
  const closing = new AbortController();
  let running: Promise<void> | undefined;

  const pause = (ms: number) => wait(ms, undefined, { ref: false, signal: closing.signal }).catch(() => {});

  function add(topic: Topic): void {
    pending.add(topic);
    if (pending.size <= MAX_PENDING) return;
    for (const key of pending) if (isOfProduct(key)) pending.delete(key);
    // Every response with a product also has this key.
    pending.add("catalogue");
  }

  const send = (keys: readonly Topic[]) => sendPurge(url, request(keys, settings.CDN_PURGE_TOKEN));

  async function run(): Promise<void> {
    let failures = 0;
    await pause(pauseMs);
    while (pending.size > 0) {
      const keys = [...pending].slice(0, maxKeys);
      for (const key of keys) pending.delete(key);
      try {
        await send(keys);
        failures = 0;
      } catch (error) {
        keys.forEach(add);
        log.warn({ err: error, cdn: new URL(url).host }, "the CDN was not purged");
        if (closing.signal.aborted) return;
        await pause(retryMs * 2 ** Math.min(failures, 5));
        failures += 1;
        continue;
      }
      if (pending.size > 0) await pause(pauseMs);
    }
  }

  return {
    add(topic) {
      add(topic);
      running ??= run().finally(() => {
        running = undefined;
      });
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}
