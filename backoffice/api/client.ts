/** Calls the API of the back office. The session is a cookie that scripts cannot read. */

import type * as z from "zod/mini";
import { type AdminEndpointName, adminEndpoints } from "../../contract/admin/endpoints.ts";
import type { ErrorCode, ErrorResponse, FieldError } from "../../contract/errors.ts";

type Endpoints = typeof adminEndpoints;
type Input<Schema> = Schema extends z.core.$ZodType ? z.input<Schema> : undefined;
type Part<E, Name extends string> = E extends { [Key in Name]: infer Schema }
  ? { [Key in Name]: Input<Schema> }
  : object;
/** Distributes over names; otherwise the compiler multiplies the endpoints’ possible parameters, queries and bodies. */
type RequestOf<N extends AdminEndpointName> = N extends unknown
  ? Part<Endpoints[N], "params"> &
      Part<Endpoints[N], "query"> &
      Part<Endpoints[N], "body"> &
      (Endpoints[N] extends { accepts: string } ? { file: Blob } : object)
  : never;
export type DataOf<N extends AdminEndpointName> = Endpoints[N] extends {
  response: infer Schema extends z.core.$ZodType;
}
  ? z.output<Schema> extends { data: infer Data }
    ? Data
    : never
  : never;

/** An error of the API, or an unreachable shop (`offline`). */
export class RequestError extends Error {
  readonly code: ErrorCode | "offline";
  readonly errors: readonly FieldError[];

  constructor(code: ErrorCode | "offline", message: string, errors: readonly FieldError[] = []) {
    super(message);
    this.code = code;
    this.errors = errors;
  }
}

/** @throws RequestError */
export async function call<N extends AdminEndpointName>(name: N, request: RequestOf<N>): Promise<DataOf<N>> {
  const { method, path } = adminEndpoints[name];
  const {
    params = {},
    query = {},
    body,
    file,
  } = request as unknown as {
    params?: Record<string, string>;
    query?: Record<string, string | undefined>;
    body?: unknown;
    file?: Blob;
  };
  const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : "";
  const response = await fetch(`/admin/api${filled}${search}`, {
    method,
    ...(file && { body: file, headers: { "content-type": "text/csv" } }),
    ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  }).catch(() => {
    throw new RequestError("offline", "The shop can’t be reached. Please check your connection and try again.");
  });
  const answer = await response.json().catch(() => null);
  if (response.ok && answer) return answer.data;
  const {
    code = "internal_error",
    message = "Something went wrong. Please try again.",
    errors,
  } = (answer as ErrorResponse | null) ?? {};
  throw new RequestError(code, message, errors);
}
