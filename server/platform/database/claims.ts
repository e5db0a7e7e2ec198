/**
 * Claims of requests that must be done once. The claim is inserted by the first transaction that the request begins, so that neither
 * exists without the other.
 */

import { AsyncLocalStorage } from "node:async_hooks";
import type { DatabaseOrTransaction } from "./database.ts";

/** `open`: no transaction has begun. `made`: the one with the claim has committed. */
export interface Claim {
  state: "open" | "pending" | "made";
  /** Inserts the claim. @throws to roll the transaction back if another request has made it */
  insert(trx: DatabaseOrTransaction): Promise<void>;
}

const claims = new AsyncLocalStorage<Claim>();

/** Runs a request: its first transaction makes the claim. */
export const runWithClaim = <Result>(claim: Claim, run: () => Promise<Result>): Promise<Result> =>
  claims.run(claim, run);

/** Whether the request must act within a transaction, which makes its claim. */
export const mustClaim = (): boolean => claims.getStore()?.state === "open";

/**
 * Returns the claim that a transaction has to make; undefined for any but a request's first. The caller sets its state when the
 * transaction ends.
 */
export function takeClaim(): Claim | undefined {
  const claim = claims.getStore();
  if (claim?.state !== "open") return undefined;
  claim.state = "pending";
  return claim;
}
