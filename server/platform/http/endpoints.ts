import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import { z } from "zod";
import { type Endpoint, isPurgeable } from "../../../contract/endpoint.ts";
import { errorResponse } from "../../../contract/errors.ts";
import { UPLOAD_TIMEOUT_MS } from "./connections.ts";
import { hashOf, isNotModified } from "./etag.ts";
import { serializerCompiler, writerOf } from "./json-schemas.ts";
import { deleteUploadedFiles, type Form, readMultipart, type UploadedFile, type UploadedOnDisk } from "./multipart.ts";
import { originOf } from "./origin.ts";
import { readInput } from "./read-input.ts";
import type { FinishedResponse, ResponseCache } from "./response-cache.ts";
import { isPartial, topicsOf } from "./response-topics.ts";
import { bearerToken, type Customer, readCustomer, requireCustomer } from "./sessions.ts";

type Output<Schema> = Schema extends z.core.$ZodType ? z.output<Schema> : undefined;

type Uploaded<File> = File extends { toDisk: true } ? UploadedOnDisk : UploadedFile;

export interface EndpointInput<C extends Endpoint> {
  params: Output<C["params"]>;
  query: Output<C["query"]>;
  body: Output<C["body"]>;
  /** The uploaded files by part name. */
  files: C["files"] extends object ? Partial<{ [Name in keyof C["files"]]: Uploaded<C["files"][Name]> }> : undefined;
  /** The logged-in customer; null for a guest, if the endpoint has `auth: "optional"`. */
  customer: C["auth"] extends "session" ? Customer : C["auth"] extends "optional" ? Customer | null : undefined;
  /** The bearer token of an endpoint with `auth: "reset"`; empty when none was sent. */
  resetToken: C["auth"] extends "reset" ? string : undefined;
  /** The shop's origin as in the client's request: `https://shop.example`. */
  origin: string;
  /** Whether the response must not miss what the customer has just written (`Cache-Control: no-cache` in a session). */
  latest: boolean;
  /** Undefined for public endpoints, which the shop also calls in process. */
  request: C extends { public: true } ? undefined : FastifyRequest;
}

/** What a handler returns: the response without the envelope's constants. */
export type EndpointResult<C extends Endpoint> = Omit<z.input<C["response"]>, "success" | "statusCode">;

declare module "fastify" {
  interface FastifyInstance {
    /** The cache for responses of public endpoints. */
    responseCache: ResponseCache;
  }
}

/** Maximum body of an endpoint without files; file parts have their own limits. */
export const MAX_JSON_BYTES = 64 * 1024;
const JSON_TYPE = "application/json; charset=utf-8";
const NO_CACHE = /(?:^|[\s,])no-cache(?:$|[\s,])/i;

/**
 * Serves an endpoint of the contract: authenticates before anything is read, validates parameters, query and body, calls `response` and
 * serialises its result by the schema, so that a field outside the contract is never sent.
 * @param options.beforeFile consumes a customer's rate limit before the bytes of a file are received
 */
