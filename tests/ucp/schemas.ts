/** Checks messages against the published schemas of the Universal Commerce Protocol (tests/samples/ucp). */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { AgentResponse } from "../../server/operations/agents/responses.ts";
import type { UcpVersion } from "../../server/operations/agents/versions.ts";

const SAMPLES = join(import.meta.dirname, "../samples/ucp");

type Direction = "request" | "response";
/** What a request does, as the annotations of the schemas name it. */
export type SchemaOperation = "create" | "update" | "complete" | "read" | "search" | "lookup";

interface Checked {
  version: UcpVersion;
  /** File and part below the version's folder, such as `schemas/shopping/discount.json#/$defs/dev.ucp.shopping.checkout`. */
  schema: string;
  direction?: Direction;
  operation?: SchemaOperation;
}

const validators = new Map<string, Ajv2020>();

/**
 * Returns what is wrong with a message; nothing if it is valid. Annotations (`ucp_request`, `ucp_response`) are resolved for the operation as the
 * specification's `ucp-schema` does: `omit` removes a field, `required` demands it, `optional` does not.
 */
export function schemaErrors(
  message: unknown,
  { version, schema, direction = "response", operation = "read" }: Checked,
): string[] {
  const key = [version, direction, operation].join(" ");
  const ajv = validators.get(key) ?? makeValidator(version, direction, operation);
  validators.set(key, ajv);
  const validate: ValidateFunction | undefined = ajv.getSchema(`${BASE}${schema}`);
  if (!validate) throw new Error(`there is no schema ${schema} in ${version}`);
  // As it would arrive: without fields that are undefined.
  validate(JSON.parse(JSON.stringify(message)));
  return (validate.errors ?? []).map(({ instancePath, message: problem = "", params }) =>
    [instancePath || "/", problem, JSON.stringify(params)].join(" "),
  );
}

/** Schemas of an operation's response: its own, and those of the extensions that the response declares. */
export function responseErrors(
  { body }: Pick<AgentResponse, "body">,
  { version, schema, operation = "read" }: Omit<Checked, "direction">,
): string[] {
  if (body.ucp.status === "error") return schemaErrors(body, { version, schema: ERROR_SCHEMA[version] });
  const root = /\/([a-z_]+)\.json/.exec(schema)?.[1] ?? "";
  const extensions = Object.keys(body.ucp.capabilities).flatMap((name) => {
    const file = EXTENSION_FILES[name];
    return file && ["cart", "checkout"].includes(root)
      ? [`schemas/shopping/${file}.json#/$defs/dev.ucp.shopping.${root}`]
      : [];
  });
  return [schema, ...extensions].flatMap((one) => schemaErrors(body, { version, schema: one, operation }));
}

const BASE = "https://ucp.test/";
const ERROR_SCHEMA: Readonly<Record<UcpVersion, string>> = {
  "2026-08-25": "schemas/common/types/error_response.json",
  "2026-04-08": "schemas/shopping/types/error_response.json",
};
const EXTENSION_FILES: Readonly<Record<string, string>> = {
  "dev.ucp.shopping.discount": "discount",
  "dev.ucp.shopping.fulfillment": "fulfillment",
  "dev.ucp.shopping.buyer_consent": "buyer_consent",
};

function makeValidator(version: UcpVersion, direction: Direction, operation: SchemaOperation): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true, formats: FORMATS });
  const folder = join(SAMPLES, version);
  for (const file of globSync("{schemas,discovery}/**/*.json", { cwd: folder })) {
    const schema = JSON.parse(readFileSync(join(folder, file), "utf8"));
    // References are relative to the files: a published id is in places another one.
    ajv.addSchema({ ...(resolve(schema, direction, operation) as object), $id: BASE + file });
  }
  for (const file of LEFT_OUT) ajv.addSchema({ $id: BASE + file });
  return ajv;
}

/** Schemas of what the shop does not do, to which others refer. */
const LEFT_OUT = ["schemas/transports/embedded_config.json"];

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Rule = "omit" | "optional" | "required";

/** Resolves the annotations of a schema and of all schemas in it. */
function resolve(schema: Json, direction: Direction, operation: SchemaOperation): Json {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((part) => resolve(part, direction, operation));
  const resolved: Record<string, Json> = {};
  // The names of these maps are no keywords.
  for (const [name, part] of Object.entries(schema))
    resolved[name] =
      MAPS.includes(name) && isRecord(part)
        ? Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, resolve(inner, direction, operation)]))
        : resolve(part, direction, operation);
  const { properties } = resolved;
  if (!isRecord(properties)) return resolved;
  const required = new Set(Array.isArray(resolved.required) ? resolved.required : []);
  for (const [name, property] of Object.entries(properties)) {
    const rule = ruleOf(property, direction, operation);
    if (rule === null) continue;
    if (rule === "required") required.add(name);
    else required.delete(name);
    // False: nobody may send it.
    if (rule === "omit") properties[name] = false;
  }
  return required.size === 0 && resolved.required === undefined ? resolved : { ...resolved, required: [...required] };
}

const MAPS = ["properties", "$defs", "patternProperties"];

const isRecord = (value: Json | undefined): value is { [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function ruleOf(property: Json, direction: Direction, operation: SchemaOperation): Rule | null {
  if (!isRecord(property)) return null;
  const rule = property[`ucp_${direction}`];
  if (typeof rule === "string") return rule as Rule;
  if (!isRecord(rule)) return null;
  return (rule[operation] as Rule | undefined) ?? null;
}

const FORMATS = {
  uri: (text: string) => /^[a-z][a-z0-9+.-]*:/i.test(text) && URL.canParse(text),
  "date-time": (text: string) =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.test(text) &&
    !Number.isNaN(Date.parse(text)),
  date: (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
  uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  email: /^[^@\s]+@[^@\s]+$/,
  "uri-template": true,
  int64: true,
} as const;
