/** Calls tools of the shop as an agent over MCP does. */

import { randomUUID } from "node:crypto";
import type { LightMyRequestResponse } from "fastify";
import type { UcpVersion } from "../../server/operations/agents/versions.ts";
import type { TestShop } from "../api/shop.ts";
import type { TestPlatform } from "./platform.ts";

const HEADERS = {
  host: "shop.test",
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

/** Sends any body to the endpoint. */
export const postMcp = (
  shop: Pick<TestShop, "app">,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> =>
  shop.app.inject({
    method: "POST",
    url: "/ucp/mcp",
    headers: { ...HEADERS, ...headers },
    payload: typeof body === "string" ? body : JSON.stringify(body),
  });

/** Sends one message of JSON-RPC. */
export const sendMcp = (
  shop: Pick<TestShop, "app">,
  method: string,
  params: object = {},
  headers: Record<string, string> = {},
) => postMcp(shop, { jsonrpc: "2.0", id: 1, method, params }, headers);

/** Calls a tool. @param fields its arguments besides `meta` */
export const callTool = (
  shop: Pick<TestShop, "app">,
  platform: Pick<TestPlatform, "profileUrl">,
  name: string,
  fields: object,
  version: UcpVersion = "2026-08-25",
) =>
  sendMcp(shop, "tools/call", {
    name,
    arguments: {
      meta: { "ucp-agent": { profile: platform.profileUrl(version) }, "idempotency-key": randomUUID() },
      ...fields,
    },
  });
