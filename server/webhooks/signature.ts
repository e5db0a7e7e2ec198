import { createHmac } from "node:crypto";

/** The header by which a receiver recognises the shop, and that the request is recent: `t=1764000000,v1=<HMAC-SHA256 of "t.body">`. */
export function signatureOf(secret: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
}
