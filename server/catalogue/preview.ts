import { createHmac } from "node:crypto";
import { equalInConstantTime } from "../secrets.ts";

/** Signed links to products that are not published: for those who are shown one before it is in the shop. */

const VALID_MS = 30 * 60_000;

const sign = (secret: string, claim: string) =>
  createHmac("sha256", secret).update(`product preview ${claim}`).digest("base64url");

/** The token of a link. It is in the fragment of the URL, which reaches no log and no cache. */
export function previewToken(secret: string, productId: number, now: Date): { token: string; until: Date } {
  const until = new Date(now.getTime() + VALID_MS);
  const claim = `${productId}.${until.getTime()}`;
  return { token: `${claim}.${sign(secret, claim)}`, until };
}

/** The product of a token; null if it is too old or was not signed by this shop. */
export function readPreviewToken(secret: string, token: string, now: Date): number | null {
  const [productId = "", until = "", signature = ""] = token.split(".");
  if (!equalInConstantTime(signature, sign(secret, `${productId}.${until}`))) return null;
  return Number(until) > now.getTime() ? Number(productId) : null;
}
