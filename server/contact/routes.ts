import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { type VisitParts, visitOf } from "../accounts/visit.ts";
import { serveCall } from "../http/calls.ts";
import { sendMessage } from "./send-message.ts";

export function contactRoutes(app: FastifyInstance, parts: VisitParts): void {
  serveCall(app, calls.sendMessage, async ({ body, request }) => ({
    data: await sendMessage(parts.db, body, await visitOf(request, parts)),
  }));
}
