import { ERROR_CODES, type ErrorCode, type FieldError } from "../../contract/errors.ts";

type ErrorStatus = (typeof ERROR_CODES)[ErrorCode]["status"];

/** Default messages. */
const MESSAGES: Readonly<Record<ErrorStatus, string>> = {
  400: "Something went wrong with that request. Please reload the page and try again.",
  401: "Please log in to continue.",
  403: "You may not do this.",
  404: "We couldn’t find what you were looking for.",
  405: "This address does not take that kind of request.",
  408: "This request took too long to arrive. Please send it again.",
  409: "This has changed since you opened it. Please reload the page and try again.",
  413: "That’s too large to send.",
  415: "This address takes another kind of content.",
  422: "Please check the form and try again.",
  429: "Too many attempts in a short time. Please wait a moment and try again.",
  431: "The URL or the headers of this request are too long.",
  500: "Something went wrong on our side. Please try again in a moment.",
  503: "The shop is busy right now. Please try again in a moment.",
};

/** An expected error. Clients decide by `code`; `message` is shown to the shopper; `errors` names the fields and what to do. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  /** Seconds until a retry makes sense; sent as Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message?: string, errors?: FieldError[], retryAfter?: number) {
    super(message ?? MESSAGES[ERROR_CODES[code].status]);
    this.code = code;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }

  /** An error of one form field. */
  static ofField(field: string, message: string, code: ErrorCode = "invalid_input"): ApiError {
    return new ApiError(code, message, [{ field, message }]);
  }

  get statusCode(): ErrorStatus {
    return ERROR_CODES[this.code].status;
  }
}

/** Ends an exhaustive `switch`: the compiler reports a missing case. */
export function unreachable(value: never): never {
  throw new Error(`unexpected ${String(value)}`);
}

/**
 * Why the server or a command cannot start or continue, if the operator can fix it: one sentence with the problem and the remedy. Printed
 * without a stack trace.
 */
export class OperatorError extends Error {}
