import type { EndpointName } from "../../contract/endpoints.ts";
import type { ErrorCode, ErrorResponse } from "../../contract/errors.ts";

/** Options of any request. */
export interface RequestOptions {
  /** The bearer token instead of the session's. */
  token?: string;
  /** Set for a request that ends the session itself, so that a 401, also in response to what was asked before, does not log the shopper out again. */
  endsSession?: boolean;
  /** Set for a request that the browser completes even if the shopper leaves the page. */
  outlivesPage?: boolean;
  signal?: AbortSignal | undefined;
}

/** A request to an endpoint, with parameters and query as texts. */
export interface ApiRequest<Name extends EndpointName = EndpointName> extends RequestOptions {
  endpoint: Name;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** An object is sent as JSON, FormData as multipart. */
  body?: object | undefined;
}

export type Send<Name extends EndpointName = EndpointName> = (
  request: ApiRequest<Name>,
) => Promise<{ status: number; body: unknown }>;

const UNREACHABLE = "We couldn’t reach the shop. Please check your connection and try again.";

/**
 * An unsuccessful request: rejected by the shop, timed out, or never delivered (`status` 0). Its message can be shown: it is the shop's
 * own, or says what to do.
 */
export class RequestError extends Error {
  readonly status: number;
  readonly errorResponse: ErrorResponse | undefined;

  constructor(status: number, errorResponse?: ErrorResponse, message = errorResponse?.message ?? UNREACHABLE) {
    super(message);
    this.status = status;
    this.errorResponse = errorResponse;
  }

  /** The shop's error code; undefined if the shop did not respond. */
  get code(): ErrorCode | undefined {
    return this.errorResponse?.code;
  }
}

/** A request that exceeded its timeout. */
export class RequestTimeoutError extends RequestError {
  constructor() {
    super(0, undefined, "That took too long. Please check your connection and try again.");
  }
}

/** Converts anything thrown to a RequestError. Logs everything else: code that could not be loaded, or a bug. */
export function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  console.error(error);
  return new RequestError(0);
}

/** Returns the error of an unsuccessful response. */
export function toResponseError(status: number, body: unknown): RequestError {
  return new RequestError(status, isErrorResponse(body) ? body : undefined);
}

/**
 * Treats the shop's 404 as success: after a lost response, the thing is already deleted.
 * @throws RequestError
 */
export async function ignoreNotFound(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof RequestError && error.code === "not_found")) throw error;
  }
}

function isErrorResponse(body: unknown): body is ErrorResponse {
  return typeof body === "object" && body !== null && "message" in body && (body as ErrorResponse).success === false;
}
