import { expect, it } from "vitest";
import * as z from "zod/mini";
import type { ApiError } from "../../base/errors.ts";
import { requireKnownFields } from "./read-input.ts";

const schema = z.object({
  lines: z.optional(z.array(z.object({ position: z.number() }))),
  values: z.record(z.string(), z.string()),
  address: z._default(z.nullable(z.object({ city: z.string() })), null),
});

const fieldsOf = (value: unknown) => {
  try {
    requireKnownFields(schema, value);
    return [];
  } catch (error) {
    return (error as ApiError).errors?.map(({ field }) => field);
  }
};

it("fields that a schema has are known, at any depth, and those of a record", () => {
  expect(fieldsOf({ lines: [{ position: 1 }], values: { anything: "x" }, address: { city: "Kannauj" } })).toEqual([]);
  expect(fieldsOf({ values: {}, address: null })).toEqual([]);
  expect(fieldsOf("text")).toEqual([]);
});

it("other fields are named with their place", () => {
  const value = JSON.parse(
    '{"lines":[{"position":1},{"at":2}],"address":{"town":"Kannauj"},"__proto__":{},"toString":1}',
  );
  expect(fieldsOf(value)).toEqual(["lines.1.at", "address.town", "__proto__", "toString"]);
});
