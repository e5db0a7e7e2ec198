/** Parts of the OpenAPI document, derived from the endpoint table. */

import type { Endpoint, Repeat } from "../../../contract/endpoint.ts";
import { ERROR_CODES, errorResponse } from "../../../contract/errors.ts";
import { IDEMPOTENCY_KEY_HOURS, REPEATS, takesKey } from "../../../contract/idempotency-key.ts";
import { jsonSchema } from "./json-schemas.ts";

/** Describes what a repeat of a write does, and the header of those that take a key. */
export function describeRepeat({ repeat }: Pick<Endpoint, "repeat">): { description?: string; headers?: object } {
  if (!repeat) return {};
  const key = {
    type: "string",
    maxLength: 255,
    description: `Names one act, such as a UUID; valid for ${IDEMPOTENCY_KEY_HOURS} hours. A repeat gets the first response, with the header Idempotency-Replayed.`,
  };
  return {
    description: REPEATS[repeat],
    ...(takesKey(repeat) && { headers: { type: "object", properties: { "Idempotency-Key": key } } }),
  };
}

/** Statuses of an endpoint that takes a key: the first request is being done, or another one had the key. */
export const statusesOfKey = (repeat: Repeat | undefined): number[] => (takesKey(repeat) ? [409, 422] : []);

/** When an endpoint responds with a status. */
const MEANINGS: Readonly<Record<number, string>> = {
  400: "The request, or a part of its URL, cannot be read; `errors` names the field",
  401: "There is no session with this token",
  403: "The role, the session or the page that sends it may not do this",
  404: "It does not exist, or belongs to another customer",
  408: "The body took too long to arrive",
  409: "It conflicts with the current state; the message says what to do",
  413: "The body, or a file in it, is too large",
  415: "The body has another content type than this one",
  422: "A field of the body is not right; `errors` names it and what to do",
  429: "Too many attempts; Retry-After says in how many seconds to try again",
  500: "An unexpected error, without its details",
  503: "Too busy, or a required service is unavailable; try again in a moment",
};

/** Lists every status other than 200 with which an endpoint may respond. */
export function documentedStatuses({
  method,
  params,
  body,
  files,
  auth,
  repeat,
  errorStatuses = [],
}: Endpoint): number[] {
  const reads = method !== "GET";
  return [
    400,
    ...(auth === "session" ? [401] : []),
    ...(params ? [404] : []),
    // Fastify reads the body even if the endpoint takes none.
    ...(reads ? [408, 413, 415] : []),
    ...(body || files || auth === "reset" ? [422] : []),
    ...statusesOfKey(repeat),
    ...errorStatuses,
    500,
    503,
  ];
}

/** Describes the responses with these statuses, each with its possible error codes. */
export function errorResponses(statuses: readonly number[]): Record<number, object> {
  return Object.fromEntries([...new Set(statuses)].sort((a, b) => a - b).map((status) => [status, errorsOf(status)]));
}

function errorsOf(status: number): object {
  const schema = jsonSchema(errorResponse, "output") as ObjectSchema;
  const codes = Object.entries(ERROR_CODES).filter(([, code]) => code.status === status);
  const description = codes.map(([code, { meaning }]) => `\`${code}\`: ${meaning}`).join("; ");
  const code = { type: "string", enum: codes.map(([name]) => name), description };
  return { ...schema, properties: { ...schema.properties, code }, description: MEANINGS[status] ?? description };
}

export function fileResponse(contentType: string): object {
  return { description: "The file", content: { [contentType]: { schema: { type: "string", format: "binary" } } } };
}

interface ObjectSchema {
  properties?: Record<string, ObjectSchema & Record<string, unknown>>;
  required?: string[];
}

/** Describes the parts of a form: the fields of a group are sent as `group[field]`, files beside them. */
export function multipartBody(body: ObjectSchema, files: NonNullable<Endpoint["files"]>): object {
  const parts: Record<string, object> = {};
  for (const [name, field] of Object.entries(body.properties ?? {})) {
    if (!field.properties) parts[name] = field;
    else for (const [inner, innerField] of Object.entries(field.properties)) parts[`${name}[${inner}]`] = innerField;
  }
  for (const [name, { maxBytes }] of Object.entries(files)) {
    const description = `At most ${Math.floor(maxBytes / 1024 / 1024)} MB; its content alone tells what it is`;
    parts[name] = { type: "string", format: "binary", description };
  }
  const schema = { type: "object", properties: parts, ...(body.required && { required: body.required }) };
  return { content: { "multipart/form-data": { schema } } };
}
