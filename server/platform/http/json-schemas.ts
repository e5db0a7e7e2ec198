/** The contract's schemas as JSON Schema. Each is converted once, on first use, however many endpoints have it. */

import compileWriter, { type Schema } from "fast-json-stringify";
import type { FastifySchema, FastifySerializerCompiler } from "fastify";
import { z } from "zod";

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

/** The input of an endpoint as JSON Schema, for the documentation. */
export function documentedInput({ params, query, body }: EndpointInputs): FastifySchema {
  return {
    ...(params && { params: jsonSchema(params, "input") }),
    ...(query && { querystring: jsonSchema(query, "input") }),
    ...(body && { body: jsonSchema(body, "input") }),
  };
}

interface EndpointInputs {
  params?: z.core.$ZodType;
  query?: z.core.$ZodType;
  body?: z.core.$ZodType;
}

type Writer = (value: unknown) => string;
const writers = new WeakMap<z.core.$ZodType, Writer>();

/** Returns the JSON serialiser of a response, compiled on first use: compiling all of them makes the start 5 % slower. */
export function writerOf(schema: z.core.$ZodType): Writer {
  return (value) => {
    let write = writers.get(schema);
    if (!write) {
      write = compileWriter(jsonSchema(schema, "output") as Schema);
      writers.set(schema, write);
    }
    return write(value);
  };
}

/** Serialises the responses of a route by its schemas. */
export const serializerCompiler: FastifySerializerCompiler<unknown> = ({ schema }) =>
  writerOf(schema as z.core.$ZodType);
