/** How to request a purge of keys from each CDN. */

import type { DeploymentSettings } from "../config/config.ts";

export type CdnProvider = Exclude<DeploymentSettings["CDN_PURGE"], "">;

interface PurgeFormat {
  /** Maximum number of keys per request. */
  maxKeys: number;
  request(keys: readonly string[], token: string): { method: string; headers: Record<string, string>; body?: string };
}

const bearer = (token: string): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {});
const postJson = (body: object, headers: Record<string, string>) => ({
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/json", ...headers },
  body: JSON.stringify(body),
});

export const PURGE_FORMATS: Readonly<Record<CdnProvider, PurgeFormat>> = {
  webhook: {
    maxKeys: 256,
    request: (keys, token) => postJson({ keys }, bearer(token)),
  },
  // https://www.fastly.com/documentation/reference/api/purging/#bulk-purge-tag
  fastly: {
    maxKeys: 256,
    request: (keys, token) => postJson({ surrogate_keys: keys }, { "fastly-key": token }),
  },
  // https://developers.cloudflare.com/cache/how-to/purge-cache/purge-by-tags/
  cloudflare: {
    maxKeys: 100,
    request: (keys, token) => postJson({ tags: keys }, bearer(token)),
  },
  // deploy/varnish/kewra.vcl, with the module xkey. 256 keys fit into a header of 8 KB.
  varnish: {
    maxKeys: 256,
    request: (keys, token) => ({ method: "PURGE", headers: { "xkey-purge": keys.join(" "), ...bearer(token) } }),
  },
};
