/** Signs requests and responses of the shop (RFC 9421, RFC 9530) with ES256. */

import { createHash, type KeyObject, sign } from "node:crypto";
import { type InnerList, type Item, serializeInnerList } from "../structured-fields.ts";
import { type SignedMessage, signatureBase } from "./signature-base.ts";

export interface Signer {
  kid: string;
  /** A private key on P-256. */
  key: KeyObject;
}

export const contentDigest = (body: string | Buffer): string =>
  `sha-256=:${createHash("sha256").update(body).digest("base64")}:`;

/** Returns the headers that sign a message, which has all its other headers, such as Content-Digest. */
export function signMessage(
  { kid, key }: Signer,
  message: SignedMessage,
  components: readonly string[],
  now: Date,
): { "signature-input": string; signature: string } {
  const input: InnerList = {
    items: components.map((value): Item => ({ value, parameters: new Map() })),
    parameters: new Map<string, string | number>([
      ["created", Math.floor(now.getTime() / 1000)],
      ["keyid", kid],
    ]),
  };
  const base = Buffer.from(signatureBase(message, input));
  const bytes = sign("sha256", base, { key, dsaEncoding: "ieee-p1363" });
  return { "signature-input": `sig1=${serializeInnerList(input)}`, signature: `sig1=:${bytes.toString("base64")}:` };
}
