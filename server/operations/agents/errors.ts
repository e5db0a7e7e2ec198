/**
 * The two families of errors of the protocol. A `TransportError` says that a request could not be processed: an HTTP status, or an error of JSON-RPC. What a processed
 * request came to (sold out, not found, a wrong code) is no error: it is a response with HTTP 200 and `messages` (responses.ts).
 */

/** Each code with its HTTP status and its code of JSON-RPC. */
const TRANSPORT_ERRORS = {
  malformed: { status: 400, rpc: -32600 },
  invalid_request: { status: 400, rpc: -32602 },
  request_too_large: { status: 400, rpc: -32602 },
  invalid_profile_url: { status: 400, rpc: -32001 },
  digest_mismatch: { status: 400, rpc: -32600 },
  algorithm_unsupported: { status: 400, rpc: -32600 },
  signature_missing: { status: 401, rpc: -32000 },
  signature_invalid: { status: 401, rpc: -32000 },
  key_not_found: { status: 401, rpc: -32000 },
  profile_not_trusted: { status: 403, rpc: -32000 },
  not_found: { status: 404, rpc: -32601 },
  idempotency_key_reused: { status: 409, rpc: -32000 },
  request_repeated: { status: 409, rpc: -32000 },
  payload_too_large: { status: 413, rpc: -32600 },
  unsupported_media_type: { status: 415, rpc: -32600 },
  profile_malformed: { status: 422, rpc: -32001 },
  version_unsupported: { status: 422, rpc: -32001 },
  profile_unreachable: { status: 424, rpc: -32001 },
  rate_limited: { status: 429, rpc: -32000 },
  internal_error: { status: 500, rpc: -32603 },
  unavailable: { status: 503, rpc: -32000 },
} as const;
export type TransportErrorCode = keyof typeof TRANSPORT_ERRORS;

/** Why a request was not processed. Its text is sent to the agent. */
export class TransportError extends Error {
  readonly code: TransportErrorCode;
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined;

  constructor(code: TransportErrorCode, content: string, retryAfter?: number) {
    super(content);
    this.code = code;
    this.retryAfter = retryAfter;
  }

  get status(): number {
    return TRANSPORT_ERRORS[this.code].status;
  }

  /** Its code of JSON-RPC. */
  get rpcCode(): number {
    return TRANSPORT_ERRORS[this.code].rpc;
  }

  /** The body of the HTTP response, and `error.data` of JSON-RPC. */
  body(continueUrl?: string): { code: string; content: string; continue_url?: string; retry_after?: number } {
    return {
      code: this.code,
      content: this.message,
      ...(continueUrl && { continue_url: continueUrl }),
      ...(this.retryAfter !== undefined && { retry_after: this.retryAfter }),
    };
  }
}
