/** The versions of the Universal Commerce Protocol (https://ucp.dev) that the shop speaks, the newest first. A new one is a folder in wire/ and a line here. */
export const UCP_VERSIONS = ["2026-08-25", "2026-04-08"] as const;
export type UcpVersion = (typeof UCP_VERSIONS)[number];

/** The one that `/.well-known/ucp` describes. */
export const CURRENT_VERSION: UcpVersion = UCP_VERSIONS[0];

export const isUcpVersion = (version: string): version is UcpVersion => UCP_VERSIONS.some((one) => one === version);
