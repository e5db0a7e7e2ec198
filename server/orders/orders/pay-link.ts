/** Payment links, which need no login. Those of orders for cash on delivery are signed, so nothing is stored. */

import { signedToken, subjectOfToken } from "../../base/secrets.ts";

/** Returns the path of the link with a token. */
export const payPath = (token: string): string => `/pay/${token}`;

/** Returns the token at the end of an order's link. */
export const payToken = (secret: string, number: string): string => signedToken(secret, "pay", number);

/** Returns the number of a link's order; null unless the shop has signed the link. */
export const orderOfPayToken = (secret: string, token: string): string | null => subjectOfToken(secret, "pay", token);
