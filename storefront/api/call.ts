import type { Answer, Failure } from "../../contract/answers.ts";
import type { Call } from "../../contract/call.ts";

/** One call below `/api`, before anybody has decided how it gets there. */
export interface CallRequest {
  method: Call["method"];
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
export type Send = (request: CallRequest) => Promise<{ status: number; body: unknown }>;

/**
 * A call that did not answer with `success: true`: refused, out of time, or out of reach (`status` 0). Its message can be shown: the
 * shop's own words, or, where it is not the shop that has answered, what to do.
 */
export class CallFailed extends Error {
  readonly status: number;
  readonly failure: Failure | undefined;

  constructor(status: number, failure?: Failure, message = failure?.message ?? OUT_OF_REACH) {
    super(message);
    this.status = status;
    this.failure = failure;
  }
}

const OUT_OF_REACH = "The shop cannot be reached right now. Please check your connection and try again.";

/** A call that was given up because it took too long: the line is there, and slow (S7.02). */
export class CallTimedOut extends CallFailed {
  constructor() {
    super(0, undefined, "This took too long. Please check your connection and try again.");
  }
}

/**
 * What a call has thrown. Anything else than a failed call is code that could not be fetched, or a fault of ours: told the same, and put
 * where a developer sees it.
 */
export function asCallFailed(error: unknown): CallFailed {
  if (error instanceof CallFailed) return error;
  console.error(error);
  return new CallFailed(0);
}

/**
 * Makes a call; anything but `success: true` fails.
 * @throws CallFailed
 */
export async function call<T>(send: Send, request: CallRequest): Promise<T> {
  const { status, body } = await send(request);
  if ((body as { success?: boolean } | null)?.success === true) return body as T;
  throw failureOf(status, body);
}

/** The failure that an answer tells. */
export function failureOf(status: number, body: unknown): CallFailed {
  return new CallFailed(status, isFailure(body) ? body : undefined);
}

/**
 * The same, down to the `data` of the answer.
 * @throws CallFailed
 */
export async function callForData<T>(send: Send, request: CallRequest): Promise<T> {
  return (await call<Answer<T>>(send, request)).data;
}

/**
 * Deletes something. What the shop does not have any more, as after an answer that was lost, is deleted.
 * @throws CallFailed
 */
export async function callToDelete(send: Send, path: string): Promise<void> {
  try {
    await call(send, { method: "DELETE", path });
  } catch (error) {
    if (!(error instanceof CallFailed && error.failure?.statusCode === 404)) throw error;
  }
}

function isFailure(body: unknown): body is Failure {
  return typeof body === "object" && body !== null && "message" in body && (body as Failure).success === false;
}
