import type { DraftSource } from "../../../buying/draft-orders/linked-draft.ts";
import type { AgentDeps } from "../deps.ts";

/** Finds the checkouts of agents by their ids, for the page on which they are paid. What it needs is loaded with the first of them. */
export const agentCheckouts =
  (deps: AgentDeps): DraftSource =>
  async (token) => {
    const { findAgentCheckout } = await import("./handover.ts");
    return findAgentCheckout(deps, token);
  };
