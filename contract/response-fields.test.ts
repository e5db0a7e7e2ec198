import { describe, expect, it } from "vitest";
import { z } from "zod";
import * as mini from "zod/mini";
import { responseFields } from "./response-fields.ts";
import { textField } from "./text.ts";

const fields = {
  title: textField({ max: 5, pattern: /^[a-z]+$/, error: "Five letters." }),
  months: mini.int().check(mini.lte(12)),
  barcode: mini.optional(mini.nullable(textField({ max: 3, error: "Three." }))),
  notes: mini._default(mini.array(textField({ max: 5, error: "Five." })).check(mini.maxLength(1)), []),
  claims: mini.array(mini.object({ body: textField({ max: 5, error: "Five." }), url: mini.optional(mini.string()) })),
  unit: mini.enum(["ml", "g"]),
};
const read = mini.object(responseFields(fields));
const VALUES = {
  title: " Above the limit ",
  months: 13,
  barcode: null,
  notes: ["beyond", "the limit"],
  claims: [{ body: "a certifier" }],
  unit: "ml",
};

describe("what is read of the fields of a request", () => {
  it("has their types without their limits, and changes no text", () => {
    expect(read.parse(VALUES)).toEqual(VALUES);
    expect(JSON.stringify(z.toJSONSchema(read))).not.toMatch(/max|pattern/);
  });

  it.each(Object.keys(fields))("has %s always, also where a request may lack it", (name) => {
    expect(read.safeParse({ ...VALUES, [name]: undefined }).success).toBe(false);
  });

  it.each([
    ["title", 1],
    ["months", "1"],
    ["notes", [1]],
    ["claims", [{}]],
    ["unit", "kg"],
  ])("has no %s of another type", (name, value) => {
    expect(read.safeParse({ ...VALUES, [name]: value }).success).toBe(false);
  });

  it("is not guessed for a field of a type without a plain value", () => {
    expect(() => responseFields({ at: mini.date() })).toThrow("a field of the type date cannot be read as it is set");
  });
});
