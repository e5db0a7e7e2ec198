import type { FastifyRequest } from "fastify";

/** The methods that the shop serves; clients can send any other. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Returns the labels of a request. Their number is bounded: they name the template of the route, not the URL, which anybody can vary and
 * which may contain an email or a token.
 */
export function requestLabels(
  { method, routeOptions }: Pick<FastifyRequest, "method"> & { routeOptions: { url?: string | undefined } },
  status: number,
): { method: string; route: string; status: string } {
  return {
    method: METHODS.has(method) ? method : "other",
    route: routeLabel(routeOptions.url),
    status: `${Math.floor(status / 100)}xx`,
  };
}

/** Each built file is a route of its own, and each build has new ones. */
function routeLabel(template: string | undefined): string {
  if (template === undefined) return "unknown";
  return template.startsWith("/assets/") ? "/assets/*" : template;
}
