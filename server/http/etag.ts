import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Hashes a response for its ETag; without quotes. */
export function hashOf(content: Buffer): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 22);
}

/** Sets the ETag, and the status 304 if the client has this version already. @returns whether it has */
export function isNotModified({ headers }: FastifyRequest, reply: FastifyReply, hash: string): boolean {
  const etag = `"${hash}"`;
  reply.header("etag", etag);
  // Also matches the weak ETag of a proxy that has compressed the response.
  const isSame = headers["if-none-match"]?.includes(etag) ?? false;
  if (isSame) reply.code(304).removeHeader("content-type");
  return isSame;
}
