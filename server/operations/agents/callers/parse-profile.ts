/** Reads a platform's profile: the parts that the shop uses. */

import type { JsonWebKey } from "node:crypto";
import { TransportError } from "../errors.ts";

export interface PlatformProfile {
  /** As it says; any date. */
  version: string;
  /** The versions in which it has each capability. */
  capabilities: ReadonlyMap<string, readonly string[]>;
  /** Public keys of its signatures. */
  keys: readonly PublishedKey[];
  webhookUrl: string | null;
}

type PublishedKey = JsonWebKey & { kid: string };

/** Where each version publishes keys: `signing_keys` until 2026-04-08, later `keys` alone. */
const KEYS_OF_OLD_VERSIONS = /^2026-0[1-4]-/;
const ORDER = "dev.ucp.shopping.order";
const MAX_KEYS = 50;
const MAX_CAPABILITIES = 500;

/** @throws TransportError `profile_malformed` */
export function parseProfile(content: Buffer): PlatformProfile {
  const document = recordOf(readJson(content));
  const ucp = recordOf(document?.ucp);
  const version = ucp?.version;
  if (!ucp || typeof version !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(version))
    throw malformed("it has no ucp.version of the form YYYY-MM-DD");
  const capabilities = new Map<string, string[]>();
  let webhookUrl: string | null = null;
  for (const [name, entries] of Object.entries(recordOf(ucp.capabilities) ?? {}).slice(0, MAX_CAPABILITIES)) {
    const listed = (Array.isArray(entries) ? entries : []).map(recordOf).filter((entry) => entry !== null);
    capabilities.set(
      name,
      listed.flatMap((entry) => (typeof entry.version === "string" ? [entry.version] : [])),
    );
    if (name !== ORDER) continue;
    const url = listed.map((entry) => recordOf(entry.config)?.webhook_url).find((found) => typeof found === "string");
    webhookUrl = typeof url === "string" ? url : null;
  }
  const keys = KEYS_OF_OLD_VERSIONS.test(version) ? document?.signing_keys : document?.keys;
  return {
    version,
    capabilities,
    keys: (Array.isArray(keys) ? keys : []).slice(0, MAX_KEYS).flatMap((key) => {
      const jwk = recordOf(key);
      return jwk && typeof jwk.kid === "string" ? [jwk as PublishedKey] : [];
    }),
    webhookUrl,
  };
}

function readJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString("utf8"));
  } catch {
    throw malformed("it is no JSON");
  }
}

const recordOf = (value: unknown): Record<string, unknown> | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;

const malformed = (problem: string) =>
  new TransportError("profile_malformed", `The platform’s profile cannot be used: ${problem}.`);
