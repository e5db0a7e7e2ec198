import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { RAZORPAY_PATH, registerRazorpaySandbox } from "../../sandbox/razorpay/register.ts";
import { SANDBOX_PAYMENT_CREDENTIALS as CREDENTIALS } from "../../sandbox/sandbox.ts";
import type { StatementListener } from "../../server/platform/database/database.ts";
import { createSandboxTables } from "../../server/platform/database/sandbox-tables.ts";
import { openShop, type TestShop } from "./shop.ts";

/** Responds instead of the provider. Returns true if it has, or never will; otherwise the provider responds. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

export interface FaultyProvider {
  shop: TestShop;
  /** The shop's requests, such as `POST /v1/orders`. */
  requests: string[];
  /** Applies to every request from now on; null: none. */
  fault: Fault | null;
  /** Whether its events reach the shop. */
  events: boolean;
  close(): Promise<void>;
}

/** The shop's timeout for the provider in these tests. */
export const PATIENCE_MS = 2000;

/** A shop with a payment provider behind an unreliable network. */
export async function openFaultyProvider({
  patienceMs = PATIENCE_MS,
  onStatement,
  environment = {},
}: {
  patienceMs?: number;
  /** Further settings of the shop. */
  environment?: Record<string, string>;
  onStatement?: StatementListener;
} = {}): Promise<FaultyProvider> {
  const provider = Fastify();
  const server = createServer(async (request, response) => {
    faulty.requests.push(`${request.method} ${request.url?.replace(RAZORPAY_PATH, "")}`);
    if (await faulty.fault?.(request, response)) return;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { host: _, connection: __, ...headers } = request.headers;
    const reply = await provider.inject({
      method: request.method as "GET" | "POST",
      url: request.url ?? "/",
      headers,
      ...(chunks.length > 0 && { payload: Buffer.concat(chunks) }),
    });
    response.writeHead(reply.statusCode, { "content-type": "application/json" }).end(reply.rawPayload);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const shop = await openShop({
    ...(onStatement && { onStatement }),
    environment: {
      RAZORPAY_KEY_ID: CREDENTIALS.keyId,
      RAZORPAY_KEY_SECRET: CREDENTIALS.keySecret,
      RAZORPAY_WEBHOOK_SECRETS: `the next one, ${CREDENTIALS.webhookSecret}`,
      RAZORPAY_API: `http://127.0.0.1:${port}${RAZORPAY_PATH}`,
      PAYMENT_TIMEOUT_MS: String(patienceMs),
      ...environment,
    },
  });
  // A live shop has none.
  await createSandboxTables(shop.db);
  await registerRazorpaySandbox(provider, {
    db: shop.db,
    credentials: CREDENTIALS,
    log: provider.log,
    sendWebhook: async (payload, headers) => {
      if (!faulty.events) return 503;
      return (await shop.app.inject({ method: "POST", url: "/api/webhooks/razorpay", payload, headers })).statusCode;
    },
  });
  await provider.ready();
  const faulty: FaultyProvider = {
    shop,
    requests: [],
    fault: null,
    events: true,
    async close() {
      server.closeAllConnections();
      server.close();
      await provider.close();
      await shop.close();
    },
  };
  return faulty;
}
