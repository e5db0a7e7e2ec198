import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Hashes a response for its ETag. @returns the hash without quotes */
export function hashOf(content: Buffer): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 22);
}

/**
 * Whether the client already has this version (If-None-Match); `*` matches any version.
 * @param etag with its quotes
 */
export function hasVersion({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers["if-none-match"];
  // Also matches the weak ETag of a proxy that has compressed the response.
  return known?.trim() === "*" || (known?.includes(etag) ?? false);
}

/** Sets the ETag, and the status 304 if the client already has this version. @returns whether it has */
export function isNotModified(request: FastifyRequest, reply: FastifyReply, hash: string): boolean {
  const etag = `"${hash}"`;
  reply.header("etag", etag);
  const isSame = hasVersion(request, etag);
  if (isSame) reply.code(304).removeHeader("content-type");
  return isSame;
}
