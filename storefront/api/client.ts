import type * as z from "zod/mini";
import type { Route } from "../../contract/endpoint.ts";
import type { endpoints } from "../../contract/endpoints.ts";
import { routes } from "../../contract/routes.ts";
import { failureOf, type RequestOptions, type Send } from "./request.ts";

/**
 * The API client: one function for each endpoint of the contract, typed by its schemas. The schemas themselves are not loaded; only the
 * server validates requests.
 */

type Endpoints = typeof endpoints;

export type QueryValue = string | number | boolean | readonly string[] | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

type ObjectSchema = z.core.$ZodObject;
/** A query as callers write it: the fields of its schema, before they become text. */
type QueryOf<S extends ObjectSchema> = { [Field in keyof z.input<S>]: QueryValue };

type RequestOf<E> = RequestOptions &
  (E extends { params: infer S extends ObjectSchema } ? { params: z.input<S> } : unknown) &
  (E extends { query: infer S extends ObjectSchema } ? { query: QueryOf<S> } : unknown) &
  (E extends { body: infer S extends ObjectSchema } ? { body: z.input<S> } : unknown) &
  (E extends { files: infer Files } ? { files: { [Name in keyof Files]: File | null } } : unknown) &
  (E extends { auth: "reset" } ? { token: string } : unknown);

/** A list includes its paging; of any other response only `data`. */
type ResultOf<E extends { response: z.core.$ZodType }> =
  z.output<E["response"]> extends infer R
    ? R extends { totalPages: number }
      ? R
      : R extends { data: infer D }
        ? D
        : never
    : never;

/** @throws RequestFailed */
type Call<E extends { response: z.core.$ZodType }> =
  RequestOptions extends RequestOf<E>
    ? (request?: RequestOf<E>) => Promise<ResultOf<E>>
    : (request: RequestOf<E>) => Promise<ResultOf<E>>;

export type Client = { readonly [Name in keyof Endpoints]: Call<Endpoints[Name]> };

/** The endpoints that pages are rendered from: they only read, and are the same for every visitor. */
export type PublicClient = Pick<
  Client,
  {
    [Name in keyof Endpoints]: Endpoints[Name] extends { auth: "session" }
      ? never
      : Endpoints[Name] extends { method: "GET" }
        ? Name
        : never;
  }[keyof Endpoints]
>;

export function createClient(send: Send): Client {
  const calls = Object.entries<Route>(routes).map(([name, route]) => [
    name,
    (input: AnyRequest = {}) => request(send, route, input),
  ]);
  return Object.fromEntries(calls) as Client;
}

interface AnyRequest extends RequestOptions {
  params?: Record<string, string>;
  query?: Query;
  body?: object;
  files?: Record<string, File | null>;
}

async function request(send: Send, route: Route, { params = {}, query = {}, body, files, ...options }: AnyRequest) {
  const path = route.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ""));
  const { status, body: reply } = await send({
    ...options,
    method: route.method,
    path: pathWithQuery(path, query),
    body: files ? formDataOf(body, files) : body,
  });
  const result = reply as { success?: boolean; data?: unknown } | null;
  if (result?.success !== true) throw failureOf(status, reply);
  return "totalPages" in result ? result : result.data;
}

/** `/product` and `{page: 2, search: ""}` as `/product?page=2`: empty values are skipped, lists are joined by commas. */
export function pathWithQuery(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    const text = String(value ?? "");
    if (text !== "") search.set(key, text);
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** Writes `address.city` as `address[city]`. A file that is null is not sent. */
function formDataOf(body: object = {}, files: Record<string, File | null>): FormData {
  const form = new FormData();
  const write = (name: string, value: unknown) => {
    if (value instanceof File || typeof value === "string") form.set(name, value);
    else for (const [key, inner] of Object.entries(value ?? {})) write(`${name}[${key}]`, inner);
  };
  for (const [name, value] of Object.entries({ ...body, ...files })) write(name, value);
  return form;
}
