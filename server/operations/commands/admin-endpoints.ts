/** The endpoints of the back office that are commands, and their fields as words of a command line. */

import type { AdminEndpoint } from "../../../contract/admin/endpoint.ts";
import { type AdminEndpointName, adminEndpoints } from "../../../contract/admin/endpoints.ts";
import { jsonSchema } from "../../platform/http/json-schemas.ts";

/** What the command reads of a JSON Schema. */
export interface Schema {
  type?: "string" | "number" | "integer" | "boolean" | "array" | "object";
  format?: string;
  enum?: readonly unknown[];
  nullable?: boolean;
  default?: unknown;
  description?: string;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
}

/** A field of a request. */
export interface Field {
  /** Its name in the contract, with dots below an object: `address.pincode`. */
  name: string;
  of: "path" | "query" | "body";
  schema: Schema;
  isRequired: boolean;
}

/**
 * Fields that say which stored state the caller has seen, so that a change of something that has changed since is rejected. The command
 * reads them.
 */
const SEEN: readonly string[] = ["version", "changedAt"];

/** Nesting of objects up to which their fields are flags; what is deeper is JSON. */
const MAX_DEPTH = 2;

/** Whether an endpoint is a command: those of a member's own account and session, and streams of events, are not. */
const isCommand = ({ permission, needsMember, produces }: AdminEndpoint) =>
  permission !== "anyone" && !needsMember && produces !== "text/event-stream";

/** Every endpoint that is a command, by its name. */
export const COMMAND_ENDPOINTS: ReadonlyMap<string, AdminEndpoint> = new Map(
  Object.entries<AdminEndpoint>(adminEndpoints).filter(([, endpoint]) => isCommand(endpoint)),
);

/** Whether the contract has it, though not as a command. */
export const isOfMembers = (name: string): name is AdminEndpointName =>
  Object.hasOwn(adminEndpoints, name) && !COMMAND_ENDPOINTS.has(name);

/** Lists the fields of a request: those of the path in their order, then those of query and body. */
export function fieldsOf({ path, params, query, body }: AdminEndpoint): Field[] {
  const inPath = params ? propertiesOf(jsonSchema(params, "input")) : {};
  return [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
      name,
      of: "path" as const,
      schema: inPath[name] ?? {},
      isRequired: true,
    })),
    ...(query ? fieldsIn(jsonSchema(query, "input"), "query") : []),
    ...(body ? fieldsIn(jsonSchema(body, "input"), "body") : []),
  ];
}

function fieldsIn(schema: Schema, of: "query" | "body", prefix = "", isWanted = true, depth = 0): Field[] {
  return Object.entries(propertiesOf(schema)).flatMap(([key, own]) => {
    const name = `${prefix}${key}`;
    const isRequired = isWanted && schema.required?.includes(key) === true && own.default === undefined;
    const isObject = own.properties !== undefined && depth < MAX_DEPTH;
    return isObject ? fieldsIn(own, of, `${name}.`, isRequired, depth + 1) : [{ name, of, schema: own, isRequired }];
  });
}

export const propertiesOf = ({ properties = {} }: Schema) => properties;

/** Returns the field by which the endpoint recognises the state that was seen; undefined if it has none. */
export const seenFieldOf = (fields: readonly Field[]) =>
  fields.find(({ name, of, isRequired }) => of === "body" && isRequired && SEEN.includes(name));

/** Whether the endpoint says, with `preview`, what it would do. */
export const hasPreview = (fields: readonly Field[]) =>
  fields.some(({ name, of, schema }) => of === "body" && name === "preview" && schema.type === "boolean");

/**
 * Finds the endpoint that reads what another changes, by their paths: `/orders/:number` reads for `/orders/:number/ship` and for
 * `/cash/orders/:number/undo-write-off`, the list `/roles` for `/roles/:id`.
 */
export function readerOf({ path }: AdminEndpoint): [name: string, endpoint: AdminEndpoint] | null {
  const readers = [...COMMAND_ENDPOINTS].filter(
    ([, reader]) =>
      reader.method === "GET" &&
      reader.response !== undefined &&
      `${path}/`.includes(`${reader.path}/`) &&
      !fieldsOf(reader).some(({ of, isRequired }) => of === "query" && isRequired),
  );
  const [longest] = readers.sort(([, a], [, b]) => b.path.length - a.path.length);
  return longest ?? null;
}

/**
 * Finds a field in a response: in its data, in an object of it, or in the entry of a list that the request is about.
 * @param given the values of the request, such as `id` or `subject`
 */
export function findSeen(data: unknown, name: string, given: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(data)) return data.find((entry) => isAbout(entry, given))?.[name];
  if (typeof data !== "object" || data === null) return undefined;
  const values = data as Record<string, unknown>;
  if (values[name] !== undefined) return values[name];
  for (const value of Object.values(values)) {
    const found = findSeen(value, name, given);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether an entry of a list has the id, or another value, that the request names. */
const isAbout = (entry: unknown, given: Readonly<Record<string, unknown>>): boolean =>
  typeof entry === "object" &&
  entry !== null &&
  Object.entries(given).some(
    ([key, value]) =>
      typeof value === "string" && (entry as Record<string, unknown>)[key === "id" ? "_id" : key] === value,
  );
