/** What shopping agents call, over REST in one version of their protocol and over MCP in the other: inputs derive from the schemas that the tools show. */

import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { type Operation as AgentOperation, OPERATIONS } from "../../server/operations/agents/operations.ts";
import type { UcpVersion } from "../../server/operations/agents/versions.ts";
import { sampleOf } from "../contract/inputs.ts";
import { startPlatform } from "../ucp/platform.ts";
import { responseErrors } from "../ucp/schemas.ts";
import { type Request, type Response, send } from "./request.ts";
import type { AgentTarget, Operation } from "./requests.ts";

/** The published schema of each operation's response, below `schemas/shopping/`. */
const SCHEMAS: readonly [suffix: string, schema: string][] = [
  ["search_catalog", "catalog_search.json#/$defs/search_response"],
  ["lookup_catalog", "catalog_lookup.json#/$defs/lookup_response"],
  ["get_product", "catalog_lookup.json#/$defs/get_product_response"],
  ["_cart", "cart.json"],
  ["_checkout", "checkout.json"],
  ["_order", "order.json"],
];
/** The one operation whose payload is varied over MCP, too: the code that reads it is the same. */
const VARIED_OVER_MCP = "create_checkout";
/** Stands for another key in each request: a repeated one would get the response of the first. */
const KEY = "00000000-0000-4000-8000-000000000000";

/**
 * Opens a platform, and lists the operations over REST and over MCP, each with an id that exists. The shop must read profiles of this machine and serve
 * unsigned agents.
 */
export async function agentOperations(url: string): Promise<Operation[]> {
  const platform = await startPlatform();
  const headersOf = (version: UcpVersion) => ({ "ucp-agent": `profile="${platform.profileUrl(version)}"` });
  const call = async (path: string, body: object) => {
    const headers = { ...headersOf("2026-08-25"), "content-type": "application/json" };
    const response = await send(url, { what: "", method: "POST", path, headers, body: JSON.stringify(body) });
    return JSON.parse(response.body.toString());
  };
  const { products } = await call("/ucp/catalog/search", { query: "attar" });
  const sku: string = products[0].variants[0].id;
  const values = {
    ...{ id: sku, ids: [sku], query: "rose", quantity: 1, currency: "INR", type: "shipping", codes: ["WELCOME10"] },
    ...{ selected_destination_id: sku, selected_option_id: "standard", cart_id: undefined, cursor: undefined },
    ...{ postal_code: "226001", address_region: "Uttar Pradesh", address_locality: "Lucknow", address_country: "IN" },
    ...{ email: "asha@example.com", phone_number: "+919845012345", first_name: "Asha", last_name: "Rao" },
  };
  const operations: Operation[] = [];
  for (const operation of OPERATIONS) {
    const hasId = operation.path.includes(":id");
    const line_items = [{ item: { id: sku }, quantity: 1 }];
    const session = async (): Promise<string> => {
      if (!hasId) return "";
      return operation.name.endsWith("_order")
        ? "KW-0000-0000"
        : (await call(`/ucp${operation.path.replace(/\/:id.*/, "")}`, { line_items })).id;
    };
    const payload = await operation.request?.();
    operations.push({
      method: operation.method,
      path: `/ucp${operation.path.replace(":id", ":session")}`,
      agent: {
        inputs: payload ? { body: payload as z.ZodMiniObject } : {},
        headers: headersOf("2026-08-25"),
        values: { ...values, session: await session() },
        problemsOf: (request, response) => restProblems(operation, request, response),
      },
    });
    operations.push({
      method: "POST",
      path: `/ucp/mcp?${operation.name}`,
      agent: {
        inputs: {
          body: callSchema(operation, {
            payload,
            session: await session(),
            profile: platform.profileUrl("2026-04-08"),
          }),
        },
        headers: {},
        values: { ...values, ...sampleOfPayload(operation, payload, values) },
        problemsOf: (request, response) => mcpProblems(operation, request, response),
      },
    });
  }
  return operations;
}

function sampleOfPayload({ name, payload }: AgentOperation, schema: z.core.$ZodType | undefined, values: object) {
  return payload === null || !schema || name === VARIED_OVER_MCP ? {} : { [payload]: sampleOf(schema, { ...values }) };
}

/** The message of JSON-RPC that calls a tool. */
function callSchema(
  { name, path, payload: payloadName }: AgentOperation,
  { payload, session, profile }: { payload: z.core.$ZodType | undefined; session: string; profile: string },
) {
  return z.object({
    jsonrpc: z.literal("2.0"),
    id: z.string(),
    method: z.literal("tools/call"),
    params: z.object({
      name: z.literal(name),
      arguments: z.object({
        meta: z.object({ "ucp-agent": z.object({ profile: z.literal(profile) }), "idempotency-key": z.literal(KEY) }),
        ...(path.includes(":id") && { id: z.literal(session) }),
        ...(payloadName !== null && { [payloadName]: name === VARIED_OVER_MCP ? payload : z.object({}) }),
      }),
    }),
  });
}

/** The request with a key of its own. */
export const withOwnKey = (request: Request): Request =>
  typeof request.body === "string" ? { ...request, body: request.body.replaceAll(KEY, randomUUID()) } : request;

const schemaOf = ({ name }: AgentOperation) =>
  `schemas/shopping/${SCHEMAS.find(([suffix]) => name.endsWith(suffix))?.[1]}`;

/** Whether it reached the operation: its path and method are not what was varied, and its headers were not too long. */
const isAnswered = (method: string, path: string, request: Request, { status }: Response) =>
  request.method === method && request.path.split("?")[0] === path && isDecodable(path) && status !== 431;

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}

const isText = (value: unknown) => typeof value === "string" && value !== "";

const restProblems: Judge = (operation, request, response) => {
  const { status, body } = response;
  const [path = ""] = request.path.split("?");
  const isOwn = new RegExp(`^/ucp${operation.path.replace(":id", "[^/]+")}$`).test(path);
  if (!isOwn || !isAnswered(operation.method, path, request, response)) return [];
  const text = body.toString();
  if (status < 300) return violations(JSON.parse(text), operation, "2026-08-25");
  const { code, content, continue_url, retry_after, ...more } = JSON.parse(text);
  const isShaped = isText(code) && isText(content) && Object.keys(more).length === 0;
  return isShaped ? [] : [`is not an error of the protocol: ${text.slice(0, 200)}`];
};

const mcpProblems: Judge = (operation, request, response) => {
  if (!isAnswered("POST", "/ucp/mcp", request, response)) return [];
  const { status, body } = response;
  // Nothing answers a notification.
  if (status === 202) return body.length === 0 ? [] : ["answers a notification"];
  const { jsonrpc, result, error } = JSON.parse(body.toString());
  if (jsonrpc !== "2.0") return [`is no message of JSON-RPC: ${body.toString().slice(0, 200)}`];
  if (status < 300 && result?.structuredContent) return violations(result.structuredContent, operation, "2026-04-08");
  if (status < 300) return result ? [] : ["has neither result nor error"];
  return Number.isInteger(error?.code) && isText(error.message) ? [] : ["is no error of JSON-RPC"];
};

type Judge = (
  operation: AgentOperation,
  ...exchange: Parameters<AgentTarget["problemsOf"]>
) => ReturnType<AgentTarget["problemsOf"]>;

function violations(
  body: Parameters<typeof responseErrors>[0]["body"],
  operation: AgentOperation,
  version: UcpVersion,
) {
  const found = responseErrors({ body }, { version, schema: schemaOf(operation) });
  return found.slice(0, 1).map((violation) => `violates the published schema: ${violation}`);
}
