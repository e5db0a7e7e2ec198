/** Calls the API of the back office. The session is a cookie that scripts cannot read. */

import type * as z from "zod/mini";
import { keepActKey, takeActKey } from "../../contract/act-keys.ts";
import type { AdminEndpoint } from "../../contract/admin/endpoint.ts";
import { type AdminEndpointName, adminEndpoints } from "../../contract/admin/endpoints.ts";
import { STORAGE_TROUBLE } from "../../contract/admin/storage-trouble.ts";
import type { Repeat } from "../../contract/endpoint.ts";
import type { ErrorCode, ErrorResponse, FieldError } from "../../contract/errors.ts";
import { IDEMPOTENCY_KEY, takesKey } from "../../contract/idempotency-key.ts";
import { readShopClock } from "../../contract/shop-clock.ts";
import { noteStorageTrouble } from "./storage-trouble.ts";

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

const repeatOf = (name: AdminEndpointName): Repeat | undefined => (adminEndpoints[name] as AdminEndpoint).repeat;

/** @throws RequestError */
export async function call<N extends AdminEndpointName>(name: N, request: RequestOf<N>): Promise<DataOf<N>> {
  const { method, path, accepts } = adminEndpoints[name] as AdminEndpoint;
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
  const act = takesKey(repeatOf(name)) ? JSON.stringify([method, filled, search, body]) : null;
  const key = act === null ? null : takeActKey(act);
  const keepKey = () => {
    if (act !== null && key !== null) keepActKey(act, key);
  };
  const response = await fetch(`/admin/api${filled}${search}`, {
    method,
    headers: {
      ...(file && accepts && { "content-type": accepts }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(key !== null && { [IDEMPOTENCY_KEY]: key }),
    },
    ...(file && { body: file }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    keepKey();
    throw new RequestError("offline", "The shop can’t be reached. Please check your connection and try again.");
  });
  readShopClock(response);
  noteStorageTrouble(response.headers.get(STORAGE_TROUBLE));
  // The request may have been done, although its response is an error.
  if (response.status >= 500) keepKey();
  const answer = await response.json().catch(() => null);
  if (response.ok && answer) return answer.data;
  const {
    code = "internal_error",
    message = "Something went wrong. Please try again.",
    errors,
  } = (answer as ErrorResponse | null) ?? {};
  throw new RequestError(code, message, errors);
}
