import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { address, user } from "../../../contract/accounts/schemas.ts";
import { appliedOffer, cartItem } from "../../../contract/cart/schemas.ts";
import { category, categoryLink, product, productSummary, variant } from "../../../contract/catalogue/schemas.ts";
import { type Endpoint, isPurgeable } from "../../../contract/endpoint.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { orderReturn } from "../../../contract/orders/returns.ts";
import { orderDetail, orderItem, orderSummary } from "../../../contract/orders/schemas.ts";
import { picture } from "../../../contract/pictures.ts";
import { review } from "../../../contract/reviews/schemas.ts";
import { describeRepeat, documentedStatuses, errorResponses, fileResponse, multipartBody } from "./documented-parts.ts";
import { documentedInput, jsonSchema } from "./json-schemas.ts";
import { namingSchemas } from "./name-schemas.ts";

interface Documented {
  /** Further error statuses. */
  errorStatuses: readonly number[];
  /** The content type of a response that is not JSON. */
  produces?: string;
  /** Schemas of body and headers that the contract lacks. */
  schema?: Record<string, unknown>;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Set for a route of the contract. */
    endpoint?: Endpoint;
    /** Describes a route outside the contract. */
    documented?: Documented;
  }
}

const NAMES = new Map(Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => [endpoint, name]));

/** Types of generated clients, besides those of each operation. */
const NAMED_SCHEMAS = {
  Address: address,
  AppliedOffer: appliedOffer,
  CartItem: cartItem,
  Category: category,
  CategoryLink: categoryLink,
  Order: orderDetail,
  OrderItem: orderItem,
  OrderReturn: orderReturn,
  OrderSummary: orderSummary,
  Picture: picture,
  Product: product,
  ProductSummary: productSummary,
  Review: review,
  Size: variant,
  User: user,
};

/**
 * The policy of the documentation page, which has inline styles. Swagger UI's own policy makes browsers fetch its files by https, which
 * leaves the page blank if the shop is reached by http under a name other than localhost.
 */
const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * Serves the API's documentation at `/api/docs` and the OpenAPI document at `/api/docs/json`, both generated from the contract. The
 * storefront's scripts reveal as much, so a live shop serves them, too.
 */
export async function documentation(api: FastifyInstance): Promise<void> {
  await api.register(swagger, {
    openapi: {
      info: {
        title: "Shop API",
        description:
          "Prices are rupees. Every error has the shape {success: false, statusCode, code, message, errors?}; decide by `code`, whose values each status lists. A request that cannot be parsed gets 400, or 431 if its URL and headers exceed 16 KB. Every write says what a repeat does; where it takes an Idempotency-Key, send a new one with each act and the same one when a response was lost.",
        version: "1.0.0",
      },
      servers: [{ url: "/" }],
      components: {
        securitySchemes: {
          session: { type: "http", scheme: "bearer", description: "The token in the response of a login." },
          reset: {
            type: "http",
            scheme: "bearer",
            description: "The token that /user/verify returns, or the one in the mailed link.",
          },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const { endpoint, documented } = route.config ?? {};
      if (!schema || schema.hide || !(endpoint || documented)) return { schema, url };
      const { response: _, ...rest } = schema;
      const { body, ...input } = endpoint ? documentedInput(endpoint) : {};
      const reply = documented?.produces
        ? fileResponse(documented.produces)
        : { ...(endpoint ? jsonSchema(endpoint.response, "output") : { type: "object" }), description: "Done" };
      return {
        url,
        schema: {
          ...rest,
          ...input,
          ...(endpoint && { operationId: NAMES.get(endpoint), ...describeRepeat(endpoint) }),
          ...documented?.schema,
          ...(endpoint?.files
            ? { body: multipartBody((body ?? {}) as object, endpoint.files) }
            : body !== undefined && { body }),
          response: {
            200: reply,
            ...(endpoint &&
              isPurgeable(endpoint) && { 304: { type: "null", description: "If-None-Match has its ETag" } }),
            ...errorResponses(endpoint ? documentedStatuses(endpoint) : (documented?.errorStatuses ?? [])),
          },
        },
      };
    },
    transformObject: namingSchemas(NAMED_SCHEMAS),
  });
  // The page's relative links need the slash at its end.
  api.addHook("onRequest", (request, reply, done) => {
    if (/^\/api\/docs(?:\?.*)?$/.test(request.url)) reply.redirect("/api/docs/", 308);
    else done();
  });
  await api.register(swaggerUi, { routePrefix: "/docs", staticCSP: POLICY });
}
