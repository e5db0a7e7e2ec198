import type { FieldError } from "../contract/responses.ts";

/** Every way in which a call is refused, with its HTTP status. The one table from code to answer. */
export const ERROR_KINDS = {
  badRequest: {
    statusCode: 400,
    message: "Something went wrong with that request. Please reload the page and try again.",
  },
  unauthorized: { statusCode: 401, message: "Please log in to continue." },
  notFound: { statusCode: 404, message: "We couldn’t find what you were looking for." },
  methodNotAllowed: { statusCode: 405, message: "This address does not take that kind of request." },
  requestTimeout: { statusCode: 408, message: "This request took too long to arrive. Please send it again." },
  conflict: { statusCode: 409, message: "This has changed since you opened it. Please reload the page and try again." },
  payloadTooLarge: { statusCode: 413, message: "That’s too large to send." },
  unsupportedMediaType: { statusCode: 415, message: "This address takes another kind of content." },
  unprocessable: { statusCode: 422, message: "Please check the form and try again." },
  tooManyRequests: {
    statusCode: 429,
    message: "Too many attempts in a short time. Please wait a moment and try again.",
  },
  headersTooLarge: { statusCode: 431, message: "The address or the headers of this request are too long." },
  unexpected: { statusCode: 500, message: "Something went wrong on our side. Please try again in a moment." },
  unavailable: { statusCode: 503, message: "The shop is busy right now. Please try again in a moment." },
} as const satisfies Record<string, { statusCode: number; message: string }>;

export type ErrorKind = keyof typeof ERROR_KINDS;

/** An expected refusal. `message` is shown to the shopper; `errors` names the fields and the way out. */
export class ApiError extends Error {
  readonly code: ErrorKind;
  readonly errors: FieldError[] | undefined;
  /** Seconds after which it may be tried again; answered as the header Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorKind, message?: string, errors?: FieldError[], retryAfter?: number) {
    super(message ?? ERROR_KINDS[code].message);
    this.code = code;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }

  /** A form whose `field` is refused with this sentence. */
  static ofField(field: string, message: string, code: ErrorKind = "unprocessable"): ApiError {
    return new ApiError(code, message, [{ field, message }]);
  }

  get statusCode(): number {
    return ERROR_KINDS[this.code].statusCode;
  }
}

/**
 * A reason why the server (or a command) cannot start or go on that the person who runs it can mend: one sentence
 * that says what is wrong and what to do. Printed without a stack trace.
 */
export class StartupError extends Error {}
