import { createHmac } from "node:crypto";

/**
 * Returns the header that proves to a receiver that the shop has sent the request, and when: `t=1764000000,v1=<HMAC-SHA256 of "t.body">`.
 */
export function signatureOf(secret: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
}
