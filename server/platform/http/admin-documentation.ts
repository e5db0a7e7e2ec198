import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import type { AdminEndpoint } from "../../../contract/admin/endpoint.ts";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import { adminOrder } from "../../../contract/admin/orders.ts";
import { PERMISSIONS } from "../../../contract/admin/permissions.ts";
import { adminProduct, adminSize } from "../../../contract/admin/products.ts";
import { picture } from "../../../contract/pictures.ts";
import { describeRepeat, errorResponses, fileResponse, multipartBody, statusesOfKey } from "./documented-parts.ts";
import { documentedInput, jsonSchema } from "./json-schemas.ts";
import { namingSchemas } from "./name-schemas.ts";
import { requireStaff } from "./staff-sessions.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Set for a route of the back office's contract. */
    adminEndpoint?: AdminEndpoint;
  }
}

const NAMES = new Map(Object.entries<AdminEndpoint>(adminEndpoints).map(([name, endpoint]) => [endpoint, name]));

/** Types of generated clients, besides those of each operation. */
const NAMED_SCHEMAS = { Order: adminOrder, Picture: picture, Product: adminProduct, Size: adminSize };

/** Serves the OpenAPI document of the back office at `/admin/api/docs/json`, to staff alone. */
export async function adminDocumentation(admin: FastifyInstance): Promise<void> {
  await admin.register(swagger, {
    openapi: {
      info: {
        title: "Back office API",
        description:
          "For signed-in staff, and for programs with a token: `Authorization: Bearer shop_…`. Amounts are rupees. A write of staff names the shop's own origin in `Origin`. Errors have the shape {success: false, statusCode, code, message, errors?}; decide by `code`.",
        version: "1.0.0",
      },
      servers: [{ url: "/" }],
      components: {
        securitySchemes: {
          session: { type: "apiKey", in: "cookie", name: "staff_session" },
          token: { type: "http", scheme: "bearer" },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const endpoint = route.config?.adminEndpoint;
      if (!schema || schema.hide || !endpoint) return { schema, url };
      const { response: _, ...rest } = schema;
      const { body, ...input } = documentedInput(endpoint);
      const repeat = describeRepeat(endpoint);
      const reply = endpoint.response && jsonSchema(endpoint.response, "output");
      return {
        url,
        schema: {
          ...rest,
          ...input,
          operationId: NAMES.get(endpoint),
          ...(endpoint.files
            ? { body: multipartBody((body ?? {}) as object, endpoint.files) }
            : body !== undefined && { body }),
          ...repeat,
          description: [accessOf(endpoint), repeat.description].filter(Boolean).join(" "),
          security:
            endpoint.permission === "anyone"
              ? []
              : [{ session: [] }, ...(isForTokens(endpoint) && !endpoint.stepUp ? [{ token: [] }] : [])],
          response: {
            200: endpoint.produces ? fileResponse(endpoint.produces) : { ...reply, description: "Done" },
            ...errorResponses(statusesOf(endpoint)),
          },
        },
      };
    },
    transformObject: namingSchemas(NAMED_SCHEMAS),
  });
  admin.get(
    "/docs/json",
    { schema: { hide: true }, onRequest: requireStaff("signed_in", { stepUp: false, isUse: true }) },
    async () => admin.swagger(),
  );
}

function accessOf({ permission, stepUp }: AdminEndpoint): string {
  if (permission === "anyone") return "Before a sign-in.";
  const who = permission === "signed_in" ? "All staff" : `Permission \`${permission}\`: ${PERMISSIONS[permission]}`;
  return stepUp ? `${who}; with a recent second factor.` : `${who}.`;
}

const isForTokens = ({ permission, needsMember }: AdminEndpoint) =>
  permission !== "anyone" && permission !== "signed_in" && !needsMember;

function statusesOf(endpoint: AdminEndpoint): number[] {
  const { method, permission, params, body, accepts, files, repeat, errorStatuses = [] } = endpoint;
  const reads = method === "GET";
  return [
    400,
    ...(permission === "anyone" ? [] : [401]),
    ...(permission === "anyone" && reads ? [] : [403]),
    ...(params ? [404] : []),
    ...(reads ? [] : [408, 413, 415]),
    ...(body || accepts || files ? [422] : []),
    ...statusesOfKey(repeat),
    ...errorStatuses.filter((status) => status !== 429 || !isForTokens(endpoint)),
    // Requests with API tokens have a rate limit.
    ...(isForTokens(endpoint) ? [429] : []),
    500,
    503,
  ];
}
