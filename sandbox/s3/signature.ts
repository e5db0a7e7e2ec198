/** Checks AWS Signature Version 4 of a request's headers, as S3 does, with code of its own and not the client's library. */

import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

const MAX_SKEW_MS = 15 * 60_000;
const HEADER =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/** @returns S3's error code; null for a valid signature */
export function signatureProblem(
  request: IncomingMessage,
  { accessKeyId, secretAccessKey }: Credentials,
): string | null {
  const [, keyId, day = "", region = "", signedNames = "", signature = ""] =
    HEADER.exec(request.headers.authorization ?? "") ?? [];
  if (keyId === undefined) return "AccessDenied";
  if (keyId !== accessKeyId) return "InvalidAccessKeyId";
  const date = String(request.headers["x-amz-date"] ?? "");
  if (!date.startsWith(day) || Math.abs(Date.now() - timeOf(date)) > MAX_SKEW_MS) return "RequestTimeTooSkewed";
  const names = signedNames.split(";");
  const mustBeSigned = Object.keys(request.headers).filter((name) => name === "host" || name.startsWith("x-amz-"));
  if (mustBeSigned.some((name) => !names.includes(name))) return "AccessDenied";

  const url = new URL(request.url ?? "/", "http://localhost");
  const canonical = [
    request.method,
    url.pathname
      .split("/")
      .map((part) => encode(decodeURIComponent(part)))
      .join("/"),
    canonicalQuery(url),
    ...names.map(
      (name) =>
        `${name}:${String(request.headers[name] ?? "")
          .trim()
          .replace(/ +/g, " ")}`,
    ),
    "",
    signedNames,
    request.headers["x-amz-content-sha256"],
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", date, scope, createHash("sha256").update(canonical).digest("hex")].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`);
  const isValid = timingSafeEqual(hmac(key, toSign), Buffer.from(signature, "hex"));
  return isValid ? null : "SignatureDoesNotMatch";
}

function canonicalQuery(url: URL): string {
  const pairs = url.search
    .slice(1)
    .split("&")
    .filter(Boolean)
    .map((pair) => {
      const [name = "", value = ""] = pair.split("=");
      return `${encode(decodeURIComponent(name))}=${encode(decodeURIComponent(value))}`;
    });
  return pairs.sort().join("&");
}

const hmac = (key: Buffer | string, text: string) => createHmac("sha256", key).update(text).digest();

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** Parses `20261123T180000Z`. */
function timeOf(date: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) || 0;
}
