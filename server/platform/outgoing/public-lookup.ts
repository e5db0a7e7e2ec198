/** Connects only to IP addresses that may be reached, whatever a host's name says meanwhile: prevents SSRF and DNS rebinding. */

import { lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { isPublicIp } from "./public-ip.ts";

/** A host outside the public internet. */
export class NotPublic extends Error {
  constructor(host: string) {
    super(`${host} is not an address of the internet`);
  }
}

/**
 * Makes the `lookup` of a request, which connects only to the addresses that it has checked.
 * @param isAllowed which IP addresses may be reached; tests allow their own machine
 */
export function createCheckedLookup(isAllowed: (address: string) => boolean = isPublicIp): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, "", 0);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isAllowed(address))) return done(new NotPublic(hostname), "", 0);
      if (options.all) return done(null, addresses);
      done(null, first.address, first.family);
    });
  };
}

/** Checks the host of a URL that is an IP address, which Node does not look up. @throws NotPublic */
export function requireAllowedIp(hostname: string, isAllowed: (address: string) => boolean = isPublicIp): void {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isAllowed(host)) throw new NotPublic(host);
}
