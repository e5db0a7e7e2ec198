import type { FastifyRequest } from "fastify";

/** The shop's origin as the browser sees it, such as `https://shop.example`. */
export function originOf({ protocol, host }: FastifyRequest): string {
  // Only HTTP/1.0 clients send no Host.
  return `${protocol}://${host || "localhost"}`;
}
