import type { FastifyRequest } from "fastify";

/** `https://shop.example`, as the caller's browser calls the shop. */
export function originOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}`;
}
