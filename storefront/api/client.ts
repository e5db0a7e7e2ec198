/**
 * The API client: one function for each endpoint of the contract, typed by its schemas. The schemas themselves are not loaded; only the
 * server validates requests.
 */

import type * as z from "zod/mini";
import type { EndpointName, endpoints, PublicEndpointName } from "../../contract/endpoints.ts";
import { routes } from "../../contract/routes.ts";
import { type RequestOptions, type Send, toResponseError } from "./request.ts";

type Endpoints = typeof endpoints;

type QueryValue = string | number | boolean | readonly string[] | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

type ObjectSchema = z.core.$ZodObject;
/** A query as callers write it, before its fields become text. */
type QueryOf<S extends ObjectSchema> = { [Field in keyof z.input<S>]: QueryValue };

/** The query can be omitted if all its fields can. */
type WithQuery<Q> = Partial<Q> extends Q ? { query?: Q } : { query: Q };

type RequestOf<E> = RequestOptions &
  (E extends { params: infer S extends ObjectSchema } ? { params: z.input<S> } : unknown) &
  (E extends { query: infer S extends ObjectSchema } ? WithQuery<QueryOf<S>> : unknown) &
  (E extends { body: infer S extends ObjectSchema } ? { body: z.input<S> } : unknown) &
  (E extends { files: infer Files } ? { files: { [Name in keyof Files]: File | null } } : unknown) &
  (E extends { auth: "reset" } ? { token: string } : unknown);

/** The result of a method: a list with its paging, or the `data` of any other response. */
type ResultOf<E extends { response: z.core.$ZodType }> =
  z.output<E["response"]> extends infer R
    ? R extends { totalPages: number }
      ? R
      : R extends { data: infer D }
        ? D
        : never
    : never;

/** @throws RequestError */
type ClientMethod<E extends { response: z.core.$ZodType }> =
  RequestOptions extends RequestOf<E>
    ? (request?: RequestOf<E>) => Promise<ResultOf<E>>
    : (request: RequestOf<E>) => Promise<ResultOf<E>>;

export type Client<Name extends EndpointName = EndpointName> = { readonly [N in Name]: ClientMethod<Endpoints[N]> };

/** The client of loaders, which run in the browser and on the server. */
export type PublicClient = Client<PublicEndpointName>;

/** The client of the endpoints that `send` can call. */
export function createClient<Name extends EndpointName = EndpointName>(send: Send<Name>): Client<Name> {
  const methods = (Object.keys(routes) as Name[]).map((name) => [
    name,
    (input: AnyRequest = {}) => request(send, name, input),
  ]);
  return Object.fromEntries(methods) as Client<Name>;
}

interface AnyRequest extends RequestOptions {
  params?: Record<string, string>;
  query?: Query;
  body?: object;
  files?: Record<string, File | null>;
}

async function request<Name extends EndpointName>(
  send: Send<Name>,
  endpoint: Name,
  { params = {}, query = {}, body, files, ...options }: AnyRequest,
) {
  const { status, body: reply } = await send({
    ...options,
    endpoint,
    params,
    query: queryTexts(query),
    body: files ? formDataOf(body, files) : body,
  });
  const result = reply as { success?: boolean; data?: unknown } | null;
  if (result?.success !== true) throw toResponseError(status, reply);
  return "totalPages" in result ? result : result.data;
}

/** Converts `{page: 2, notes: ["Rose", "Oud"], search: ""}` to `{page: "2", notes: "Rose,Oud"}`; skips empty values. */
export function queryTexts(query: Query): Record<string, string> {
  const texts = Object.entries(query).map(([key, value]) => [key, String(value ?? "")] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ""));
}

/** Encodes a body as form data: writes `address.city` as `address[city]`, and omits files that are null. */
function formDataOf(body: object = {}, files: Record<string, File | null>): FormData {
  const form = new FormData();
  const write = (name: string, value: unknown) => {
    if (value instanceof File || typeof value === "string") form.set(name, value);
    else for (const [key, inner] of Object.entries(value ?? {})) write(`${name}[${key}]`, inner);
  };
  for (const [name, value] of Object.entries({ ...body, ...files })) write(name, value);
  return form;
}
