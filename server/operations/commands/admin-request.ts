/** Parses `npm run admin -- ENDPOINT …` into a request of the contract. */

import { type ParseArgsConfig, parseArgs } from "node:util";
import type { AdminEndpoint } from "../../../contract/admin/endpoint.ts";
import { takesKey } from "../../../contract/idempotency-key.ts";
import { ApiError } from "../../base/errors.ts";
import { jsonSchema } from "../../platform/http/json-schemas.ts";
import { type Field, fieldsOf, propertiesOf, readerOf, type Schema } from "./admin-endpoints.ts";
import { isFlag, isRecord, readWords } from "./admin-values.ts";

/** Options of the command itself. No field of the contract has these names. */
export const OWN_OPTIONS = {
  input: { value: "FILE", summary: "reads the body, or the rest of it, from a JSON file; - is the standard input" },
  file: { value: "FILE", summary: "the file to send" },
  output: { value: "FILE", summary: "writes the response to FILE" },
  force: { summary: "replaces FILE if it exists" },
  json: { summary: "prints the response as JSON" },
  key: {
    value: "KEY",
    summary: "the Idempotency-Key: the same key again does nothing more and prints the first response",
  },
  help: { summary: "prints this and does nothing else" },
} as const;
export type OwnOption = keyof typeof OWN_OPTIONS;

/** A request as it was typed. */
export interface TypedRequest {
  /** The values of `:name` in the path. */
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  /** Fields of the body, with dots in the names of nested ones. */
  body: Readonly<Record<string, unknown>>;
  own: { [Name in OwnOption]?: (typeof OWN_OPTIONS)[Name] extends { value: string } ? string : boolean };
}

/** Lists the command's own options that an endpoint takes. */
export const ownOptionsOf = ({ body, files, accepts, produces, repeat }: AdminEndpoint): OwnOption[] => [
  ...(body && !files ? (["input"] as const) : []),
  ...(files || accepts ? (["file"] as const) : []),
  "output",
  "force",
  ...(produces ? [] : (["json"] as const)),
  ...(takesKey(repeat) ? (["key"] as const) : []),
  "help",
];

/** @throws ApiError (422) that names what is not right, with `see` as the way out */
export function parseRequest(endpoint: AdminEndpoint, words: readonly string[], see: string): TypedRequest {
  const fields = fieldsOf(endpoint);
  const flags = fields.filter(({ of }) => of !== "path");
  const records = flags.filter(isRecord);
  const keys = words.flatMap((word) => {
    const name = /^--([^=]+)/.exec(word)?.[1] ?? "";
    const record = records.find((each) => isKeyOf(each, name));
    return record ? [{ ...record, name, schema: record.schema.additionalProperties as Field["schema"] }] : [];
  });
  const own = ownOptionsOf(endpoint);
  const { values, positionals } = parse([...flags, ...keys], own, words, see);
  const given = (field: Field) => values[field.name];
  const read = (of: Field["of"]) =>
    Object.fromEntries(
      [...flags, ...keys]
        .filter((field) => field.of === of && given(field) !== undefined)
        .map((field) => {
          const value = given(field);
          return [field.name, Array.isArray(value) ? readWords(field, value as string[]) : value];
        }),
    );
  const names = fields.filter(({ of }) => of === "path").map(({ name }) => name);
  const missing = names[positionals.length];
  if (missing !== undefined) throw ApiError.ofField(missing, `${missing.toUpperCase()} is missing. ${see}`);
  const excess = positionals[names.length];
  if (excess !== undefined)
    throw ApiError.ofField(excess, `“${excess}” is too much: fields are given as --NAME VALUE. ${see}`);
  const empty = names.find((_, at) => positionals[at] === "");
  if (empty !== undefined) throw ApiError.ofField(empty, `${empty.toUpperCase()} is empty. ${see}`);
  return {
    params: Object.fromEntries(names.map((name, at) => [name, positionals[at] ?? ""])),
    query: read("query"),
    body: read("body"),
    own: Object.fromEntries(own.map((name) => [name, lastOf(values[name])])),
  };
}

/** Whether a flag sets a key of a record. A further dot would nest it, and `__proto__` would change every object of the process. */
const isKeyOf = (record: Field, name: string) => {
  const key = name.slice(record.name.length + 1);
  return name === `${record.name}.${key}` && key !== "" && key !== "__proto__" && !key.includes(".");
};

const lastOf = (value: unknown) => (Array.isArray(value) ? value.at(-1) : value);

function parse(fields: readonly Field[], own: readonly OwnOption[], words: readonly string[], see: string) {
  const options: NonNullable<ParseArgsConfig["options"]> = Object.fromEntries([
    ...own.map((name) => [name, "value" in OWN_OPTIONS[name] ? { type: "string" } : { type: "boolean" }]),
    ...fields.map((field) => [field.name, isFlag(field) ? { type: "boolean" } : { type: "string", multiple: true }]),
  ]);
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith("ERR_PARSE_ARGS")) throw error;
    const name = /'-*([^'\s=]+)/.exec(message)?.[1] ?? "";
    if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") throw ApiError.ofField(name, `There is no --${name}. ${see}`);
    throw ApiError.ofField(
      name,
      isBoolean(options, name)
        ? `--${name} takes no value: it is --${name} or --no-${name}.`
        : `--${name} needs a value; one that begins with a dash is written --${name}=-1.`,
    );
  }
}

const isBoolean = (options: NonNullable<ParseArgsConfig["options"]>, name: string) =>
  options[name.replace(/^no-/, "")]?.type === "boolean";

/**
 * Puts the fields that were typed into the body that was read.
 * @throws ApiError for a field that the body does not have
 */
export function bodyOf(endpoint: AdminEndpoint, base: unknown, typed: TypedRequest["body"]): Record<string, unknown> {
  if (typeof base !== "object" || base === null || Array.isArray(base))
    throw ApiError.ofField("input", "--input must be a JSON object of the body’s fields.");
  const known = new Set(
    fieldsOf(endpoint)
      .filter(({ of }) => of === "body")
      .map(({ name }) => name.split(".")[0]),
  );
  // What was read and then changed can be sent as it is.
  const shown = shownOf(endpoint);
  const unknown = Object.keys(base).find((name) => !known.has(name) && !Object.hasOwn(shown, name));
  if (unknown !== undefined)
    throw ApiError.ofField(unknown, `The body has no field ${unknown}, only ${[...known].join(", ")}.`);
  const sent = Object.entries(base).filter(([name]) => known.has(name));
  const body: Record<string, unknown> = structuredClone(Object.fromEntries(sent));
  for (const [name, value] of Object.entries(typed)) {
    const path = name.split(".");
    const last = path.pop() as string;
    let at = body;
    for (const key of path) {
      const inner = at[key];
      at[key] = typeof inner === "object" && inner !== null ? inner : {};
      at = at[key] as Record<string, unknown>;
    }
    at[last] = value;
  }
  return body;
}

/** The fields of what the endpoint changes, as it is read. */
function shownOf(endpoint: AdminEndpoint): Readonly<Record<string, Schema>> {
  const [, reader] = readerOf(endpoint) ?? [];
  const { data = {} } = reader?.response ? propertiesOf(jsonSchema(reader.response, "output")) : {};
  return propertiesOf(data);
}
