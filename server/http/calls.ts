import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from "fastify";
import type { z } from "zod";
import { failure } from "../../contract/answers.ts";
import type { Call } from "../../contract/call.ts";
import { UPLOAD_TIMEOUT_MS } from "./connections.ts";
import { jsonSchema, writerOf } from "./json-schemas.ts";
import { dropFiles, type Form, readMultipart, type UploadedFile, type UploadedOnDisk } from "./multipart.ts";
import { originOf } from "./origin.ts";
import { readInput } from "./read-input.ts";
import { bearerOf, type Customer, noteCustomer, requireCustomer } from "./sessions.ts";

type Output<Schema> = Schema extends z.core.$ZodType ? z.output<Schema> : undefined;

type Uploaded<File> = File extends { toDisk: true } ? UploadedOnDisk : UploadedFile;

export interface CallInput<C extends Call> {
  params: Output<C["params"]>;
  query: Output<C["query"]>;
  body: Output<C["body"]>;
  /** The files that came, by the name of their part. */
  files: C["files"] extends object ? Partial<{ [Name in keyof C["files"]]: Uploaded<C["files"][Name]> }> : undefined;
  /** Who calls, where the call is for logged-in customers; null for a guest, where customers are told more. */
  customer: C["auth"] extends "session" ? Customer : C["auth"] extends "optional" ? Customer | null : undefined;
  /** The bearer token of a call with `auth: "reset"`; an empty text when none came. */
  resetToken: C["auth"] extends "reset" ? string : undefined;
  /** `https://shop.example`, as the caller's browser calls the shop. */
  origin: string;
  /** None where anybody may read: the shop calls these itself, too. */
  request: C extends { method: "GET"; auth?: "optional" } ? undefined : FastifyRequest;
}

/** What a handler gives back: the answer without the envelope's constants, which are the same for every success. */
export type CallResult<C extends Call> = Omit<z.input<C["answer"]>, "success" | "statusCode">;

/** Forms are small; a call that takes files says itself how large they may be. */
const MAX_JSON_BYTES = 64 * 1024;
const failureSchema = jsonSchema(failure, "output");

/**
 * Serves one call of the contract: asks who calls before anything is read, reads parameters, query and body by their schemas,
 * hands them to `answer`, and writes the answer by its schema, so that a field that the contract does not list is never sent.
 * @param options.beforeFile consumes a customer's rate limit before the bytes of a file are received
 */
export function serveCall<C extends Call>(
  app: FastifyInstance,
  call: C,
  answer: (input: CallInput<C>) => Promise<CallResult<C>>,
  { beforeFile }: { beforeFile?: (customer: Customer) => Promise<void> } = {},
): void {
  const succeed = async (input: object) => ({
    success: true,
    statusCode: 200,
    ...(await answer(input as CallInput<C>)),
  });
  if (call.method === "GET" && !isOfPeople(call)) {
    const write = writerOf(jsonSchema(call.answer, "output"));
    app.ownCalls.add(call.path, async ({ origin, ...sent }) =>
      JSON.parse(write(await succeed({ ...readAddress(call, sent), origin, customer: null }))),
    );
  }
  app.route({
    method: call.method,
    url: call.path,
    ...bodyOptions(call),
    config: { call, ...(call.files && { bodyTimeoutMs: UPLOAD_TIMEOUT_MS }) },
    schema: {
      summary: call.summary,
      tags: [call.tag],
      ...(call.auth && { security: securityOf(call.auth) }),
      ...(call.params && { params: jsonSchema(call.params, "input") }),
      ...(call.query && { querystring: jsonSchema(call.query, "input") }),
      ...(call.body && { body: jsonSchema(call.body, "input") }),
      response: { 200: jsonSchema(call.answer, "output"), "4xx": failureSchema, "5xx": failureSchema },
    },
    // The schemas above document; reading is zod's, whose messages name the field and the way out.
    validatorCompiler: () => () => true,
    serializerCompiler: ({ schema }) => writerOf(schema),
    ...(call.auth === "session" && { onRequest: requireCustomer }),
    ...(call.auth === "optional" && { onRequest: noteCustomer }),
    handler: async (request, reply) => {
      // Nobody's to keep on the way.
      if (isOfPeople(call) || request.customer) reply.header("cache-control", "no-store");
      if (call.auth === "optional") reply.header("vary", "authorization");
      const address = readAddress(call, request);
      const sent: Partial<Form> = call.files
        ? await readMultipart(request, call.files, async () => {
            if (request.customer) await beforeFile?.(request.customer);
          })
        : { body: (request.body ?? {}) as Record<string, unknown> };
      try {
        const body = call.body && readInput(call.body, sent.body, "unprocessable");
        const customer = call.auth === "session" || call.auth === "optional" ? request.customer : undefined;
        const resetToken = call.auth === "reset" ? bearerOf(request) : undefined;
        const answered = await succeed({
          ...address,
          body,
          files: sent.files,
          customer,
          resetToken,
          origin: originOf(request),
          request,
        });
        // A refusal is not kept: it may be put right in the next moment.
        if (call.maxAge !== undefined) reply.header("cache-control", `public, max-age=${call.maxAge}`);
        return answered;
      } finally {
        if (sent.files) await dropFiles(sent.files);
      }
    },
  });
}

/** Whatever is about people is kept by nobody: not on the way, and in no page. */
function isOfPeople({ auth, tag }: Call): boolean {
  return (auth !== undefined && auth !== "optional") || tag === "Accounts";
}

/** How the documentation says who may call. */
function securityOf(auth: NonNullable<Call["auth"]>): Record<string, string[]>[] {
  return auth === "optional" ? [{}, { session: [] }] : [{ [auth]: [] }];
}

function readAddress(call: Call, sent: { params: unknown; query: unknown }) {
  return {
    params: call.params && readInput(call.params, sent.params, "notFound"),
    query: call.query && readInput(call.query, sent.query, "badRequest"),
  };
}

function bodyOptions(call: Call): Pick<RouteShorthandOptions, "bodyLimit"> {
  if (!call.files) return { bodyLimit: MAX_JSON_BYTES };
  const files = Object.values(call.files).reduce((sum, { maxBytes }) => sum + maxBytes, 0);
  // Room for the texts and boundaries; and a file that is only a little too large is told so by its own name.
  return { bodyLimit: files * 2 + 1024 * 1024 };
}
