import type { Endpoint } from "../../contract/endpoint.ts";
import type { ApiResponse, ErrorResponse } from "../../contract/responses.ts";

/** One call below `/api`, before anybody has decided how it gets there. */
export interface ApiRequest {
  method: Endpoint["method"];
  path: string;
  /** Sent as JSON, a form with its files as multipart. */
  body?: object | FormData;
  /** Sent as bearer in place of the session's token. */
  token?: string;
  /** The call ends the session itself, so a refusal of the session is no news to it. */
  endsSession?: boolean;
  /** Is sent to its end although the page is left meanwhile. */
  outlivesPage?: boolean;
  signal?: AbortSignal | undefined;
}

/** Makes a call and gives back the HTTP status and the body. */
export type Send = (request: ApiRequest) => Promise<{ status: number; body: unknown }>;

/**
 * A call that did not answer with `success: true`: refused, out of time, or out of reach (`status` 0). Its message can be shown: the
 * shop's own words, or, where it is not the shop that has answered, what to do.
 */
export class RequestFailed extends Error {
  readonly status: number;
  readonly errorResponse: ErrorResponse | undefined;

  constructor(status: number, errorResponse?: ErrorResponse, message = errorResponse?.message ?? OUT_OF_REACH) {
    super(message);
    this.status = status;
    this.errorResponse = errorResponse;
  }
}

const OUT_OF_REACH = "We couldn’t reach the shop. Please check your connection and try again.";

/** A call that was given up because it took too long: the line is there, and slow (S7.02). */
export class RequestTimedOut extends RequestFailed {
  constructor() {
    super(0, undefined, "That took too long. Please check your connection and try again.");
  }
}

/**
 * What a call has thrown. Anything else than a failed call is code that could not be fetched, or a fault of ours: told the same, and put
 * where a developer sees it.
 */
export function toRequestFailed(error: unknown): RequestFailed {
  if (error instanceof RequestFailed) return error;
  console.error(error);
  return new RequestFailed(0);
}

/**
 * Makes a call; anything but `success: true` fails.
 * @throws CallFailed
 */
export async function call<T>(send: Send, request: ApiRequest): Promise<T> {
  const { status, body } = await send(request);
  if ((body as { success?: boolean } | null)?.success === true) return body as T;
  throw requestFailure(status, body);
}

/** The failure that an answer tells. */
export function requestFailure(status: number, body: unknown): RequestFailed {
  return new RequestFailed(status, isErrorResponse(body) ? body : undefined);
}

/**
 * The same, down to the `data` of the answer.
 * @throws CallFailed
 */
export async function requestData<T>(send: Send, request: ApiRequest): Promise<T> {
  return (await call<ApiResponse<T>>(send, request)).data;
}

/**
 * Deletes something. What the shop does not have any more, as after an answer that was lost, is deleted.
 * @throws CallFailed
 */
export async function requestDeletion(send: Send, path: string): Promise<void> {
  try {
    await call(send, { method: "DELETE", path });
  } catch (error) {
    if (!(error instanceof RequestFailed && error.errorResponse?.statusCode === 404)) throw error;
  }
}

function isErrorResponse(body: unknown): body is ErrorResponse {
  return typeof body === "object" && body !== null && "message" in body && (body as ErrorResponse).success === false;
}
