import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from "fastify";
import type { z } from "zod";
import type { Endpoint } from "../../contract/endpoint.ts";
import { errorResponse } from "../../contract/responses.ts";
import { UPLOAD_TIMEOUT_MS } from "./connections.ts";
import { jsonSchema, writerOf } from "./json-schemas.ts";
import { dropFiles, type Form, readMultipart, type UploadedFile, type UploadedOnDisk } from "./multipart.ts";
import { originOf } from "./origin.ts";
import { readInput } from "./read-input.ts";
import { bearerOf, type Customer, noteCustomer, requireCustomer } from "./sessions.ts";

type Output<Schema> = Schema extends z.core.$ZodType ? z.output<Schema> : undefined;

type Uploaded<File> = File extends { toDisk: true } ? UploadedOnDisk : UploadedFile;

export interface EndpointInput<C extends Endpoint> {
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
export type EndpointResult<C extends Endpoint> = Omit<z.input<C["response"]>, "success" | "statusCode">;

/** Forms are small; a call that takes files says itself how large they may be. */
const MAX_JSON_BYTES = 64 * 1024;
const errorSchema = jsonSchema(errorResponse, "output");

/**
 * Serves one call of the contract: asks who calls before anything is read, reads parameters, query and body by their schemas,
 * hands them to `answer`, and writes the answer by its schema, so that a field that the contract does not list is never sent.
 * @param options.beforeFile consumes a customer's rate limit before the bytes of a file are received
 */
export function handle<C extends Endpoint>(
  app: FastifyInstance,
  endpoint: C,
  response: (input: EndpointInput<C>) => Promise<EndpointResult<C>>,
  { beforeFile }: { beforeFile?: (customer: Customer) => Promise<void> } = {},
): void {
  const succeed = async (input: object) => ({
    success: true,
    statusCode: 200,
    ...(await response(input as EndpointInput<C>)),
  });
  if (endpoint.method === "GET" && !isOfPeople(endpoint)) {
    const write = writerOf(jsonSchema(endpoint.response, "output"));
    app.inProcessClient.add(endpoint.path, async ({ origin, ...sent }) =>
      JSON.parse(write(await succeed({ ...readPathAndQuery(endpoint, sent), origin, customer: null }))),
    );
  }
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...bodyOptions(endpoint),
    config: { endpoint, ...(endpoint.files && { bodyTimeoutMs: UPLOAD_TIMEOUT_MS }) },
    schema: {
      summary: endpoint.summary,
      tags: [endpoint.tag],
      ...(endpoint.auth && { security: securityOf(endpoint.auth) }),
      ...(endpoint.params && { params: jsonSchema(endpoint.params, "input") }),
      ...(endpoint.query && { querystring: jsonSchema(endpoint.query, "input") }),
      ...(endpoint.body && { body: jsonSchema(endpoint.body, "input") }),
      response: { 200: jsonSchema(endpoint.response, "output"), "4xx": errorSchema, "5xx": errorSchema },
    },
    // The schemas above document; reading is zod's, whose messages name the field and the way out.
    validatorCompiler: () => () => true,
    serializerCompiler: ({ schema }) => writerOf(schema),
    ...(endpoint.auth === "session" && { onRequest: requireCustomer }),
    ...(endpoint.auth === "optional" && { onRequest: noteCustomer }),
    handler: async (request, reply) => {
      // Nobody's to keep on the way.
      if (isOfPeople(endpoint) || request.customer) reply.header("cache-control", "no-store");
      if (endpoint.auth === "optional") reply.header("vary", "authorization");
      const address = readPathAndQuery(endpoint, request);
      const sent: Partial<Form> = endpoint.files
        ? await readMultipart(request, endpoint.files, async () => {
            if (request.customer) await beforeFile?.(request.customer);
          })
        : { body: (request.body ?? {}) as Record<string, unknown> };
      try {
        const body = endpoint.body && readInput(endpoint.body, sent.body, "unprocessable");
        const customer = endpoint.auth === "session" || endpoint.auth === "optional" ? request.customer : undefined;
        const resetToken = endpoint.auth === "reset" ? bearerOf(request) : undefined;
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
        if (endpoint.maxAge !== undefined) reply.header("cache-control", `public, max-age=${endpoint.maxAge}`);
        return answered;
      } finally {
        if (sent.files) await dropFiles(sent.files);
      }
    },
  });
}

/** Whatever is about people is kept by nobody: not on the way, and in no page. */
function isOfPeople({ auth, tag }: Endpoint): boolean {
  return (auth !== undefined && auth !== "optional") || tag === "Accounts";
}

/** How the documentation says who may call. */
function securityOf(auth: NonNullable<Endpoint["auth"]>): Record<string, string[]>[] {
  return auth === "optional" ? [{}, { session: [] }] : [{ [auth]: [] }];
}

function readPathAndQuery(endpoint: Endpoint, sent: { params: unknown; query: unknown }) {
  return {
    params: endpoint.params && readInput(endpoint.params, sent.params, "notFound"),
    query: endpoint.query && readInput(endpoint.query, sent.query, "badRequest"),
  };
}

function bodyOptions(endpoint: Endpoint): Pick<RouteShorthandOptions, "bodyLimit"> {
  if (!endpoint.files) return { bodyLimit: MAX_JSON_BYTES };
  const files = Object.values(endpoint.files).reduce((sum, { maxBytes }) => sum + maxBytes, 0);
  // Room for the texts and boundaries; and a file that is only a little too large is told so by its own name.
  return { bodyLimit: files * 2 + 1024 * 1024 };
}
