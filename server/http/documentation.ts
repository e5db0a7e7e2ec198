import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";

/** The API's own documentation at `/api/docs`, written from the contract; `/api/docs/json` is the OpenAPI document. */
export async function documentation(api: FastifyInstance): Promise<void> {
  await api.register(swagger, {
    openapi: {
      info: {
        title: "Shop API",
        description: "Prices are rupees. Every failure has the shape {success: false, statusCode, message, errors?}.",
        version: "1.0.0",
      },
      components: {
        securitySchemes: {
          session: { type: "http", scheme: "bearer", description: "The token that logging in answers." },
          reset: {
            type: "http",
            scheme: "bearer",
            description: "The token that /user/verify answers, or the one in the mailed link.",
          },
        },
      },
    },
  });
  await api.register(swaggerUi, { routePrefix: "/docs", staticCSP: true });
}
