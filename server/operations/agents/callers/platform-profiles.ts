/**
 * Profiles of platforms, fetched from the addresses that requests name. Anybody can name any address, so what this costs is bounded: https and the public internet only, no
 * redirects, limits of time, size, number and frequency, a cache of fixed size, and growing pauses after failures.
 */

import { isIP } from "node:net";
import { ApiError } from "../../../base/errors.ts";
import { createDownloader, DownloadProblem } from "../../../platform/outgoing/download.ts";
import { isPublicIp } from "../../../platform/outgoing/public-ip.ts";
import { createLocalLimits } from "../../../platform/rate-limits/local-limits.ts";
import { TransportError } from "../errors.ts";
import { type PlatformProfile, parseProfile } from "./parse-profile.ts";

export interface PlatformProfiles {
  /**
   * Finds a profile, in the cache or by fetching it.
   * @param options.isKnown whether the owner allows this platform, which is then fetched whatever strangers do
   * @param options.newerThan fetches it again unless it was fetched after this time (ms since 1970); at most once a minute
   * @throws TransportError
   */
  find(url: string, options?: { isKnown?: boolean; newerThan?: number }): Promise<FetchedProfile>;
}

export interface FetchedProfile {
  profile: PlatformProfile;
  /** Milliseconds since 1970. */
  fetchedAt: number;
}

interface Entry {
  fetched: FetchedProfile | null;
  error: TransportError | null;
  /** Until when the entry is used as it is. */
  until: number;
  failures: number;
}

const MAX_PROFILES = 200;
const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 5000;
const MINUTE_MS = 60_000;
/** The specification's floor: a profile is fetched at most once in this time, whatever its Cache-Control says. */
const FLOOR_MS = MINUTE_MS;
const CEILING_MS = 60 * MINUTE_MS;
const LONGEST_PAUSE_MS = 30 * MINUTE_MS;
/** Fetches for platforms that the owner has not allowed, all together. */
const STRANGERS = { limit: 60, windowSeconds: 60 };
const MAX_URL = 2048;

/** @param mayBeLoopback whether profiles of this machine are fetched, over http, too: for tests and development */
export function createPlatformProfiles({
  mayBeLoopback = false,
  now = Date.now,
  timeoutMs = TIMEOUT_MS,
} = {}): PlatformProfiles {
  const download = createDownloader({
    isAllowed: mayBeLoopback ? isPublicOrLoopback : isPublicIp,
    mayBeHttp: mayBeLoopback,
    timeoutMs,
    maxRedirects: 0,
    accept: "application/json",
    userAgent: "Kewra agents",
  });
  const entries = new Map<string, Entry>();
  const pending = new Map<string, Promise<FetchedProfile>>();
  const limits = createLocalLimits();

  function remember(url: string, entry: Entry): void {
    entries.delete(url);
    entries.set(url, entry);
    if (entries.size <= MAX_PROFILES) return;
    const [oldest] = entries.keys();
    if (oldest !== undefined) entries.delete(oldest);
  }

  async function fetchProfile(url: string): Promise<FetchedProfile> {
    const before = entries.get(url);
    try {
      const { content, cacheControl } = await download(url, { maxBytes: MAX_BYTES });
      const fetched = { profile: parseProfile(content), fetchedAt: now() };
      remember(url, { fetched, error: null, until: now() + lifetimeMs(cacheControl), failures: 0 });
      return fetched;
    } catch (thrown) {
      const error = errorOf(thrown);
      const failures = (before?.failures ?? 0) + 1;
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FLOOR_MS * 2 ** (failures - 1));
      remember(url, { fetched: null, error, until: now() + pauseMs, failures });
      throw error;
    }
  }

  return {
    async find(given, { isKnown = false, newerThan } = {}) {
      const { href: url } = readProfileUrl(given, mayBeLoopback);
      const entry = entries.get(url);
      const isFresh = entry !== undefined && now() < entry.until;
      // A forced refresh happens at most once a minute, as any other does.
      const mustRefresh =
        newerThan !== undefined &&
        entry?.fetched != null &&
        entry.fetched.fetchedAt <= newerThan &&
        now() - entry.fetched.fetchedAt >= FLOOR_MS;
      if (isFresh && !mustRefresh) {
        remember(url, entry);
        if (entry.fetched) return entry.fetched;
        if (entry.error) throw entry.error;
      }
      const already = pending.get(url);
      if (already) return already;
      if (!isKnown) consumeAsStranger();
      const fetching = fetchProfile(url).finally(() => pending.delete(url));
      pending.set(url, fetching);
      return fetching;
    },
  };

  function consumeAsStranger(): void {
    try {
      limits.consume("profiles", STRANGERS);
    } catch (error) {
      throw new TransportError(
        "unavailable",
        "Too many new profiles are being fetched. Please try again shortly.",
        error instanceof ApiError ? error.retryAfter : 1,
      );
    }
  }
}

/**
 * Reads the address of a profile.
 * @throws TransportError `invalid_profile_url`
 */
export function readProfileUrl(text: string, mayBeLoopback: boolean): URL {
  const url = text.length <= MAX_URL ? URL.parse(text) : null;
  if (!url || url.username || url.password || url.hash) throw invalidUrl("is no plain https URL");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isThisMachine = host === "localhost" || isLoopback(host);
  if (isThisMachine && mayBeLoopback && /^https?:$/.test(url.protocol)) return url;
  if (url.protocol !== "https:") throw invalidUrl("does not begin with https://");
  if (host === "localhost" || (isIP(host) !== 0 && !isPublicIp(host)))
    throw invalidUrl("leads to a private network, from which nothing is fetched");
  return url;
}

const invalidUrl = (problem: string) =>
  new TransportError(
    "invalid_profile_url",
    `The address of the platform’s profile ${problem}. Send UCP-Agent: profile="https://…" with the address of your profile.`,
  );

/** Which addresses are called where agents may be on the same machine. */
export const isPublicOrLoopback = (address: string): boolean => isPublicIp(address) || isLoopback(address);

const isLoopback = (address: string) => address === "::1" || (isIP(address) === 4 && address.startsWith("127."));

/** Returns for how long a profile is cached, in milliseconds. */
function lifetimeMs(cacheControl: string): number {
  const seconds = Number(/(?:^|[\s,])max-age=(\d{1,9})/i.exec(cacheControl)?.[1] ?? 0);
  return Math.min(CEILING_MS, Math.max(FLOOR_MS, seconds * 1000));
}

function errorOf(thrown: unknown): TransportError {
  if (thrown instanceof TransportError) return thrown;
  if (thrown instanceof DownloadProblem)
    return new TransportError("profile_unreachable", `The platform’s profile ${thrown.message}.`);
  throw thrown;
}
