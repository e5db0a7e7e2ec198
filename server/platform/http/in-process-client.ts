import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { type Endpoint, endpoints, type InProcessApi } from "../../../contract/endpoints.ts";
import { ApiError } from "../../base/errors.ts";
import { endpointChannel } from "../../base/traced-operations.ts";
import { errorResponse, logAsApiError } from "./errors.ts";

/** Calls public endpoints without HTTP, and gets the responses that a guest gets. The shop renders its pages from them. */
export interface InProcessClient {
  /** Registers the handler of a public endpoint. */
  add(endpoint: Endpoint, handler: Handler): void;
  /**
   * @param context.origin the shop's origin, for absolute URLs in responses
   * @param context.log logs errors
   */
  forPage(context: { origin: string; log: FastifyBaseLogger }): InProcessApi;
}

type Handler = (input: { params: unknown; query: unknown; origin: string }) => Promise<unknown>;

declare module "fastify" {
  interface FastifyInstance {
    inProcessClient: InProcessClient;
  }
}

/**
 * Adds the in-process client to an app. Fastify's `inject` would be slower, and would slow down requests over the network by two thirds:
 * its mocked requests have other object shapes, for which V8 gives up optimising the real ones.
 */
export function addInProcessClient(app: FastifyInstance): void {
  const handlers = new Map<Endpoint, Handler>();
  app.decorate("inProcessClient", {
    add: (endpoint, handler) => void handlers.set(endpoint, handler),
    forPage:
      ({ origin, log }) =>
      async (name, { params, query }) => {
        try {
          const handler = handlers.get(endpoints[name]);
          if (!handler) throw new ApiError("not_found");
          const body = await endpointChannel.tracePromise(handler, { name }, undefined, { params, query, origin });
          return { status: 200, body };
        } catch (error) {
          const apiError = logAsApiError(error, log);
          return { status: apiError.statusCode, body: errorResponse(apiError) };
        }
      },
  } satisfies InProcessClient);
}
