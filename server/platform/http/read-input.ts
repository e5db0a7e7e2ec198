import { z } from "zod";
import type { ErrorCode, FieldError } from "../../../contract/errors.ts";
import { ApiError } from "../../base/errors.ts";

/**
 * Validates one part of a request.
 * @param errorCode the code of the error
 * @throws ApiError that names each invalid field and its remedy; `not_found` names none
 */
export function readInput(schema: z.core.$ZodType, value: unknown, errorCode: ErrorCode): unknown {
  const read = z.safeParse(schema, value, { error: fieldMessage });
  if (read.success) return read.data;
  if (errorCode === "not_found") throw new ApiError("not_found");
  const errors: FieldError[] = [];
  for (const { path, message } of read.error.issues) {
    const field = path.map(String).join(".");
    // Only the first error of each field.
    if (!errors.some((error) => error.field === field)) errors.push({ field, message });
  }
  // Input that is not an object has no fields.
  if (errors.some(({ field }) => field === ""))
    throw new ApiError("bad_request", "Send the fields as one JSON object.");
  throw new ApiError(codeOf(read.error.issues[0]) ?? errorCode, errors[0]?.message, errors);
}

/**
 * Rejects fields that the schema does not have, at any depth: a client of another release would otherwise create an offer without the limit
 * that it sent under a former name.
 * @throws ApiError (422, invalid_input) that names each of them
 */
export function requireKnownFields(
  schema: z.core.$ZodType,
  value: unknown,
  code: "invalid_input" | "bad_request" = "invalid_input",
): void {
  const unknown = unknownFields(schema as z.core.$ZodTypes, value, []);
  if (unknown.length === 0) return;
  const errors = unknown.map((field) => ({ field, message: `There is no field ${field}.` }));
  throw new ApiError(code, errors[0]?.message, errors);
}

function unknownFields({ _zod: { def } }: z.core.$ZodTypes, value: unknown, path: readonly string[]): string[] {
  const within = (schema: z.core.$ZodType, inner: unknown, more: readonly string[] = []) =>
    unknownFields(schema as z.core.$ZodTypes, inner, [...path, ...more]);
  if (typeof value !== "object" || value === null) return [];
  switch (def.type) {
    case "object": {
      const { shape, catchall } = def;
      return Object.entries(value).flatMap(([name, inner]) => {
        const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
        if (field) return within(field, inner, [name]);
        return catchall ? [] : [...path, name].join(".");
      });
    }
    case "array":
      return Array.isArray(value) ? value.flatMap((one, at) => within(def.element, one, [String(at)])) : [];
    case "optional":
    case "nullable":
    case "default":
      return within(def.innerType, value);
    case "pipe":
      return within(def.in, value);
    default:
      return [];
  }
}

/** Returns the code that the contract gives a rule of its own. */
const codeOf = (issue: z.core.$ZodIssue | undefined): ErrorCode | undefined =>
  issue?.code === "custom" ? issue.params?.code : undefined;

const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a group of fields",
};

/** Provides the message of an error that has none in the contract, so that clients never read zod's. */
function fieldMessage(issue: z.core.$ZodRawIssue): string {
  const field = issue.path?.map(String).join(".") || "The body";
  const isMissing = issue.input === undefined || issue.input === null;
  switch (issue.code) {
    case "invalid_type":
      if (isMissing) return `${field} is required.`;
      if (Array.isArray(issue.input) && issue.expected !== "object")
        return `${field} must be given once, not as a list.`;
      return `${field} must be ${TYPES[issue.expected] ?? "of another kind"}.`;
    case "invalid_value":
      return isMissing ? `${field} is required.` : `${field} must be ${listValues(issue.values)}.`;
    case "too_big":
      return `${field} ${mustPhrase(issue.origin)} at most ${issue.maximum}${unit(issue.origin, issue.maximum)}.`;
    case "too_small":
      return `${field} ${mustPhrase(issue.origin)} at least ${issue.minimum}${unit(issue.origin, issue.minimum)}.`;
    case "not_multiple_of":
      return `${field} must be a multiple of ${issue.divisor}.`;
    case "unrecognized_keys":
      return `${field} has no ${issue.keys.join(", ")}.`;
    default:
      return `${field} is not in the right form.`;
  }
}

function listValues(values: readonly unknown[]): string {
  const [last, ...others] = values.map(String).reverse();
  return others.length > 0 ? `${others.reverse().join(", ")} or ${last}` : String(last);
}

const UNITS: Readonly<Record<string, [one: string, many: string]>> = {
  string: [" character", " characters"],
  array: [" entry", " entries"],
};
const unit = (origin: string, count: number | bigint) => UNITS[origin]?.[count === 1 ? 0 : 1] ?? "";
const mustPhrase = (origin: string) => (origin in UNITS ? "must have" : "must be");
