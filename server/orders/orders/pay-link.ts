/** Payment links, which need no login. Those of orders for cash on delivery are signed, so nothing is stored. */

import { createHmac } from "node:crypto";
import { equalInConstantTime } from "../../base/secrets.ts";

const sign = (secret: string, number: string) =>
  createHmac("sha256", secret)
    .update(JSON.stringify(["pay", number]))
    .digest("base64url");

/** Returns the path of the link with a token. */
export const payPath = (token: string): string => `/pay/${token}`;

/** Returns the token at the end of an order's link. */
export const payToken = (secret: string, number: string): string => `${number}_${sign(secret, number)}`;

/** Returns the number of a link's order; null unless the shop has signed the link. */
export function orderOfPayToken(secret: string, token: string): string | null {
  const [, number, signature] = /^([0-9A-Z-]{1,16})_([\w-]{43})$/.exec(token) ?? [];
  if (!number || !signature) return null;
  return equalInConstantTime(signature, sign(secret, number)) ? number : null;
}
