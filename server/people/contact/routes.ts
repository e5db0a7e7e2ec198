import type { FastifyInstance } from "fastify";
import { endpoints } from "../../../contract/endpoints.ts";
import { handle } from "../../platform/http/endpoints.ts";
import { type ContextDeps, contextOf } from "../../platform/http/request-context.ts";
import { sendMessage } from "./send-message.ts";

export function contactRoutes(app: FastifyInstance, deps: ContextDeps): void {
  handle(app, endpoints.sendMessage, async ({ body, request }) => ({
    data: await sendMessage(deps.db, body, await contextOf(request, deps)),
  }));
}
