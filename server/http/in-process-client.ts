import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { type Endpoint, endpoints, type InProcessApi } from "../../contract/endpoints.ts";
import { ApiError } from "../errors.ts";
import { endpointChannel } from "../traced-operations.ts";
import { errorResponse, logAsApiError } from "./errors.ts";

/** Calls public endpoints without HTTP, with the responses that a guest gets. The shop renders its pages from them. */
export interface InProcessClient {
  add(endpoint: Endpoint, read: Read): void;
  /**
   * @param context.origin the origin that responses name as the shop's
   * @param context.log logs errors
   */
  forPage(context: { origin: string; log: FastifyBaseLogger }): InProcessApi;
}

type Read = (input: { params: unknown; query: unknown; origin: string }) => Promise<unknown>;

declare module "fastify" {
  interface FastifyInstance {
    inProcessClient: InProcessClient;
  }
}

/**
 * Decorates an app with its in-process client. Fastify's `inject` would be slower: its mocked requests have other object shapes than real
 * ones, and every function that sees both becomes slower for requests over the network, by two thirds.
 */
export function addInProcessClient(app: FastifyInstance): void {
  const reads = new Map<Endpoint, Read>();
  app.decorate("inProcessClient", {
    add: (endpoint, read) => void reads.set(endpoint, read),
    forPage:
      ({ origin, log }) =>
      async (name, { params, query }) => {
        try {
          const read = reads.get(endpoints[name]);
          if (!read) throw new ApiError("not_found");
          const body = await endpointChannel.tracePromise(read, { name }, undefined, { params, query, origin });
          return { status: 200, body };
        } catch (error) {
          const apiError = logAsApiError(error, log);
          return { status: apiError.statusCode, body: errorResponse(apiError) };
        }
      },
  } satisfies InProcessClient);
}
