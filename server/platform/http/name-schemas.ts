/** Moves schemas of an OpenAPI document into its components, so that generated clients have types with names. */

import type { SwaggerTransformObject } from "@fastify/swagger";
import type { z } from "zod";
import { jsonSchema } from "./json-schemas.ts";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

const REF = "#/components/schemas/";

/**
 * Names the body and responses of every operation after it (`AddToCartBody`, `AddToCartResponse`), its errors after their status
 * (`Error404`), and the `named` schemas of responses wherever they occur.
 */
export const namingSchemas =
  (named: Readonly<Record<string, z.core.$ZodType>>): SwaggerTransformObject =>
  (document) =>
    "openapiObject" in document ? nameSchemas(document.openapiObject as JsonObject, named) : document.swaggerObject;

function nameSchemas(document: JsonObject, named: Readonly<Record<string, z.core.$ZodType>>): JsonObject {
  const nameOf = new Map(
    Object.entries(named).map(([name, schema]) => [JSON.stringify(jsonSchema(schema, "output")), name]),
  );
  const schemas: JsonObject = {};

  const withNames = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(withNames);
    if (value === null || typeof value !== "object") return value;
    const name = nameOf.get(JSON.stringify(value));
    return name ? refTo(name, value) : eachOf(value, withNames);
  };

  function refTo(name: string, schema: JsonObject): Json {
    if (!(name in schemas)) {
      schemas[name] = null;
      schemas[name] = eachOf(schema, withNames);
    }
    return { $ref: REF + name };
  }

  /** Names the schemas of a body or response. */
  const ofContent = (part: JsonObject, name: string): JsonObject => {
    const content = part.content as Record<string, { schema?: JsonObject }> | undefined;
    if (!content) return part;
    const types = Object.entries(content).map(([type, { schema }]) => {
      const isObject = schema?.type === "object";
      return [type, { schema: schema && (isObject ? refTo(name, schema) : withNames(schema)) }];
    });
    return { ...part, content: Object.fromEntries(types) };
  };

  const ofOperation = (operation: JsonObject): JsonObject => {
    const id = pascalCase(String(operation.operationId));
    const body = operation.requestBody as JsonObject | undefined;
    const responses = Object.entries(operation.responses as Record<string, JsonObject>).map(([status, response]) => [
      status,
      ofContent(response, Number(status) < 400 ? `${id}Response` : `Error${status}`),
    ]);
    return {
      ...operation,
      ...(body && { requestBody: ofContent(body, `${id}Body`) }),
      responses: Object.fromEntries(responses),
    };
  };

  const paths = eachOf(document.paths as JsonObject, (operations) =>
    eachOf(operations as JsonObject, (operation) => ofOperation(operation as JsonObject)),
  );
  return { ...document, paths, components: { ...(document.components as JsonObject), schemas } };
}

const eachOf = (value: JsonObject, change: (part: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([key, part]) => [key, change(part)]));

const pascalCase = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
