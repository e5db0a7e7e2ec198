import type { AgentContent } from "../../../platform/database/schema.ts";
import type { AgentDeps } from "../deps.ts";
import type { Handler, OperationCall } from "../operations.ts";
import { type AgentResponse, type ErrorMessage, envelope, withoutResource } from "../responses.ts";
import { WIRES } from "../wire/wires.ts";
import type { AgentCheckout } from "./agent-session.ts";
import { buildCheckout, continueUrlOf } from "./build-session.ts";
import { type PricedRequest, priceContent } from "./price-content.ts";
import { readContent } from "./read-content.ts";
import { changeCheckout, type FoundCheckout, findCart, findCheckout, insertCheckout, stateOf } from "./sessions.ts";

export const createCheckout: Handler = async (deps, call) => {
  const { caller, input, now } = call;
  const read = readContent(input, WIRES[caller.version].checkout.readConsent, null);
  const { cartId } = read;
  const cart = cartId === null ? null : await findCart(deps.db, caller, cartId, now);
  if (cartId !== null && !cart) return notFound(call, "There is no such cart.");
  const content = cart ? fromCart(cart.content, read.content) : read.content;
  const priced = await price(deps, call, content);
  if (priced.lines.length === 0) return nothingToBuy(call, priced);
  const { row, isNew } = await insertCheckout(deps.db, caller, { content, cartId }, now);
  if (!isNew) return respond(deps, call, row.id, { status: 200 });
  return { status: 201, body: await toBody(deps, call, { row, order: null, content }, priced) };
};

/** The cart's items, buyer and codes win; where it goes, only the checkout says. */
const fromCart = (cart: AgentContent, sent: AgentContent): AgentContent => ({
  ...cart,
  shipping: sent.shipping,
  consent: { ...sent.consent, ...cart.consent },
  buyer: Object.keys(cart.buyer).length > 0 ? cart.buyer : sent.buyer,
  codes: cart.codes.length > 0 ? cart.codes : sent.codes,
});

export const getCheckout: Handler = async (deps, call) => respond(deps, call, call.id, { status: 200 });

export const updateCheckout: Handler = async (deps, call) => {
  const { caller, input, id, now } = call;
  const found = await findCheckout(deps.db, caller, id);
  if (!found) return notFound(call, NO_CHECKOUT);
  const { content } = readContent(input, WIRES[caller.version].checkout.readConsent, found.content);
  const isChanged = await changeCheckout(deps.db, id, { content }, now);
  return respond(deps, call, id, isChanged ? {} : { messages: [closed("changed")] });
};

/** Charges nothing: the buyer pays on the shop's page, to which the messages of the checkout lead. */
export const completeCheckout: Handler = async (deps, call) => {
  const { caller, id, now } = call;
  const found = await findCheckout(deps.db, caller, id);
  if (!found) return notFound(call, NO_CHECKOUT);
  const state = stateOf(found, now);
  return respond(deps, call, id, {
    messages: state === "canceled" || state === "expired" ? [closed("completed")] : [],
  });
};

export const cancelCheckout: Handler = async (deps, call) => {
  const { caller, id, now } = call;
  const found = await findCheckout(deps.db, caller, id);
  if (!found) return notFound(call, NO_CHECKOUT);
  const isCanceled = await changeCheckout(deps.db, id, { canceledAt: now }, now);
  return respond(deps, call, id, isCanceled ? {} : { messages: [closed("canceled")] });
};

const NO_CHECKOUT = "There is no such checkout.";

const closed = (what: string): ErrorMessage => ({
  type: "error",
  code: "checkout_closed",
  content: `This checkout has ended, so it can’t be ${what}. Create a new one.`,
  severity: "unrecoverable",
});

/** The current checkout, with further messages. */
async function respond(
  deps: AgentDeps,
  call: OperationCall,
  id: string,
  { status = 200, messages = [] }: { status?: 200; messages?: readonly ErrorMessage[] },
): Promise<AgentResponse> {
  const found = await findCheckout(deps.db, call.caller, id);
  if (!found) return notFound(call, NO_CHECKOUT);
  const isCompleted = stateOf(found, call.now) === "completed" && found.row.placed !== null;
  const priced = isCompleted ? null : await price(deps, call, found.content);
  return { status, body: await toBody(deps, call, found, priced, messages) };
}

async function toBody(
  deps: AgentDeps,
  { caller, operation, origin, now }: OperationCall,
  found: FoundCheckout & { content: AgentContent },
  priced: PricedRequest | null,
  messages: readonly ErrorMessage[] = [],
): Promise<AgentResponse["body"]> {
  const settings = await deps.shopSettings.current();
  const built = buildCheckout(found, priced, { settings, origin, now });
  const checkout: AgentCheckout = { ...built, messages: [...messages, ...built.messages] };
  return {
    ucp: envelope(caller, operation.capability, { handlers: true }),
    ...WIRES[caller.version].checkout.checkout(checkout, caller.capabilities),
  };
}

export async function price(
  deps: AgentDeps,
  { origin, ip }: Pick<OperationCall, "origin" | "ip">,
  content: AgentContent,
): Promise<PricedRequest> {
  return priceContent(deps, content, { rules: await deps.terms.rules(origin, ip), origin });
}

export const notFound = ({ caller, operation }: OperationCall, content: string): AgentResponse =>
  withoutResource(caller, operation.capability, [
    { type: "error", code: "not_found", content, severity: "unrecoverable" },
  ]);

/** Of items that cannot be ordered, none, there is no checkout and no cart. */
export function nothingToBuy({ caller, operation, origin }: OperationCall, { messages }: PricedRequest): AgentResponse {
  const [first, ...others] = messages.filter(
    (message): message is ErrorMessage => message.type === "error" && (message.path ?? "").startsWith("$.line_items"),
  );
  const none: ErrorMessage = {
    type: "error",
    code: "item_unavailable",
    content: "None of these items can be ordered.",
    severity: "unrecoverable",
  };
  // They name nothing of the response, which has no resource.
  const bare = ({ path: _, ...message }: ErrorMessage): ErrorMessage => ({ ...message, severity: "unrecoverable" });
  return withoutResource(
    caller,
    operation.capability,
    first ? [bare(first), ...others.map(bare)] : [none],
    `${origin}/products`,
  );
}

export { continueUrlOf };
