/** The payment sandbox in its own app, and a receiver of its webhooks. */

import Fastify from "fastify";
import { vi } from "vitest";
import { registerRazorpaySandbox } from "../../sandbox/razorpay/register.ts";
import type { Credentials } from "../../sandbox/razorpay/signatures.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import type { TestResponse, TestShop } from "./shop.ts";

export const CREDENTIALS: Credentials = {
  keyId: "rzp_test_Example",
  keySecret: "the secret of the key",
  webhookSecret: "the secret of the webhook",
};

/** For `openShop`: disables the shop's own sandbox provider. */
export const PROVIDER_ELSEWHERE = { RAZORPAY_KEY_ID: CREDENTIALS.keyId, RAZORPAY_KEY_SECRET: CREDENTIALS.keySecret };

export interface Webhook {
  body: string;
  headers: Record<string, string>;
}

export type TestProvider = Awaited<ReturnType<typeof openProvider>>;

export async function openProvider(
  { db }: Pick<TestShop, "db">,
  { refundAfterMs, response = () => 200 }: { refundAfterMs?: number; response?: (webhook: Webhook) => number } = {},
) {
  const webhooks: Webhook[] = [];
  const app = Fastify();
  const { fetch } = await registerRazorpaySandbox(app, {
    db,
    credentials: CREDENTIALS,
    refundAfterMs,
    log: app.log,
    async sendWebhook(body, headers) {
      const webhook = { body, headers };
      webhooks.push(webhook);
      return response(webhook);
    },
  });
  await app.ready();

  async function call(method: "GET" | "POST", path: string, body?: object, headers = {}): Promise<TestResponse> {
    const { keyId, keySecret } = CREDENTIALS;
    const response = await app.inject({
      method,
      url: `/sandbox/razorpay${path && `/${path}`}`,
      headers: {
        authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`,
        ...headers,
      },
      ...(body && { payload: body }),
    });
    const isJson = /json/.test(String(response.headers["content-type"]));
    return { status: response.statusCode, body: isJson ? response.json() : response.body, headers: response.headers };
  }

  return {
    app,
    fetch,
    webhooks,
    call,
    get: (path: string) => call("GET", path),
    post: (path: string, body?: object, headers?: Record<string, string>) => call("POST", path, body, headers),
    /** Waits for this many webhooks about an entity. */
    async webhooksAbout(id: string, count: number): Promise<Webhook[]> {
      return vi.waitFor(
        () => {
          const about = webhooks.filter(({ body }) => body.includes(`"${id}"`));
          if (about.length < count) throw new Error(`only ${about.length} of ${count} webhooks about ${id}`);
          return about;
        },
        { timeout: LONGEST_WAIT_MS, interval: 25 },
      );
    },
    close: () => app.close(),
  };
}
