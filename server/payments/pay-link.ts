import { createHmac } from "node:crypto";
import { equalInConstantTime } from "../secrets.ts";

/** Links by which an order for cash on delivery is paid online without logging in. They are signed, so nothing is stored. */

const sign = (secret: string, number: string) =>
  createHmac("sha256", secret)
    .update(JSON.stringify(["pay", number]))
    .digest("base64url");

/** The token at the end of an order's link. */
export const payToken = (secret: string, number: string): string => `${number}_${sign(secret, number)}`;

/** The number of the order of a link; null unless the shop has signed it. */
export function orderOfPayToken(secret: string, token: string): string | null {
  const [, number, signature] = /^(KW-[0-9A-Z]{4}-[0-9A-Z]{4})_([\w-]{43})$/.exec(token) ?? [];
  if (!number || !signature) return null;
  return equalInConstantTime(signature, sign(secret, number)) ? number : null;
}
