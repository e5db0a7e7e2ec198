import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { AdminEndpoint } from "../../../contract/admin/endpoint.ts";
import { isPermission } from "../../../contract/admin/permissions.ts";
import { errorResponse } from "../../../contract/errors.ts";
import { UPLOAD_TIMEOUT_MS } from "./connections.ts";
import { MAX_JSON_BYTES, readPathAndQuery } from "./endpoints.ts";
import { serializerCompiler, writerOf } from "./json-schemas.ts";
import { deleteUploadedFiles, type Form, readMultipart } from "./multipart.ts";
import { readInput, requireKnownFields } from "./read-input.ts";
import { requireStaff, type Staff } from "./staff-sessions.ts";

/** Fits the longest texts: 50 questions of a product with answers of 3,000 letters, of which an Indian script takes three bytes each. */
const MAX_STAFF_JSON_BYTES = 512 * 1024;

type Output<Schema> = Schema extends z.core.$ZodType ? z.output<Schema> : undefined;

export interface AdminInput<E extends AdminEndpoint> {
  params: Output<E["params"]>;
  query: Output<E["query"]>;
  body: Output<E["body"]>;
  /** The uploaded files, deleted once the response is sent. */
  files: Form["files"];
  staff: E["permission"] extends "anyone" ? null : Staff;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What a handler returns: the response's data, or the content of a file. */
export type AdminResult<E extends AdminEndpoint> = E["response"] extends z.core.$ZodType
  ? Omit<z.input<E["response"]>, "success" | "statusCode">
  : E["produces"] extends "application/pdf" | "application/zip" | "application/octet-stream" | "image/webp"
    ? Buffer
    : AsyncIterable<string>;

/**
 * Serves an endpoint of the back office: checks session, permission and second factor before anything is read, validates the request and
 * serialises the result by its schema.
 * @throws Error for an endpoint that names no permission
 */
export function handleAdmin<E extends AdminEndpoint>(
  admin: FastifyInstance,
  endpoint: E,
  respond: (input: AdminInput<E>) => Promise<AdminResult<E>>,
): void {
  const { method, path, permission, stepUp = false, needsMember = false, isBackground = false, produces } = endpoint;
  if (permission !== "anyone" && permission !== "signed_in" && !isPermission(permission))
    throw new Error(`${method} ${path} names no permission`);

  admin.route({
    method,
    url: path,
    bodyLimit: permission === "anyone" ? MAX_JSON_BYTES : MAX_STAFF_JSON_BYTES,
    config: {
      adminEndpoint: endpoint,
      ...((endpoint.files || endpoint.accepts) && { bodyTimeoutMs: UPLOAD_TIMEOUT_MS }),
    },
    schema: {
      summary: endpoint.summary,
      tags: [endpoint.tag],
      response: {
        ...(endpoint.response && { 200: endpoint.response }),
        "4xx": errorResponse,
        "5xx": errorResponse,
      },
    },
    serializerCompiler,
    ...(permission !== "anyone" && {
      onRequest: requireStaff(permission, { stepUp, needsMember, isUse: !isBackground }),
    }),
    handler: async (request, reply) => {
      const sent: Form = endpoint.files
        ? await readMultipart(request, endpoint.files)
        : { body: (request.body ?? {}) as Form["body"], files: {} };
      try {
        const body = readBody(endpoint, sent.body);
        // A mistyped filter would export, or change, everything.
        if (endpoint.query) requireKnownFields(endpoint.query, request.query, "bad_request");
        const { files } = sent;
        const input = { ...readPathAndQuery(endpoint, request), body, files, staff: request.staff, request, reply };
        const { repeat, response } = endpoint;
        if (!repeat || !response) return await send(await respond(input as AdminInput<E>), reply);
        const write = writerOf(response);
        return await admin.repeatedRequests.once(
          // A body that nothing reads may be a file's stream.
          { request, reply, repeat, actor: actorOf(request), body: endpoint.body && sent.body, files },
          async () => write({ success: true, statusCode: 200, ...(await respond(input as AdminInput<E>)) }),
        );
      } finally {
        await deleteUploadedFiles(sent.files);
      }
    },
  });

  function readBody({ accepts, body: schema }: AdminEndpoint, sent: unknown): unknown {
    if (accepts || !schema) return undefined;
    const body = readInput(schema, sent, "invalid_input");
    requireKnownFields(schema, sent);
    return body;
  }

  // The name of a token includes its id.
  const actorOf = ({ staff }: FastifyRequest) => {
    if (!staff) return "anyone";
    return staff.writable ? staff.name : `member ${staff.id}`;
  };

  function send(result: AdminResult<E>, reply: FastifyReply): unknown {
    if (Buffer.isBuffer(result) && produces) return reply.type(produces).send(result);
    if (produces) {
      reply.type(`${produces}; charset=utf-8`);
      return reply.send(Readable.from(result as AsyncIterable<string>));
    }
    return { success: true, statusCode: 200, ...result };
  }
}
