/** The shop's profile, which tells agents what they can do here, in each version of the protocol. */

import type { JsonWebKey } from "node:crypto";
import { CAPABILITIES } from "../capabilities.ts";
import { CURRENT_VERSION, UCP_VERSIONS, type UcpVersion } from "../versions.ts";

/** The address of the profile of the current version. */
export const PROFILE_PATH = "/.well-known/ucp";
/** The addresses of the profiles of older versions. */
export const profilePathOf = (version: UcpVersion) =>
  version === CURRENT_VERSION ? PROFILE_PATH : `${PROFILE_PATH}/${version}`;

/** Where each version has its public keys. */
const KEYS_FIELD: Readonly<Record<UcpVersion, "keys" | "signing_keys">> = {
  "2026-08-25": "keys",
  "2026-04-08": "signing_keys",
};

/** Transports by which operations are called, with their paths and the descriptions of the specification. */
const TRANSPORTS: readonly { transport: "rest" | "mcp"; path: string; schema: string }[] = [
  { transport: "rest", path: "/ucp", schema: "services/shopping/rest.openapi.json" },
  { transport: "mcp", path: "/ucp/mcp", schema: "services/shopping/mcp.openrpc.json" },
];

interface ProfileParts {
  version: UcpVersion;
  /** The shop's origin. */
  origin: string;
  keys: readonly JsonWebKey[];
}

/** Makes a profile. That of the current version names those of the older ones; these are leaves. */
export function makeProfile({ version, origin, keys }: ProfileParts): object {
  const base = `https://ucp.dev/${version}`;
  const older = UCP_VERSIONS.filter((one) => one !== CURRENT_VERSION);
  return {
    ucp: {
      version,
      ...(version === CURRENT_VERSION && {
        supported_versions: Object.fromEntries(older.map((one) => [one, origin + profilePathOf(one)])),
      }),
      services: {
        "dev.ucp.shopping": TRANSPORTS.map(({ transport, path, schema }) => ({
          version,
          spec: `${base}/specification/overview`,
          transport,
          endpoint: origin + path,
          schema: `${base}/${schema}`,
        })),
      },
      capabilities: Object.fromEntries(
        CAPABILITIES.map(({ name, parents, spec, schema, config }) => [
          name,
          [
            {
              version,
              spec: `${base}/specification/${spec[version]}`,
              schema: `${base}/schemas/${schema}`,
              ...extension(parents[version]),
              ...(config && { config }),
            },
          ],
        ]),
      ),
      // Buyers pay on the shop's page: no agent can pay for them.
      payment_handlers: {},
    },
    [KEYS_FIELD[version]]: keys,
    // Platforms of older versions look for the keys of what is signed in the current profile, too, and there where their version has them.
    ...(version === CURRENT_VERSION && { signing_keys: keys }),
  };
}

const extension = (parents: readonly string[]) =>
  parents.length === 0 ? {} : { extends: parents.length === 1 ? parents[0] : parents };
