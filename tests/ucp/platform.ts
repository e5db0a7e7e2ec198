/** A platform of the tests: publishes a profile on this machine, and makes the requests of its agents. */

import { createPrivateKey, generateKeyPairSync, type JsonWebKey, randomUUID } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import type { LightMyRequestResponse } from "fastify";
import { contentDigest, signMessage } from "../../server/operations/agents/signatures/sign.ts";
import type { UcpVersion } from "../../server/operations/agents/versions.ts";
import type { TestShop } from "../api/shop.ts";

/** Every capability that the shop might have. */
const CAPABILITIES = [
  "dev.ucp.shopping.catalog.search",
  "dev.ucp.shopping.catalog.lookup",
  "dev.ucp.shopping.cart",
  "dev.ucp.shopping.checkout",
  "dev.ucp.shopping.discount",
  "dev.ucp.shopping.fulfillment",
  "dev.ucp.shopping.buyer_consent",
  "dev.ucp.shopping.order",
];

export interface AgentRequest {
  version?: UcpVersion;
  /** False sends no signature. */
  signed?: boolean;
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

export interface TestPlatform {
  origin: string;
  /** The address of its profile of a version. */
  profileUrl(version: UcpVersion): string;
  /** Requests for profiles so far. */
  fetches(): number;
  /** The headers of a request to `/ucp…` of a shop at this address, such as `shop.test`. Signed unless told otherwise. */
  headersOf(
    authority: string,
    request: { method: string; path: string; payload: string },
    options?: AgentRequest,
  ): Record<string, string>;
  /** Sends a request to `/ucp…` of the shop as an agent does. */
  send(
    shop: TestShop,
    method: "GET" | "POST" | "PUT",
    path: string,
    body?: unknown,
    options?: AgentRequest,
  ): Promise<LightMyRequestResponse>;
  /** Makes a new key, which the profile has from now on. */
  rotate(): void;
  close(): Promise<void>;
}

interface PlatformOptions {
  /** Where it wants to hear of orders. */
  webhookUrl?: string;
  /** Answers instead of the profile. */
  respond?: RequestListener;
  capabilities?: readonly string[];
}

export async function startPlatform({
  webhookUrl,
  respond,
  capabilities = CAPABILITIES,
}: PlatformOptions = {}): Promise<TestPlatform> {
  let key = makeKey();
  let fetches = 0;
  const profile = (version: UcpVersion) => ({
    ucp: {
      version,
      services: {},
      capabilities: Object.fromEntries(
        capabilities.map((name) => [
          name,
          [{ version, ...(name.endsWith(".order") && webhookUrl && { config: { webhook_url: webhookUrl } }) }],
        ]),
      ),
      payment_handlers: {},
    },
    [version === "2026-04-08" ? "signing_keys" : "keys"]: [key.jwk],
  });
  const server = createServer((request, response) => {
    fetches += 1;
    if (respond) return respond(request, response);
    const version = request.url?.slice(1).replace(".json", "") as UcpVersion;
    response.writeHead(200, { "content-type": "application/json", "cache-control": "public, max-age=60" });
    response.end(JSON.stringify(profile(version)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const profileUrl = (version: UcpVersion) => `${origin}/${version}.json`;
  const headersOf: TestPlatform["headersOf"] = (
    authority,
    { method, path, payload },
    { version = "2026-08-25", signed = true, idempotencyKey, headers = {} } = {},
  ) => {
    const sent: Record<string, string> = {
      "ucp-agent": `profile="${profileUrl(version)}"`,
      "request-id": randomUUID(),
      ...(payload && { "content-type": "application/json", "content-digest": contentDigest(payload) }),
      ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
      ...headers,
    };
    const [pathOnly = "", query] = `/ucp${path}`.split("?");
    const message = {
      method,
      authority,
      path: pathOnly,
      ...(query !== undefined && { query: `?${query}` }),
      headers: new Map(Object.entries(sent)),
    };
    const covered = ["content-digest", "content-type", "ucp-agent", "idempotency-key"].filter((name) => name in sent);
    const components = ["@method", "@authority", "@path", ...(query === undefined ? [] : ["@query"]), ...covered];
    return signed ? { ...sent, ...signMessage(key, message, components, new Date()) } : sent;
  };
  return {
    origin,
    profileUrl,
    fetches: () => fetches,
    headersOf,
    send(shop, method, path, body, options) {
      const payload = body === undefined ? "" : JSON.stringify(body);
      return shop.app.inject({
        method,
        url: `/ucp${path}`,
        headers: { host: "shop.test", ...headersOf("shop.test", { method, path, payload }, options) },
        ...(payload && { payload }),
      });
    },
    rotate() {
      key = makeKey();
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function makeKey() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const kid = randomUUID();
  const jwk: JsonWebKey & { kid: string } = { kid, ...publicKey.export({ format: "jwk" }), use: "sig", alg: "ES256" };
  return { kid, jwk, key: createPrivateKey(privateKey.export({ type: "pkcs8", format: "pem" })) };
}
