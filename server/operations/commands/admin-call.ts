/** Sends a request of `npm run admin` through the routes of the back office, and prints the response. */

import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { FastifyInstance } from "fastify";
import type { AdminEndpoint } from "../../../contract/admin/endpoint.ts";
import type { ErrorResponse } from "../../../contract/errors.ts";
import { IDEMPOTENCY_KEY, IDEMPOTENCY_REPLAYED } from "../../../contract/idempotency-key.ts";
import { ApiError, OperatorError } from "../../base/errors.ts";
import { jsonSchema } from "../../platform/http/json-schemas.ts";
import { type Payload, payloadOf } from "./admin-body.ts";
import { fieldsOf, propertiesOf, type Schema } from "./admin-endpoints.ts";
import type { TypedRequest } from "./admin-request.ts";
import { isObject, responseLines, type Values } from "./admin-table.ts";
import type { CommandContext } from "./context.ts";
import { requireNewFile, writeNewFile } from "./write-file.ts";

/** @throws ApiError, or OperatorError with the code and message of the API */
export async function callEndpoint(
  context: CommandContext,
  endpoint: AdminEndpoint,
  typed: TypedRequest,
): Promise<void> {
  const { output, force = false, key } = typed.own;
  // Before anything is done that could not be shown.
  if (output !== undefined) requireNewFile(context, output, force);
  else if (isBinary(endpoint) && context.columns !== null)
    throw ApiError.ofField("output", "Give --output, the file to write: a terminal can’t show it.");
  const app = await context.openApi();
  try {
    const read = async (reader: AdminEndpoint, params: TypedRequest["params"]) =>
      JSON.parse(await text(await send(context, app, reader, { params, query: {} }))).data;
    const { payload, headers = {} } = await payloadOf(context, endpoint, typed, read);
    const since = new Date().toISOString();
    const response = await send(context, app, endpoint, typed, {
      ...(payload !== undefined && { payload }),
      headers: { ...headers, ...(key !== undefined && { [IDEMPOTENCY_KEY]: key }) },
    });
    if (endpoint.produces) await writeOut(context, response, { output, force });
    else await print(context, endpoint, await text(response), { ...typed.own, since });
  } finally {
    await app.close();
  }
}

const isBinary = ({ produces }: AdminEndpoint) => produces !== undefined && !/csv|json/.test(produces);

/** @returns the body of the response */
async function send(
  { settings, note }: CommandContext,
  app: FastifyInstance,
  { method, path, produces }: AdminEndpoint,
  { params, query }: Pick<TypedRequest, "params" | "query">,
  { payload, headers = {} }: Payload = {},
): Promise<Readable> {
  const { host, origin } = new URL(settings.SHOP_ORIGIN || `http://localhost:${settings.PORT}`);
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)])),
  );
  const url = `/admin/api${path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ""))}`;
  const response = await app.inject({
    method,
    url: search.size > 0 ? `${url}?${search}` : url,
    // The routes take their caller from a session; here it is the command, whatever the cookie says.
    headers: { host, origin: settings.SHOP_ORIGIN || origin, cookie: "staff_session=command", ...headers },
    ...(payload !== undefined && { payload }),
    payloadAsStream: true,
  });
  if (response.statusCode >= 400) throw problemOf(JSON.parse(await text(response.stream())));
  if (response.headers[IDEMPOTENCY_REPLAYED]) note("This was done before; its response was:");
  if (produces === undefined || response.statusCode < 400) return response.stream();
  throw new Error(`${method} ${path} answers ${response.statusCode}`);
}

/** The error of the API as a sentence: its code, its message, and the field of each further one. */
function problemOf({ code, message, errors = [] }: ErrorResponse): OperatorError {
  const [first, ...others] = errors;
  const field = first && !first.message.startsWith(first.field) ? `${first.field}: ` : "";
  const lines = others.map((other) => `\n  ${other.field}: ${other.message}`);
  return new OperatorError(`${code}: ${field}${message}${lines.join("")}`);
}

/** Writes a file as it comes. */
async function writeOut(
  context: CommandContext,
  content: Readable,
  { output, force }: { output: string | undefined; force: boolean },
): Promise<void> {
  if (output === undefined) return pipeline(content, context.out, { end: false });
  await writeNewFile(context, { name: output, force }, (file) => pipeline(content, file, { end: false }));
  context.note(`Written to ${context.path(output)}.`);
}

/**
 * Prints the data of a response and its paging, or writes them as JSON.
 * @param since when the request was sent
 */
async function print(
  context: CommandContext,
  endpoint: AdminEndpoint,
  json: string,
  { output, force = false, json: isRaw = false, since }: TypedRequest["own"] & { since: string },
): Promise<void> {
  const { success: _, statusCode: __, data, ...paging } = JSON.parse(json);
  const { hasMore, ...all } = Array.isArray(data) ? { hasMore: undefined } : data;
  const shown = endpoint.method === "GET" ? all : changedSince(all, since);
  if (isRaw || output !== undefined) {
    const lines = `${JSON.stringify(data, null, 2)}\n`;
    if (output === undefined) return context.print(lines.trimEnd());
    await writeNewFile(context, { name: output, force }, async (file) => void file.write(lines));
    return context.note(`Written to ${context.path(output)}.`);
  }
  const properties = propertiesOf(endpoint.response ? jsonSchema(endpoint.response, "output") : {});
  const width = context.columns ?? Number.POSITIVE_INFINITY;
  const lines = [
    ...responseLines(Array.isArray(data) ? data : shown, properties.data ?? {}, width),
    ...responseLines(paging, { properties } satisfies Schema, width),
  ];
  for (const line of lines.length > 0 ? lines : ["Done."]) context.print(line);
  if (hasMore) context.note(`There are more: ${nextPage(endpoint, shown)}.`);
}

/** Of what a change returns whole, such as an order, leaves its number, state and version, and what was done. */
function changedSince(data: Values, since: string): Values {
  const { number, _id, state, version, history } = data;
  if (!Array.isArray(history))
    return Object.fromEntries(
      Object.entries(data).map(([name, value]) => [name, isObject(value) ? changedSince(value, since) : value]),
    );
  const done = history.filter(({ at }) => at >= since);
  return { number, _id, state, version, ...(done.length > 0 && { history: done }) };
}

/** Says which field of the query continues a list, with the value of the last entry if that can be told. */
function nextPage(endpoint: AdminEndpoint, data: Record<string, unknown>): string {
  const field = fieldsOf(endpoint).find(({ of, name }) => of === "query" && ["after", "before", "page"].includes(name));
  if (!field) return "narrow the list down";
  const last = Object.values(data).find(Array.isArray)?.at(-1) ?? {};
  const pattern = new RegExp(field.schema.pattern ?? "^$");
  const value = [last.number, last._id, last.sku].find((each) => typeof each === "string" && pattern.test(each));
  return `add --${field.name} ${value ?? "with the last entry’s"}`;
}
