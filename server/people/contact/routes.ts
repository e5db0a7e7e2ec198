import type { FastifyInstance } from "fastify";
import { endpoints } from "../../../contract/endpoints.ts";
import { type OrderPageRules, readOrder } from "../../orders/orders/read-orders.ts";
import type { ShopSettings } from "../../platform/config/config.ts";
import { handle } from "../../platform/http/endpoints.ts";
import { type ContextDeps, contextOf } from "../../platform/http/request-context.ts";
import { giveUpParcel } from "./give-up-parcel.ts";
import { readMessageState } from "./message-state.ts";
import { sendMessage } from "./send-message.ts";

interface Deps extends ContextDeps {
  /** Injected, because the module settings is in the same layer. */
  readSettings: () => Promise<Pick<ShopSettings, "GRIEVANCE_OFFICER" | "GRIEVANCE_ADDRESS"> & OrderPageRules>;
}

export function contactRoutes(app: FastifyInstance, { readSettings, ...deps }: Deps): void {
  const officerOf = ({
    GRIEVANCE_OFFICER: name,
    GRIEVANCE_ADDRESS: address,
  }: Awaited<ReturnType<typeof readSettings>>) => ({
    name,
    address,
  });
  handle(app, endpoints.sendMessage, async ({ body, request }) => {
    const officer = officerOf(await readSettings());
    return { data: await sendMessage(deps.db, body, { ...(await contextOf(request, deps)), officer }) };
  });
  handle(app, endpoints.giveUpParcel, async ({ customer, params, request }) => {
    const settings = await readSettings();
    const context = { ...(await contextOf(request, deps)), officer: officerOf(settings) };
    const order = await giveUpParcel(deps.db, { customerId: customer.id, number: params.number }, context);
    return { data: await readOrder(deps.db, order, settings) };
  });
  handle(app, endpoints.readMessageState, async ({ body, request }) => ({
    data: await readMessageState(deps.db, body, await contextOf(request, deps)),
  }));
}
