/** What happens to a request of an agent before its operation: who calls, with what signature, in which version, how often, and whether it was done before. */

import type { FastifyBaseLogger } from "fastify";
import { ApiError } from "../../base/errors.ts";
import { storable } from "../../base/storable.ts";
import { logAsApiError } from "../../platform/http/errors.ts";
import { isIdempotencyKey } from "../../platform/http/repeated-requests.ts";
import type { Caller } from "./callers/caller.ts";
import { identifyCaller } from "./callers/identify-caller.ts";
import type { AgentDeps } from "./deps.ts";
import { TransportError, type TransportErrorCode } from "./errors.ts";
import type { Operation } from "./operations.ts";
import { withoutResource } from "./responses.ts";
import type { HttpMessage } from "./signatures/http-message.ts";

/** For how long a repeat gets the stored response; the specification recommends 48 hours. */
const IDEMPOTENCY_HOURS = 48;

/** A request for an operation, as either transport reads it. */
export interface OperationRequest {
  operation: Operation;
  /** The address of the platform's profile; null if the request names none. */
  profileUrl: string | null;
  /** The HTTP request, of which the signature is. */
  http: HttpMessage;
  /** The operation's input, as parsed from JSON. */
  input: unknown;
  /** The id in the path; "" without one. */
  id: string;
  idempotencyKey: string | null;
  /** What a repeat with the same key must have in common with the first: the body's bytes in REST. */
  content: string | Buffer;
  /** The shop's origin. */
  origin: string;
  ip: string;
  log: FastifyBaseLogger;
  now: Date;
}

/** A response as it is sent: a repeat gets the same bytes. */
export interface SentResponse {
  status: number;
  json: string;
  caller: Caller;
}

/**
 * Does what an agent asks for.
 * @throws TransportError if the request was not processed
 */
export async function callOperation(deps: AgentDeps, request: OperationRequest): Promise<SentResponse> {
  try {
    const caller = await identifyCaller(deps, request);
    const { status, json } = await once(deps, request, caller);
    return { status, json, caller };
  } catch (error) {
    throw toTransportError(error, request.log);
  }
}

async function once(deps: AgentDeps, request: OperationRequest, caller: Caller) {
  const { operation, idempotencyKey, id, content } = request;
  const run = async () => {
    const { status, body } = await respond(deps, request, caller);
    return { status: status as number, json: JSON.stringify(body) };
  };
  if (!operation.writes || idempotencyKey === null) return run();
  if (!isIdempotencyKey(idempotencyKey))
    throw new TransportError("invalid_request", "An Idempotency-Key has 1 to 255 visible characters, such as a UUID.");
  // Who only claims to be a platform does not get what the platform itself got.
  const actor = `agent ${caller.profileUrl} ${caller.signed ? "signed" : "unsigned"} ${operation.name} ${id}`;
  return deps.repeatedRequests.onceByKey({ actor, key: idempotencyKey, content, hours: IDEMPOTENCY_HOURS }, run);
}

async function respond(deps: AgentDeps, request: OperationRequest, caller: Caller) {
  const { operation, input, id, origin, ip, log, now } = request;
  if (!caller.capabilities.has(operation.capability))
    return withoutResource(
      caller,
      operation.capability,
      [
        {
          type: "error",
          code: "capabilities_incompatible",
          content: `Your profile does not have ${operation.capability} in version ${caller.version}.`,
          severity: "unrecoverable",
        },
      ],
      origin,
    );
  const handler = await operation.load();
  return handler(deps, { operation, caller, input: storable(input), id: storable(id), origin, ip, log, now });
}

/** The transport errors of the shop's own errors. Others are no agent's business. */
const CODES: Partial<Record<ApiError["code"], TransportErrorCode>> = {
  rate_limited: "rate_limited",
  unavailable: "unavailable",
  shop_closed: "unavailable",
  not_found: "not_found",
  method_not_allowed: "not_found",
  bad_request: "malformed",
  payload_too_large: "payload_too_large",
  unsupported_media_type: "unsupported_media_type",
  idempotency_key_reused: "idempotency_key_reused",
  request_repeated: "request_repeated",
};

/** Maps any error to a transport error, and logs it. What the shop did not foresee becomes `internal_error`, without details. */
export function toTransportError(error: unknown, log: FastifyBaseLogger): TransportError {
  if (error instanceof TransportError) {
    log.info({ code: error.code }, "request of an agent rejected");
    return error;
  }
  const apiError = logAsApiError(error, log);
  const code = CODES[apiError.code];
  if (code) return new TransportError(code, apiError.message, apiError.retryAfter ?? RETRY_AFTER[code]);
  if (!(error instanceof ApiError))
    return new TransportError("internal_error", "Something went wrong on the shop’s side.");
  // A handler turns what it foresees into messages; this is what it forgot.
  log.error({ err: error }, "an operation for agents did not handle an error");
  return new TransportError("internal_error", "Something went wrong on the shop’s side.");
}

const RETRY_AFTER: Partial<Record<TransportErrorCode, number>> = { request_repeated: 2, unavailable: 60 };
