/** The contract's schemas as JSON Schema. Each is converted once, however many endpoints use it. */

import compileWriter, { type Schema } from "fast-json-stringify";
import { z } from "zod";
import { errorResponse } from "../../contract/errors.ts";

const jsonSchemas = { input: new WeakMap<z.core.$ZodType, object>(), output: new WeakMap<z.core.$ZodType, object>() };

/** Converts a schema of the contract to JSON Schema, for the documentation and for `writerOf`. */
export function jsonSchema(schema: z.core.$ZodType, io: "input" | "output"): object {
  const known = jsonSchemas[io].get(schema);
  if (known) return known;
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    target: "openapi-3.0",
    io,
    unrepresentable: "any",
  }) as Record<string, unknown>;
  jsonSchemas[io].set(schema, made);
  return made;
}

/** JSON Schema of every error's body. */
export const errorSchema = jsonSchema(errorResponse, "output");

type Writer = (value: unknown) => string;
const writers = new WeakMap<object, Writer>();

/** Returns the JSON serialiser of a schema, compiled on first use: compiling all of them makes the start 5 % slower. */
export function writerOf(schema: object): Writer {
  let write: Writer | undefined;
  return (value) => {
    write ??= compiledWriter(schema);
    return write(value);
  };
}

/** Caches by schema, because every endpoint has the error schema twice. */
function compiledWriter(schema: object): Writer {
  const known = writers.get(schema);
  if (known) return known;
  const made: Writer = compileWriter(schema as Schema);
  writers.set(schema, made);
  return made;
}
