/**
 * The operations of the protocol that work here. REST (rest-routes.ts) and MCP (mcp.ts) serve this one table by the one function `callOperation`
 * (call-operation.ts), so both do the same.
 */

import type { FastifyBaseLogger } from "fastify";
import type * as z from "zod/mini";
import { BUYING_OPERATIONS } from "./buying/operations.ts";
import type { Caller } from "./callers/caller.ts";
import type { CapabilityName } from "./capabilities.ts";
import { CATALOGUE_OPERATIONS } from "./catalogue/operations.ts";
import type { AgentDeps } from "./deps.ts";
import type { AgentResponse } from "./responses.ts";

export interface Operation {
  /** Its name, which is that of its MCP tool. */
  name: string;
  method: "GET" | "POST" | "PUT";
  /** Its path below `/ucp`, with `:id` for the resource. */
  path: string;
  /** The capability that has to be negotiated. */
  capability: CapabilityName;
  /** Whether an unsigned request gets it: always, unless the owner serves signed agents only, or never. */
  unsigned: "always" | "setting" | "never";
  /** Whether it changes something, so that its Idempotency-Key counts. */
  writes: boolean;
  /** Whether an MCP call must have a key that makes a repeat of it harmless; REST never demands one. */
  needsKey?: true;
  /** Whether its responses are signed, as the specification recommends for completed checkouts and for orders. */
  signsResponse?: true;
  /** The name under which an MCP call has what is the body in REST. */
  payload: "catalog" | "cart" | "checkout" | null;
  /** What it does, as agents that choose tools by their descriptions read it. */
  description: string;
  /** The schema of its payload, which its MCP tool shows; without one any object. */
  request?: () => Promise<z.core.$ZodType>;
  /** Loads its code at the first request. */
  load: () => Promise<Handler>;
}

/** @throws TransportError for input that no response can be about */
export type Handler = (deps: AgentDeps, call: OperationCall) => Promise<AgentResponse>;

export interface OperationCall {
  operation: Operation;
  caller: Caller;
  /** The body, as parsed from JSON; undefined without one. Not validated. */
  input: unknown;
  /** The id of the resource in the path; "" if the operation has none. */
  id: string;
  /** The shop's origin, such as `https://shop.example`. */
  origin: string;
  /** IP address of the platform, not of the buyer. */
  ip: string;
  log: FastifyBaseLogger;
  now: Date;
}

/** An operation stands here once it works in every version; its code is in the folder of its subject. */
export const OPERATIONS: readonly Operation[] = [...CATALOGUE_OPERATIONS, ...BUYING_OPERATIONS];
