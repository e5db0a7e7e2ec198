/**
 * Known devices: a browser that has signed in as a member keeps a signed cookie. Its attempts have separate limits, so that strangers who
 * exhaust the others lock nobody out. The cookie alone grants no access.
 */

import { createHmac, randomBytes } from "node:crypto";
import { equalInConstantTime } from "../../base/secrets.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { networkOf, perIp } from "../../platform/rate-limits/account-limits.ts";
import type { Limit } from "../../platform/rate-limits/limits.ts";

export const DEVICE_COOKIE_SECONDS = 180 * 24 * 60 * 60;
const MINUTES_15 = 15 * 60;
const DAY = 24 * 60 * 60;

export function newDeviceCookie(codeSecret: string, memberId: number): string {
  const device = randomBytes(12).toString("base64url");
  return `${memberId}.${device}.${sign(codeSecret, memberId, device)}`;
}

/** Returns the device's name if the cookie was made for this member, else null. */
export function readDevice(codeSecret: string, cookie: string, memberId: number): string | null {
  const [id, device = "", signature = ""] = cookie.split(".");
  if (id !== String(memberId)) return null;
  return equalInConstantTime(signature, sign(codeSecret, memberId, device)) ? device : null;
}

function sign(codeSecret: string, memberId: number, device: string): string {
  return createHmac("sha256", codeSecret)
    .update(JSON.stringify(["staff device", memberId, device]))
    .digest("base64url");
}

/**
 * Returns the limits of wrong passwords for a member, or for an email without one. No limit counts all networks together: strangers would
 * exhaust it and lock a member out of new browsers, and who guesses a password still needs the second factor.
 */
export function passwordLimits(email: string, device: string | null, { ip, attemptsPerIp }: RequestContext): Limit[] {
  if (device)
    return [{ key: `staff password of ${email} from device ${device}`, limit: 10, windowSeconds: MINUTES_15 }];
  return [
    perIp("staff sign-in", ip, attemptsPerIp),
    { key: `staff password of ${email} from ${networkOf(ip)}`, limit: 10, windowSeconds: MINUTES_15 },
  ];
}

/**
 * Returns the limits of wrong codes. Only somebody with the password or a session can try codes: a chance of 1 in 3,000 a day to guess one.
 */
export function codeLimits(memberId: number, device: string | null, { ip }: Pick<RequestContext, "ip">): Limit[] {
  const from = device ? `device ${device}` : networkOf(ip);
  return [
    { key: `staff codes of ${memberId} from ${from}`, limit: 5, windowSeconds: MINUTES_15 },
    { key: `staff codes of ${memberId} from ${device ? "known" : "unknown"} devices`, limit: 100, windowSeconds: DAY },
  ];
}
