/** Reads words of a command line as values of the contract. */

import { ApiError } from "../../base/errors.ts";
import { type Field, propertiesOf, type Schema } from "./admin-endpoints.ts";

/** Returns the schemas of which a value may have any. */
const choicesOf = ({ anyOf, oneOf, ...schema }: Schema): readonly Schema[] => anyOf ?? oneOf ?? [schema];

export const isFlag = ({ schema }: Field) => schema.type === "boolean";
const isList = ({ schema }: Field) => schema.type === "array";
/** Whether its keys are free, so that `--values.SHOP_NAME` sets one. */
export const isRecord = ({ schema }: Field) =>
  schema.type === "object" && schema.properties === undefined && typeof schema.additionalProperties === "object";

/**
 * Reads the words given for a field. Lists take a word for each entry, or one of JSON.
 * @throws ApiError that names the field
 */
export function readWords(field: Field, words: readonly string[]): unknown {
  const [word = "", ...others] = words;
  if (isList(field)) {
    if (others.length === 0 && word.trimStart().startsWith("[")) return readJson(field, word);
    return words.map((each) => readWord(field, each, field.schema.items ?? {}));
  }
  if (others.length > 0)
    throw ApiError.ofField(field.name, `--${field.name} must be given once, not ${words.length} times.`);
  return readWord(field, word, field.schema);
}

/** Reads one word by its schema; what does not fit it stays text, so that the API's own message says what is right. */
function readWord(field: Field, word: string, schema: Schema): unknown {
  const choices = choicesOf(schema);
  if (word === "null" && (schema.nullable || choices.some(({ nullable }) => nullable))) return null;
  const isOneOf = (...types: Schema["type"][]) => choices.some(({ type }) => types.includes(type));
  if (isOneOf("number", "integer") && /^-?\d+(\.\d+)?$/.test(word)) return Number(word);
  if (isOneOf("boolean") && /^(true|false)$/.test(word)) return word === "true";
  if (isOneOf("string", "number", "integer", "boolean")) return word;
  return readJson(field, word);
}

function readJson({ name, schema }: Field, word: string): unknown {
  try {
    return JSON.parse(word);
  } catch {
    throw ApiError.ofField(name, `--${name} must be JSON, such as ${JSON.stringify(exampleOf(schema))}.`);
  }
}

/** Makes a value of the form that a schema asks for. */
function exampleOf(schema: Schema): unknown {
  const [first = schema] = choicesOf(schema);
  if (first.enum) return first.enum[0];
  switch (first.type) {
    case "array":
      return [exampleOf(first.items ?? {})];
    case "object":
      return Object.fromEntries(
        Object.entries(propertiesOf(first))
          .filter(([key]) => first.required?.includes(key))
          .map(([key, own]) => [key, exampleOf(own)]),
      );
    case "integer":
    case "number":
      return Math.max(1, first.minimum ?? 1);
    case "boolean":
      return true;
    default:
      return "…";
  }
}

/** Says in words what a field takes. */
export function describeSchema(schema: Schema): string {
  const choices = choicesOf(schema);
  const text = choices.length > 1 ? choices.map(describeOne).join(", or ") : describeOne(choices[0] ?? schema);
  const may = schema.nullable || choices.some(({ nullable }) => nullable) ? ", or null" : "";
  const fallback = schema.default;
  const isShown = fallback !== undefined && fallback !== null && fallback !== "" && !Array.isArray(fallback);
  return `${text}${may}${isShown ? ` (${fallback})` : ""}`;
}

function describeOne(schema: Schema): string {
  const { type, items = {}, properties } = schema;
  if (schema.enum) return schema.enum.join(" | ");
  switch (type) {
    case "boolean":
      return "yes, or no with --no- before its name";
    case "integer":
      return `whole number${limits(schema.minimum, schema.maximum)}`;
    case "number":
      return `number${limits(schema.minimum, schema.maximum)}`;
    case "array":
      return items.type === "object"
        ? `JSON list of ${keysOf(items)}${limits(schema.minItems, schema.maxItems, "entries")}`
        : `once for each: ${describeSchema(items)}${limits(schema.minItems, schema.maxItems, "entries")}`;
    case "object":
      return properties ? `JSON of ${keysOf(schema)}` : `JSON, or --NAME.KEY VALUE for each`;
    case "string":
      return PATTERNS[schema.pattern ?? ""] ?? `text${limits(schema.minLength, schema.maxLength, "characters")}`;
    default:
      return "JSON";
  }
}

const keysOf = (schema: Schema) =>
  `{${Object.keys(propertiesOf(schema))
    .map((key) => (schema.required?.includes(key) ? key : `${key}?`))
    .join(", ")}}`;

const PATTERNS: Readonly<Record<string, string>> = {
  "^\\d{4}-\\d{2}-\\d{2}$": "day such as 2026-11-25",
  "^\\d{4}-\\d{2}$": "month such as 2026-11",
  "^[0-9]+$": "number, as _id of a list",
  "^[0-9]{6}$": "six digits",
};

/** Beyond this, a limit is the type's own and says nothing. */
const UNLIMITED = 1_000_000_000;

function limits(min: number | undefined, max: number | undefined, unit = ""): string {
  const isMin = min !== undefined && min > -UNLIMITED && !(unit !== "" && min <= 1);
  const isMax = max !== undefined && max < UNLIMITED;
  const of = unit && ` ${unit}`;
  if (isMin && isMax) return `, ${min} to ${max.toLocaleString("en")}${of}`;
  if (isMax) return `, at most ${max.toLocaleString("en")}${of}`;
  return isMin ? `, at least ${min.toLocaleString("en")}${of}` : "";
}
