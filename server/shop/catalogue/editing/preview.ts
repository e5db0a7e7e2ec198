/** Preview links: signed links to unpublished products. */

import { createHmac } from "node:crypto";
import { equalInConstantTime } from "../../../base/secrets.ts";

const VALID_MS = 30 * 60_000;

const sign = (secret: string, claim: string) =>
  createHmac("sha256", secret).update(`product preview ${claim}`).digest("base64url");

/** Returns the token of a link. It is in the fragment of the URL, which reaches no log and no cache. */
export function previewToken(secret: string, productId: number, now: Date): { token: string; until: Date } {
  const until = new Date(now.getTime() + VALID_MS);
  const claim = `${productId}.${until.getTime()}`;
  return { token: `${claim}.${sign(secret, claim)}`, until };
}

/** Returns the id of a token's product; null if the token has expired or this shop has not signed it. */
export function readPreviewToken(secret: string, token: string, now: Date): number | null {
  const [productId = "", until = "", signature = ""] = token.split(".");
  if (!equalInConstantTime(signature, sign(secret, `${productId}.${until}`))) return null;
  return Number(until) > now.getTime() ? Number(productId) : null;
}
