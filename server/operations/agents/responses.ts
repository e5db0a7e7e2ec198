/** The bodies of responses: the envelope `ucp`, and messages. */

import type { Caller } from "./callers/caller.ts";
import { relevantTo } from "./callers/negotiate.ts";
import { CAPABILITIES, type CapabilityName } from "./capabilities.ts";

/** What a processed request came to. */
export interface AgentResponse {
  /** 201 if it has created a resource. An error that was processed is 200, too. */
  status: 200 | 201;
  body: { ucp: Envelope; [field: string]: unknown };
}

export interface Envelope {
  version: string;
  status: "success" | "error";
  capabilities: Readonly<Record<string, readonly { version: string }[]>>;
  payment_handlers?: Readonly<Record<string, never>>;
}

/** An error whose request was processed. */
export interface ErrorMessage {
  type: "error";
  code: string;
  /** Plain text, for the agent. */
  content: string;
  severity: "recoverable" | "requires_buyer_input" | "requires_buyer_review" | "unrecoverable";
  /** RFC 9535 JSONPath into the response. */
  path?: string;
}
/** Something that the agent has to tell its buyer; a `disclosure` must be shown beside what it is about. */
export interface WarningMessage {
  type: "warning";
  code: string;
  content: string;
  presentation?: "notice" | "disclosure";
  path?: string;
}
export interface InfoMessage {
  type: "info";
  content: string;
  code?: string;
  path?: string;
}
export type Message = ErrorMessage | WarningMessage | InfoMessage;

/** Makes the envelope of a response: the negotiated version, and of the capabilities the operation's own and its extensions. */
export function envelope(
  caller: Pick<Caller, "version" | "capabilities">,
  capability: CapabilityName,
  { status = "success", handlers = false }: { status?: "success" | "error"; handlers?: boolean } = {},
): Envelope {
  const names = relevantTo(capability, CAPABILITIES, caller);
  return {
    version: caller.version,
    status,
    capabilities: Object.fromEntries(names.map((name) => [name, [{ version: caller.version }]])),
    // Required in checkouts. The shop charges nothing by itself: the buyer pays on its page.
    ...(handlers && { payment_handlers: {} }),
  };
}

/** The response of a request that came to no resource: not found, not allowed, nothing in common. */
export function withoutResource(
  caller: Caller,
  capability: CapabilityName,
  messages: readonly [Message, ...Message[]],
  continueUrl?: string,
): AgentResponse {
  return {
    status: 200,
    body: {
      ucp: envelope(caller, capability, { status: "error" }),
      messages,
      ...(continueUrl && { continue_url: continueUrl }),
    },
  };
}
