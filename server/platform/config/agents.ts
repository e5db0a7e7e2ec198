import { flag } from "./formats.ts";
import { define } from "./setting.ts";

/** Shopping agents that speak the Universal Commerce Protocol. */
export const AGENTS = {
  AGENTS: define({
    scope: "shop",
    meaning:
      "Whether shopping agents can find products, fill carts and hand their buyers over to the shop, as /.well-known/ucp says.",
    schema: flag,
    default: "true",
  }),
  AGENTS_SIGNED_ONLY: define({
    scope: "shop",
    meaning:
      "Whether only agents that sign their requests can start a checkout; products and carts are open to all of them.",
    schema: flag,
    default: "true",
  }),
  AGENTS_FROM_LOOPBACK: define({
    scope: "deployment",
    meaning: "Whether agents whose profile is at http://localhost can call, for developers of agents.",
    schema: flag,
    default: "false",
    unfitForLive: (text) =>
      text === "true" ? "strangers could make the shop call programs of its own machine" : undefined,
  }),
} as const;
