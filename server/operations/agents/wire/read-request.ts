import * as z from "zod/mini";
import { TransportError } from "../errors.ts";

/**
 * Validates the input of an operation. Fields that the schema does not have are ignored, as the protocol asks of receivers.
 * @throws TransportError (invalid_request) that names the first invalid field by its path
 */
export function readRequest<T>(schema: z.ZodMiniType<T>, input: unknown): T {
  const read = z.safeParse(schema, input ?? {}, { error: sayProblem });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new TransportError("invalid_request", `${jsonPath(issue?.path ?? [])} ${issue?.message ?? "is invalid"}.`);
}

/** "$.filters.price.min" (RFC 9535). */
const jsonPath = (path: readonly PropertyKey[]): string =>
  `$${path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("")}`;

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  array: "an array",
  object: "an object",
};

/** Continues a sentence that begins with the path. */
function sayProblem(issue: z.core.$ZodRawIssue): string {
  const isText = issue.origin === "string";
  const unit = isText ? " characters" : issue.origin === "array" ? " entries" : "";
  const must = unit === "" ? "must be" : "must have";
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${TYPES[issue.expected] ?? "of another type"}`;
    case "invalid_value":
      return `must be ${issue.values.map(String).join(" or ")}`;
    case "too_big":
      return `${must} at most ${issue.maximum}${unit}`;
    case "too_small":
      return `${must} at least ${issue.minimum}${unit}`;
    default:
      return "is not in the right form";
  }
}
