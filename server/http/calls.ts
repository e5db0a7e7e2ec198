import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { FieldError } from "../../contract/answers.ts";
import { failure } from "../../contract/answers.ts";
import type { Call } from "../../contract/calls.ts";
import { Refusal } from "../failures.ts";

type Output<Schema> = Schema extends z.core.$ZodType ? z.output<Schema> : undefined;

export interface CallInput<C extends Call> {
  params: Output<C["params"]>;
  query: Output<C["query"]>;
  request: FastifyRequest;
}

/** What a handler gives back: the answer without the envelope's constants, which are the same for every success. */
export type CallResult<C extends Call> = Omit<z.input<C["answer"]>, "success" | "statusCode">;

const failureSchema = jsonSchema(failure, "output");

/**
 * Serves one call of the contract: reads its parameters and query by their schemas, hands them to `answer`, and writes the
 * answer by its schema, so that a field that the contract does not list is never sent.
 */
export function serveCall<C extends Call>(
  app: FastifyInstance,
  call: C,
  answer: (input: CallInput<C>) => Promise<CallResult<C>>,
): void {
  app.route({
    method: call.method,
    url: call.path,
    schema: {
      summary: call.summary,
      tags: [call.tag],
      ...(call.params && { params: jsonSchema(call.params, "input") }),
      ...(call.query && { querystring: jsonSchema(call.query, "input") }),
      response: { 200: jsonSchema(call.answer, "output"), "4xx": failureSchema, "5xx": failureSchema },
    },
    // The schemas above document; reading is zod's, whose messages name the field and the way out.
    validatorCompiler: () => () => true,
    handler: async (request) => {
      const params = call.params && readPart(call.params, request.params, "notFound");
      const query = call.query && readPart(call.query, request.query, "badRequest");
      const result = await answer({ params, query, request } as CallInput<C>);
      return { success: true, statusCode: 200, ...result };
    },
  });
}

function readPart(schema: z.core.$ZodType, value: unknown, otherwise: "badRequest" | "notFound"): unknown {
  const read = z.safeParse(schema, value);
  if (read.success) return read.data;
  if (otherwise === "notFound") throw new Refusal("notFound");
  const errors: FieldError[] = read.error.issues.map((issue) => ({
    field: issue.path.map(String).join("."),
    message: issue.message,
  }));
  throw new Refusal("badRequest", errors[0]?.message, errors);
}

/** The JSON Schema of a contract part; it documents the call and compiles the writer of its answer. */
function jsonSchema(schema: z.core.$ZodType, io: "input" | "output"): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: "openapi-3.0",
    io,
    unrepresentable: "any",
  }) as Record<string, unknown>;
  return rest;
}
