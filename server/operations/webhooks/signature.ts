import { createHmac } from "node:crypto";

/**
 * Returns the header that proves to a receiver that the shop has sent the request, and when: `t=1764000000,v1=<HMAC-SHA256 of "t.body">`,
 * with a further `v1` for the secret before the last rotation while that is valid.
 */
export function signatureOf(secrets: readonly string[], body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const signed = secrets.map((secret) => createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex"));
  return [`t=${seconds}`, ...signed.map((hex) => `v1=${hex}`)].join(",");
}
