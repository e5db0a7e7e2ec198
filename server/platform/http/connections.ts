/** Time limits for requests to arrive, and responses to requests that never reach a route. */

import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import type { FastifyHttpOptions, FastifyInstance } from "fastify";
import type { ErrorCode } from "../../../contract/errors.ts";
import { ApiError } from "../../base/errors.ts";
import { errorResponse } from "./errors.ts";

/** Enough for a form of 64 KB on any phone. */
const BODY_TIMEOUT_MS = 60_000;
/** Enough for a review's video of 50 MB at half a megabit per second. */
export const UPLOAD_TIMEOUT_MS = 15 * 60_000;
const HEADERS_TIMEOUT_MS = 20_000;
/** How often Node checks for requests that take too long. */
const CHECK_INTERVAL_MS = 5_000;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Timeout for a body that may be larger than a form, in milliseconds. */
    bodyTimeoutMs?: number;
  }
}

export const CONNECTION_OPTIONS = {
  requestTimeout: UPLOAD_TIMEOUT_MS,
  http: {
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_INTERVAL_MS,
    // Node would reject a missing Host with an empty body; `checkHost` does it in the common error shape.
    requireHostHeader: false,
  },
  clientErrorHandler: sendBadRequest,
} satisfies FastifyHttpOptions<Server>;

/** Ignores an `Expect` that the server does not know, as RFC 9110 allows; Node would answer 417 without a body. */
export function ignoreUnknownExpectations(app: FastifyInstance): void {
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
}

/** Ends requests whose body takes too long. Node has one limit for all requests, which must fit the largest upload. */
export function endSlowBodies(app: FastifyInstance, { timeoutMs = BODY_TIMEOUT_MS } = {}): void {
  app.addHook("onRequest", (request, _reply, done) => {
    // An injected request has its whole body and no connection.
    if (request.raw.socket instanceof Socket && hasBody(request.raw))
      endWhenLate(request.raw, request.routeOptions.config?.bodyTimeoutMs ?? timeoutMs);
    done();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

function endWhenLate(request: IncomingMessage, timeoutMs: number): void {
  // A destroyed request has none any more.
  const { socket } = request;
  const timer = setTimeout(() => {
    if (!request.complete) rejectConnection(socket, "request_timeout");
  }, timeoutMs).unref();
  const stop = () => clearTimeout(timer);
  request.once("end", stop);
  // Also emitted when the response is sent, perhaps before the body has arrived.
  request.once("close", () => {
    if (request.complete || socket.destroyed) stop();
  });
}

const PARSER_ERRORS: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "payload_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

/** Responds to what Node's HTTP parser rejects. */
function sendBadRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return void socket.destroy();
  rejectConnection(socket, PARSER_ERRORS[error.code ?? ""] ?? "bad_request");
}

/** Writes an error to the connection itself, unless a response is being sent on it, and closes it. */
function rejectConnection(socket: Socket, code: ErrorCode): void {
  const response = (socket as Socket & { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent;
  if (!socket.writable || response) return void socket.destroy();
  const apiError = new ApiError(code);
  const body = JSON.stringify(errorResponse(apiError));
  const head = [
    `HTTP/1.1 ${apiError.statusCode} ${STATUS_CODES[apiError.statusCode]}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "x-content-type-options: nosniff",
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
