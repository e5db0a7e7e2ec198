import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { ProviderMessage } from "./provider.ts";
import type { Outcome, Plan } from "./shoppers.ts";

/** The processes beside the shop: its load, and the payment provider. */

export interface Load {
  /** Ends it after open purchases. */
  stop(): Promise<Outcome>;
}

export function startLoad(plan: Plan): Load {
  const child = fork(join(import.meta.dirname, "shoppers.ts"), { execArgv: [], serialization: "advanced" });
  child.send(plan);
  const outcome = Promise.race([
    once(child, "message").then(([message]) => message as Outcome),
    once(child, "exit").then(() => Promise.reject(new Error("The load ended early."))),
  ]);
  outcome.catch(() => {});
  return {
    async stop() {
      child.send("stop");
      const result = await outcome;
      child.disconnect();
      return result;
    },
  };
}

/** Runs a load for some time. */
export async function runLoad(plan: Plan, seconds: number): Promise<Outcome> {
  const load = startLoad(plan);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return load.stop();
}

export interface Provider {
  url: string;
  /** Its REST API. */
  api: string;
  /** Sends webhooks to this shop from now on. */
  serve(shop: string): Promise<void>;
  stop(): void;
}

export async function startProvider(database: string): Promise<Provider> {
  const child = fork(join(import.meta.dirname, "provider.ts"), {
    env: { PATH: process.env.PATH, NODE_OPTIONS: process.env.NODE_OPTIONS, PROVIDER_DATABASE: database },
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
