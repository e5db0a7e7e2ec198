/** Runs the payment provider's sandbox in its own process. */

import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { SANDBOX_PAYMENT_CREDENTIALS as CREDENTIALS } from "../sandbox/sandbox.ts";
import type { ProviderMessage } from "./provider-main.ts";

export interface Provider {
  url: string;
  /** The URL of its REST API. */
  api: string;
  /** Sends webhooks to this shop from now on. */
  serve(shop: string): Promise<void>;
  stop(): void;
}

/** @param databaseUrl an empty database of its own */
export async function startProvider(databaseUrl: string): Promise<Provider> {
  const child = fork(join(import.meta.dirname, "provider-main.ts"), {
    env: { PATH: process.env.PATH, NODE_OPTIONS: process.env.NODE_OPTIONS, DATABASE_URL: databaseUrl },
    execArgv: [],
  });
  const [{ url, api }] = (await once(child, "message")) as [{ url: string; api: string }];
  return {
    url,
    api,
    async serve(shop) {
      child.send({ shop } satisfies ProviderMessage);
      await once(child, "message");
    },
    stop: () => child.disconnect(),
  };
}

/** Returns the settings of a shop with this provider. */
export const paymentEnvironment = (provider: Provider) => ({
  RAZORPAY_KEY_ID: CREDENTIALS.keyId,
  RAZORPAY_KEY_SECRET: CREDENTIALS.keySecret,
  RAZORPAY_WEBHOOK_SECRETS: CREDENTIALS.webhookSecret,
  RAZORPAY_API: provider.api,
});
