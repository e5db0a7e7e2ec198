/**
 * The operations over the Model Context Protocol, by streamable HTTP without sessions: one POST, one JSON response
 * (docs/decisions/2026-12-01-own-mcp-endpoint.md).
 */

import { isIP } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { MAX_JSON_BYTES } from "../../../platform/http/endpoints.ts";
import { originOf } from "../../../platform/http/origin.ts";
import { callOperation, toTransportError } from "../call-operation.ts";
import type { AgentDeps } from "../deps.ts";
import { TransportError } from "../errors.ts";
import { OPERATIONS, type Operation } from "../operations.ts";
import { httpMessageOf, ofHeaders } from "../rest-routes.ts";
import { signResponse } from "../signatures/sign-response.ts";
import {
  DISCOVERED_VERSIONS,
  errorOf,
  idOf,
  isObject,
  negotiatedVersion,
  RPC,
  RpcError,
  type RpcRequest,
  readMessage,
  resultOf,
  type ServerInfo,
} from "./messages.ts";
import { hasId, listTools } from "./tools.ts";

const MCP_PATH = "/mcp";

/** How long a client may keep the list of tools, which changes with the shop's releases. */
const LIST_TTL_MS = 3_600_000;
/** Of the endpoint, not of the shop. */
const SERVER_VERSION = "1.0.0";
const MAX_ID_LENGTH = 200;
const JSON_TYPE = "application/json; charset=utf-8";
const CAPABILITIES = { tools: {} };

/** @param operations those of the protocol, or of a test */
export function mcpRoutes(
  scope: FastifyInstance,
  deps: AgentDeps,
  operations: readonly Operation[] = OPERATIONS,
): void {
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  let tools: Promise<object[]> | undefined;
  const operationOf = ({ params: { name } }: Pick<RpcRequest, "params">) =>
    typeof name === "string" ? byName.get(name) : undefined;

  async function respond(message: RpcRequest, request: FastifyRequest): Promise<object> {
    const { AGENTS, SHOP_NAME: name } = await deps.shopSettings.current();
    if (!AGENTS) throw new TransportError("not_found", "This shop serves no agents.");
    const serverInfo: ServerInfo = { name, title: name, version: SERVER_VERSION };
    const about = {
      capabilities: CAPABILITIES,
      instructions: `Search and buy at ${name}. Prices are in paise (INR) and include GST. Show the buyer every message with presentation "disclosure".`,
    };
    switch (message.method) {
      case "tools/call":
        return resultOf(message, await callTool(message, request), { serverInfo });
      case "tools/list":
        tools ??= listTools(operations);
        return resultOf(message, { tools: await tools }, { serverInfo, ttlMs: LIST_TTL_MS });
      case "server/discover":
        return resultOf(
          message,
          { supportedVersions: DISCOVERED_VERSIONS, ...about },
          { serverInfo, ttlMs: LIST_TTL_MS },
        );
      case "initialize":
        if (message.isModern) break;
        return resultOf(
          message,
          { protocolVersion: negotiatedVersion(message.params.protocolVersion), serverInfo, ...about },
          { serverInfo },
        );
      case "ping":
        if (message.isModern) break;
        return resultOf(message, {}, { serverInfo });
    }
    throw new RpcError(RPC.methodNotFound, "There is no such method.", { status: 404 });
  }

  async function callTool({ params }: RpcRequest, request: FastifyRequest): Promise<Record<string, unknown>> {
    const { arguments: given = {} } = params;
    const operation = operationOf({ params });
    if (!operation) throw new RpcError(RPC.invalidParams, "There is no such tool.");
    if (!isObject(given)) throw new RpcError(RPC.invalidParams, "arguments must be an object.");
    const { meta, id = "", ...fields } = given;
    if (hasId(operation) && (typeof id !== "string" || id === "" || id.length > MAX_ID_LENGTH))
      throw new TransportError("invalid_request", `$.id must be a string of 1 to ${MAX_ID_LENGTH} characters.`);
    const input = operation.payload === null ? undefined : fields[operation.payload];
    const caller = { ...ofHeaders(request), ...ofMeta(meta) };
    if (operation.needsKey && caller.idempotencyKey === null)
      throw new TransportError("invalid_request", '$.meta["idempotency-key"] is required. Send a UUID.');
    const origin = deps.settings.SHOP_ORIGIN || originOf(request);
    const { json } = await callOperation(deps, {
      operation,
      ...caller,
      http: httpMessageOf(request, origin),
      input,
      id: hasId(operation) ? String(id) : "",
      content: JSON.stringify([id, input]),
      ...{ origin, ip: request.ip, log: request.log, now: new Date() },
    });
    return { content: [{ type: "text", text: json }], structuredContent: JSON.parse(json) };
  }

  scope.post(MCP_PATH, {
    bodyLimit: MAX_JSON_BYTES,
    schema: { hide: true },
    errorHandler: (error, request, reply) => sendError(error, request, reply),
    async handler(request, reply) {
      requireOwnOrigin(request, deps.settings.SHOP_ORIGIN);
      const message = readMessage(request.body, (name) => {
        const value = request.headers[name];
        return typeof value === "string" ? value : undefined;
      });
      if (!message) return reply.code(202).send();
      const body = JSON.stringify(await respond(message, request));
      if (message.method === "tools/call" && operationOf(message)?.signsResponse)
        await signResponse(deps, reply, { body, contentType: JSON_TYPE, now: new Date() });
      return send(reply, body);
    },
  });
  // Streams from the server and sessions, which it does not have.
  scope.route({
    method: ["GET", "DELETE"],
    url: MCP_PATH,
    schema: { hide: true },
    handler: (_, reply) =>
      sendRpcError(reply.code(405).header("allow", "POST"), null, { code: -32000, message: "Send messages by POST." }),
  });
}

