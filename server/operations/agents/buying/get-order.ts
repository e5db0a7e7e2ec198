import type { Handler } from "../operations.ts";
import { envelope } from "../responses.ts";
import { WIRES } from "../wire/wires.ts";
import { notFound } from "./checkout-handlers.ts";
import { findPlatformOrder, readAgentOrder } from "./read-agent-order.ts";

/** Reads an order for the platform that brought it. One that others brought is as unknown as one that there is not. */
export const getOrder: Handler = async (deps, call) => {
  const { caller, operation, id, origin } = call;
  const found = caller.signed ? await findPlatformOrder(deps.db, caller.origin, id) : null;
  if (!found) return notFound(call, "There is no such order.");
  return {
    status: 200,
    body: {
      ucp: envelope(caller, operation.capability),
      ...WIRES[caller.version].order.order(await readAgentOrder(deps.db, found, origin)),
    },
  };
};
