import type { Handler, OperationCall } from "../operations.ts";
import { type AgentResponse, envelope } from "../responses.ts";
import { WIRES } from "../wire/wires.ts";
import { buildCart } from "./build-session.ts";
import { notFound, nothingToBuy, price } from "./checkout-handlers.ts";
import type { PricedRequest } from "./price-content.ts";
import { readContent } from "./read-content.ts";
import { type CartRow, deleteCart, findCart, insertCart, replaceCart } from "./sessions.ts";

export const createCart: Handler = async (deps, call) => {
  const { caller, input, now } = call;
  const { content } = readContent(input, WIRES[caller.version].checkout.readConsent, null);
  const priced = await price(deps, call, content);
  if (priced.lines.length === 0) return nothingToBuy(call, priced);
  return { status: 201, body: toBody(call, await insertCart(deps.db, caller, content, now), priced) };
};

export const getCart: Handler = async (deps, call) => {
  const cart = await findCart(deps.db, call.caller, call.id, call.now);
  if (!cart) return notFound(call, NO_CART);
  return { status: 200, body: toBody(call, cart, await price(deps, call, cart.content)) };
};

export const updateCart: Handler = async (deps, call) => {
  const { caller, input, id, now } = call;
  const cart = await findCart(deps.db, caller, id, now);
  if (!cart) return notFound(call, NO_CART);
  const { content } = readContent(input, WIRES[caller.version].checkout.readConsent, cart.content);
  const changed = await replaceCart(deps.db, cart, content, now);
  if (!changed) return notFound(call, NO_CART);
  return { status: 200, body: toBody(call, changed, await price(deps, call, content)) };
};

/** Responds with what the cart was; afterwards there is none. */
export const cancelCart: Handler = async (deps, call) => {
  const cart = await findCart(deps.db, call.caller, call.id, call.now);
  if (!cart) return notFound(call, NO_CART);
  const body = toBody(call, cart, await price(deps, call, cart.content));
  await deleteCart(deps.db, cart);
  return { status: 200, body };
};

const NO_CART = "There is no such cart.";

const toBody = (
  { caller, operation, origin }: OperationCall,
  row: CartRow,
  priced: PricedRequest,
): AgentResponse["body"] => ({
  ucp: envelope(caller, operation.capability),
  ...WIRES[caller.version].checkout.cart(buildCart(row, priced, origin), caller.capabilities),
});