/**
 * Pages of other sites must not use what a browser can reach and they cannot. Without SHOP_ORIGIN the Host says what is the shop's own, and any site can make its name lead to this machine (DNS
 * rebinding), so no name but localhost counts.
 */
function requireOwnOrigin(request: FastifyRequest, shopOrigin: string): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  const isOwn = shopOrigin ? origin === shopOrigin : origin === originOf(request) && !isName(origin);
  if (!isOwn) throw new RpcError(-32000, "Pages of other origins may not call this.", { status: 403 });
}

function isName(origin: string): boolean {
  const host = URL.parse(origin)?.hostname.replace(/^\[|\]$/g, "") ?? "";
  return host !== "localhost" && isIP(host) === 0;
}

/** What `meta` says of the caller, which counts before headers. @throws TransportError (invalid_request) for a key that is no text */
function ofMeta(meta: unknown): { profileUrl?: string; idempotencyKey?: string } {
  if (!isObject(meta)) return {};
  const { "ucp-agent": agent, "idempotency-key": key } = meta;
  if (key !== undefined && typeof key !== "string")
    throw new TransportError("invalid_request", '$.meta["idempotency-key"] must be a string.');
  return {
    ...(isObject(agent) && typeof agent.profile === "string" && { profileUrl: agent.profile }),
    ...(key !== undefined && { idempotencyKey: key }),
  };
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const id = idOf(request.body);
  if (error instanceof RpcError) return sendRpcError(reply.code(error.status), id, error);
  const known = toTransportError(error, request.log);
  if (known.retryAfter !== undefined) reply.header("retry-after", known.retryAfter);
  // A body that is no JSON has a code of its own in JSON-RPC.
  const code = known.code === "malformed" && request.body === undefined ? RPC.parseError : known.rpcCode;
  const data = known.body(originOf(request));
  return sendRpcError(reply.code(known.status), id, { code, message: known.message, data });
}

const sendRpcError = (reply: FastifyReply, ...error: Parameters<typeof errorOf>) =>
  send(reply, JSON.stringify(errorOf(...error)));

const send = (reply: FastifyReply, json: string) =>
  reply.header("cache-control", "no-store").type(JSON_TYPE).send(json);
