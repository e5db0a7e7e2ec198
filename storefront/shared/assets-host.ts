/**
 * The origin of the build's files: the shop's own, or the setting ASSETS_HOST. The server sets it; the browser derives it from where this
 * file was loaded, so one build serves both.
 */
let host = import.meta.env.SSR ? "" : hostOf(import.meta.url, window.location.origin);

/** Returns an origin such as `https://assets.example`; empty for the shop's own. */
export const assetsHost = (): string => host;

export function setAssetsHost(origin: string): void {
  host = origin;
}

/** Returns the URL of a built file from its path as imported with `?url`. */
export const assetUrl = (path: string): string => host + path;

/** Puts the host in front of every file of the router's manifest. */
export function withAssetsHost<Manifest>(manifest: Manifest): Manifest {
  if (host === "") return manifest;
  return JSON.parse(JSON.stringify(manifest), (_key, value) =>
    typeof value === "string" && value.startsWith("/assets/") ? host + value : value,
  );
}

/** Exported for its test. */
export function hostOf(file: string, shopOrigin: string): string {
  const { protocol, origin } = new URL(file);
  return protocol.startsWith("http") && origin !== shopOrigin ? origin : "";
}
