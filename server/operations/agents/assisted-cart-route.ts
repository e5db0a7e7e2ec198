import type { FastifyInstance } from "fastify";
import { endpoints } from "../../../contract/endpoints.ts";
import { handle } from "../../platform/http/endpoints.ts";
import type { AgentDeps } from "./deps.ts";

/** Serves the page at which a shopper takes over the cart that an assistant has filled. */
export function assistedCartRoute(api: FastifyInstance, deps: AgentDeps): void {
  handle(api, endpoints.takeAssistedCart, async ({ customer, params }) => {
    const { takeCart } = await import("./buying/take-cart.ts");
    return { data: await takeCart(deps, customer.id, params.cart, new Date()) };
  });
}
