import type { FastifyRequest } from "fastify";

/** `https://shop.example`, as the caller's browser calls the shop. */
export function originOf({ protocol, host }: FastifyRequest): string {
  // Only a program that speaks HTTP/1.0 names no host.
  return `${protocol}://${host || "localhost"}`;
}
