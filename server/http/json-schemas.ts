import compileWriter, { type Schema } from "fast-json-stringify";
import { z } from "zod";

/** The contract in the words of JSON Schema. Each part is put into them once, however many calls have it. */

const jsonSchemas = { input: new WeakMap<z.core.$ZodType, object>(), output: new WeakMap<z.core.$ZodType, object>() };

/** The JSON Schema of a contract part, made once; it documents the call and compiles the writer of its answer. */
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

type Writer = (value: unknown) => string;
const writers = new WeakMap<object, Writer>();

/** What writes an answer by its schema. Compiled at the first answer: a start would take a twentieth longer with those of all calls. */
export function writerOf(schema: object): Writer {
  let write: Writer | undefined;
  return (value) => {
    write ??= compiledWriter(schema);
    return write(value);
  };
}

/** Compiled once: every call has the schema of failures twice. */
function compiledWriter(schema: object): Writer {
  const known = writers.get(schema);
  if (known) return known;
  const made: Writer = compileWriter(schema as Schema);
  writers.set(schema, made);
  return made;
}
