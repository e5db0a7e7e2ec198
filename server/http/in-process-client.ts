import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import findMyWay from "find-my-way";
import { ApiError } from "../errors.ts";
import { errorResponse, logAsApiError } from "./errors.ts";

/**
 * The calls that anybody may read with, for the shop itself, which renders its pages from them: the same addresses and the same answers as
 * over HTTP, without a request.
 */
export interface InProcessClient {
  /** @param path below `/api`, with `:name` for a parameter */
  add(path: string, read: Reading): void;
  /**
   * @param path below `/api`, with its query
   * @param asking the origin that answers are to speak of, and where a failure is logged
   * @returns what the call answers, failures too
   */
  get(path: string, context: { origin: string; log: FastifyBaseLogger }): Promise<{ status: number; body: unknown }>;
}

/** Answers a call whose parameters and query are given as they stand in its address. */
type Reading = (sent: { params: unknown; query: unknown; origin: string }) => Promise<unknown>;

declare module "fastify" {
  interface FastifyInstance {
    inProcessClient: InProcessClient;
  }
}

/**
 * Makes an app able to answer itself. Not by its `inject`: the mocked requests of that are another shape of object to every function
 * between Node's HTTP and the answer, which then take two thirds longer for each request that comes over the network.
 */
export function addInProcessClient(app: FastifyInstance, { maxParamLength }: { maxParamLength: number }): void {
  // The router that finds the same addresses over HTTP.
  const router = findMyWay({ ignoreTrailingSlash: true, maxParamLength });
  app.decorate("inProcessClient", {
    add(path, read) {
      router.on("GET", path, () => {}, { read });
    },
    async get(path, { origin, log }) {
      try {
        const found = router.find("GET", path);
        if (!found) throw new ApiError("not_found", "There is no such call.");
        const { read } = found.store as { read: Reading };
        return { status: 200, body: await read({ params: found.params, query: found.searchParams, origin }) };
      } catch (error) {
        const apiError = logAsApiError(error, log);
        return { status: apiError.statusCode, body: errorResponse(apiError) };
      }
    },
  } satisfies InProcessClient);
}
