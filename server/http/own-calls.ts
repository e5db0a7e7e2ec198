import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import findMyWay from "find-my-way";
import { Refusal } from "../failures.ts";
import { failureAnswer, refusalOf } from "./failures.ts";

/**
 * The calls that anybody may read with, for the shop itself, which renders its pages from them: the same addresses and the same answers as
 * over HTTP, without a request.
 */
export interface OwnCalls {
  /** @param path below `/api`, with `:name` for a parameter */
  add(path: string, read: Reading): void;
  /**
   * @param path below `/api`, with its query
   * @param asking the origin that answers are to speak of, and where a failure is logged
   * @returns what the call answers, failures too
   */
  get(path: string, asking: { origin: string; log: FastifyBaseLogger }): Promise<{ status: number; body: unknown }>;
}

/** Answers a call whose parameters and query are given as they stand in its address. */
type Reading = (sent: { params: unknown; query: unknown; origin: string }) => Promise<unknown>;

declare module "fastify" {
  interface FastifyInstance {
    ownCalls: OwnCalls;
  }
}

/**
 * Makes an app able to answer itself. Not by its `inject`: the mocked requests of that are another shape of object to every function
 * between Node's HTTP and the answer, which then take two thirds longer for each request that comes over the network.
 */
export function acceptOwnCalls(app: FastifyInstance, { maxParamLength }: { maxParamLength: number }): void {
  // The router that finds the same addresses over HTTP.
  const router = findMyWay({ ignoreTrailingSlash: true, maxParamLength });
  app.decorate("ownCalls", {
    add(path, read) {
      router.on("GET", path, () => {}, { read });
    },
    async get(path, { origin, log }) {
      try {
        const found = router.find("GET", path);
        if (!found) throw new Refusal("notFound", "There is no such call.");
        const { read } = found.store as { read: Reading };
        return { status: 200, body: await read({ params: found.params, query: found.searchParams, origin }) };
      } catch (error) {
        const refusal = refusalOf(error, log);
        return { status: refusal.statusCode, body: failureAnswer(refusal) };
      }
    },
  } satisfies OwnCalls);
}