export function handle<C extends Endpoint>(
  app: FastifyInstance,
  endpoint: C,
  response: (input: EndpointInput<C>) => Promise<EndpointResult<C>>,
  { beforeFile }: { beforeFile?: (customer: Customer) => Promise<void> } = {},
): void {
  const toResponse = async (input: object) => ({
    success: true,
    statusCode: 200,
    ...(await response(input as EndpointInput<C>)),
  });
  if (endpoint.public) {
    // Parsing removes fields outside the contract, as the serialiser does over HTTP.
    app.inProcessClient.add(endpoint, async ({ origin, ...sent }) =>
      z.parse(
        endpoint.response,
        await toResponse({ ...readPathAndQuery(endpoint, sent), origin, customer: null, latest: false }),
      ),
    );
  }
  const write = writerOf(endpoint.response);

  /** Responds to a guest, from the cache if possible. */
  async function sendShared(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { responseCache } = app;
    const pathAndQuery = readPathAndQuery(endpoint, request);
    const origin = originOf(request);
    const key = `${origin}${endpoint.path} ${JSON.stringify(pathAndQuery)}`;
    const render = async (): Promise<FinishedResponse> => {
      const made = await toResponse({ ...pathAndQuery, origin, customer: null, latest: false });
      const body = Buffer.from(write(made));
      const topics = topicsOf(endpoint, pathAndQuery.query as Record<string, unknown>, made);
      const isWhole = !isPartial(endpoint, made);
      return { status: 200, headers: { "content-type": JSON_TYPE }, hash: hashOf(body), body, isWhole, topics };
    };
    const response = responseCache.find(key) ?? (await responseCache.render(key, render));
    reply.headers(response.headers);
    return isNotModified(request, reply, response.hash) ? reply.send() : reply.send(response.body);
  }

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...bodyOptions(endpoint),
    config: { endpoint, ...(endpoint.files && { bodyTimeoutMs: UPLOAD_TIMEOUT_MS }) },
    schema: {
      summary: endpoint.summary,
      tags: [endpoint.tag],
      security: endpoint.auth ? securityOf(endpoint.auth) : [],
      response: { 200: endpoint.response, "4xx": errorResponse, "5xx": errorResponse },
    },
    serializerCompiler,
    ...(endpoint.auth === "session" && { onRequest: requireCustomer }),
    ...((endpoint.auth === "optional" || isPurgeable(endpoint)) && { onRequest: readCustomer }),
    handler: async (request, reply) => {
      // Customers get no cached response, even if nothing in it is personal: the author of a review sees it at once.
      if (isPurgeable(endpoint) && !request.customer) return sendShared(request, reply);
      reply.header("cache-control", "no-store");
      const pathAndQuery = readPathAndQuery(endpoint, request);
      const sent: Partial<Form> = endpoint.files
        ? await readMultipart(request, endpoint.files, async () => {
            if (request.customer) await beforeFile?.(request.customer);
          })
        : { body: (request.body ?? {}) as Record<string, unknown> };
      try {
        const body = endpoint.body && readInput(endpoint.body, sent.body, "invalid_input");
        const customer = endpoint.auth === "session" || endpoint.auth === "optional" ? request.customer : undefined;
        const resetToken = endpoint.auth === "reset" ? bearerToken(request) : undefined;
        const respond = () =>
          toResponse({
            ...pathAndQuery,
            body,
            files: sent.files,
            customer,
            resetToken,
            origin: originOf(request),
            latest: request.customer !== null && NO_CACHE.test(request.headers["cache-control"] ?? ""),
            request,
          });
        if (endpoint.repeat) {
          const actor = customer ? `customer ${customer.id}` : "anyone";
          const { repeat } = endpoint;
          return await app.repeatedRequests.once(
            {
              request,
              reply,
              repeat,
              actor,
              body: endpoint.body && sent.body,
              ...(sent.files && { files: sent.files }),
            },
            async () => write(await respond()),
          );
        }
        const body200 = await respond();
        // Errors are not cached, because the next request may succeed.
        if (endpoint.maxAge !== undefined) reply.header("cache-control", `public, max-age=${endpoint.maxAge}`);
        return body200;
      } finally {
        if (sent.files) await deleteUploadedFiles(sent.files);
      }
    },
  });
}

/** The endpoint's security requirement in OpenAPI. */
function securityOf(auth: NonNullable<Endpoint["auth"]>): Record<string, string[]>[] {
  return auth === "optional" ? [{}, { session: [] }] : [{ [auth]: [] }];
}

export function readPathAndQuery(
  endpoint: Pick<Endpoint, "params" | "query">,
  sent: { params: unknown; query: unknown },
) {
  return {
    params: endpoint.params && readInput(endpoint.params, sent.params, "not_found"),
    query: endpoint.query && readInput(endpoint.query, sent.query, "bad_request"),
  };
}

function bodyOptions(endpoint: Endpoint): Pick<RouteShorthandOptions, "bodyLimit"> {
  if (!endpoint.files) return { bodyLimit: MAX_JSON_BYTES };
  const files = Object.values(endpoint.files).reduce((sum, { maxBytes }) => sum + maxBytes, 0);
  // Leaves room for fields and boundaries, and for a file just above its own limit, whose error names it.
  return { bodyLimit: files * 2 + 1024 * 1024 };
}
