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
    },
  });
  await api.register(swaggerUi, { routePrefix: "/docs", staticCSP: true });
}
