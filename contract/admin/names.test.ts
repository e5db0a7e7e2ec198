import { expect, it } from "vitest";
import * as z from "zod/mini";
import { CASH_TABS } from "./cash.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { adminEndpoints } from "./endpoints.ts";
import { ORDER_TABS } from "./orders.ts";
import { PRODUCT_TABS } from "./products.ts";

/** Counts are under the name of their tab, which is a value. */
const TABS: readonly string[] = [...ORDER_TABS, ...CASH_TABS, ...PRODUCT_TABS];

const namesOf = (schema: unknown): string[] =>
  typeof schema !== "object" || schema === null
    ? []
    : [
        ...Object.keys("properties" in schema ? (schema.properties as object) : {}),
        ...Object.values(schema).flatMap(namesOf),
      ];

it("the back office's API names its fields in camelCase, except those of the specification's identifier, address and item", () => {
  const schemas = Object.values<AdminEndpoint>(adminEndpoints).flatMap(({ params, query, body, response }) =>
    [params, query, body, response].filter((schema) => schema !== undefined),
  );
  const names = schemas.flatMap((schema) => namesOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })));
  const others = names.filter((name) => !/^[a-z][a-zA-Z0-9]*$/.test(name) && !TABS.includes(name));
  expect(new Set(others)).toEqual(new Set(["_id", "mobile_no", "variant_id"]));
});
