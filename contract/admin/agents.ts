/** Shopping agents in the back office: whether they are served, which platforms have called, and what they have brought. Amounts are rupees. */

import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { rupees } from "../rupees.ts";
import { textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";

/** What the owner has decided about a platform. */
export const AGENT_STATES = {
  seen: "New",
  allowed: "Allowed",
  blocked: "Blocked",
} as const satisfies Record<string, string>;
export type AgentState = keyof typeof AGENT_STATES;
const STATES = Object.keys(AGENT_STATES) as AgentState[];

const agentPlatform = z.object({
  /** Origin of its profile, such as `https://agent.example`. */
  origin: z.string(),
  state: z.enum(STATES),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  /** When it last proved by a signature that it is this platform; null if never. */
  signedAt: z.nullable(z.string()),
  /** Orders that it has brought and that count as sold, and their totals. */
  orders: z.number(),
  sales: rupees,
  /** Orders about which it has accepted nothing for an hour or longer. */
  unheard: z.number(),
});
export type AgentPlatform = z.infer<typeof agentPlatform>;

const agents = z.object({
  /** Whether agents are served at all. */
  isOn: z.boolean(),
  /** Whether only agents that sign can start a checkout. */
  signedOnly: z.boolean(),
  /** Whether the environment decides these, so that they cannot be switched here. */
  isFixed: z.boolean(),
  /** The address of the shop's profile. */
  profileUrl: z.string(),
  /** The keys with which the shop signs, the newest first. */
  keys: z.array(z.object({ kid: z.string(), createdAt: z.string() })),
  platforms: z.array(agentPlatform),
  /** Whether there are more, which have called longer ago. */
  hasMore: z.boolean(),
});
export type Agents = z.infer<typeof agents>;

const AGENTS = { tag: "Integrations", permission: "edit_settings" } as const;

export const agentEndpoints = {
  listAgents: {
    ...AGENTS,
    method: "GET",
    path: "/agents",
    summary:
      "Shopping agents: whether they are served, and the 200 platforms that have called last, with what they have brought",
    response: responseOf(agents),
  },
  switchAgents: {
    ...AGENTS,
    method: "POST",
    path: "/agents/settings",
    repeat: "harmless",
    summary: "Switch shopping agents on or off, or say whether only those that sign can start a checkout",
    body: z
      .object({ isOn: z.optional(z.boolean()), signedOnly: z.optional(z.boolean()) })
      .check(
        z.refine((body) => Object.values(body).some((value) => value !== undefined), "Please say what to switch."),
      ),
    response: responseOf(agents),
  },
  decideOnAgent: {
    ...AGENTS,
    method: "POST",
    path: "/agents/state",
    repeat: "harmless",
    summary: "Allow or block a platform that has called; a blocked one gets an error for whatever it asks",
    body: z.object({
      origin: textField({
        max: 300,
        pattern: /^https?:\/\/[^\s/]+$/,
        error: "origin must be that of a listed platform.",
      }),
      state: z.enum(STATES, `state must be one of ${STATES.join(", ")}.`),
    }),
    errorStatuses: [404],
    response: responseOf(agents),
  },
  replaceSigningKeys: {
    ...AGENTS,
    method: "POST",
    path: "/agents/keys",
    repeat: "key",
    summary:
      "Replace the keys with which the shop signs what it sends to platforms, after one may have become known; the old ones end at once",
    stepUp: true,
    response: responseOf(agents),
  },
} as const satisfies Record<string, AdminEndpoint>;
