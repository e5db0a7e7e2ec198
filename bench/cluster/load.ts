/** The process of the load. */

import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Outcome, Plan } from "./shoppers.ts";

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
