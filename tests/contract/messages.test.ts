/** No message of a library reaches a client, whatever value any field has. */

import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ApiError } from "../../server/base/errors.ts";
import { readInput } from "../../server/platform/http/read-input.ts";
import { allInputs, containersOf, fieldsOf, sampleOf, withValue } from "./inputs.ts";

const WRONG = [undefined, null, "", "x", "x".repeat(20_000), -1, 1.5, 1e300, true, [], ["a", "b"], {}, { a: 1 }];
const LIBRARY = /invalid|expected \w+, received|too (big|small)|unrecognized|pattern|undefined|null|\bnan\b/i;

const inputs = allInputs().filter(({ part }) => part !== "params");

function errorsOf(schema: z.core.$ZodType): { field: string; errors: { field: string; message: string }[] }[] {
  const sample = sampleOf(schema);
  return [...fieldsOf(schema), ...containersOf(schema)].flatMap(({ path }) =>
    WRONG.flatMap((value) => {
      try {
        readInput(schema, withValue(sample, path, value), "invalid_input");
        return [];
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return [{ field: path.join("."), errors: error.errors ?? [] }];
      }
    }),
  );
}

describe.each(inputs)("$endpoint.method $endpoint.path $part", ({ schema }) => {
  it("names the invalid field, in the shop's own words", () => {
    for (const { field, errors } of errorsOf(schema)) {
      expect(errors.length, field).toBeGreaterThan(0);
      for (const error of errors) {
        // A missing object is reported, or each of its fields.
        expect(error.field === field || error.field.startsWith(`${field}.`), `${error.field} for ${field}`).toBe(true);
        // The specification's messages about postal addresses have no full stop.
        expect(error.message).toMatch(/^[A-Za-z_].{8,}[\w.]$/);
        // "Invalid pincode" is the specification's.
        if (error.message !== "Invalid pincode") expect(error.message).not.toMatch(LIBRARY);
      }
    }
  });
});

describe("a field without its own message", () => {
  const schema = z.object({
    text: z.string().min(2).max(4).regex(/^a/),
    number: z.number().int().min(2).max(4).multipleOf(2),
    choice: z.enum(["a", "b", "c"]),
    always: z.literal("a"),
    list: z.array(z.string()).min(1).max(2),
    flag: z.boolean(),
    group: z.strictObject({ inner: z.optional(z.string()) }),
    either: z.union([z.string(), z.number()]),
  });
  const FINE = { text: "ab", number: 2, choice: "a", always: "a", list: ["a"], flag: true, group: {}, either: 1 };

  it.each([
    [{ text: undefined }, "text", "text is required."],
    [{ text: null }, "text", "text is required."],
    [{ text: 5 }, "text", "text must be a text."],
    [{ text: ["a", "b"] }, "text", "text must be given once, not as a list."],
    [{ text: "a" }, "text", "text must have at least 2 characters."],
    [{ text: "aaaaa" }, "text", "text must have at most 4 characters."],
    [{ text: "ba" }, "text", "text is not in the right form."],
    [{ number: "2" }, "number", "number must be a number."],
    [{ number: 2.5 }, "number", "number must be a whole number."],
    [{ number: 0 }, "number", "number must be at least 2."],
    [{ number: 6 }, "number", "number must be at most 4."],
    [{ number: 3 }, "number", "number must be a multiple of 2."],
    [{ choice: "d" }, "choice", "choice must be a, b or c."],
    [{ choice: undefined }, "choice", "choice is required."],
    [{ always: "b" }, "always", "always must be a."],
    [{ list: "a" }, "list", "list must be a list."],
    [{ list: [] }, "list", "list must have at least 1 entry."],
    [{ list: ["a", "b", "c"] }, "list", "list must have at most 2 entries."],
    [{ flag: "true" }, "flag", "flag must be true or false."],
    [{ group: "a" }, "group", "group must be a group of fields."],
    [{ group: { other: 1 } }, "group", "group has no other."],
    [{ either: true }, "either", "either is not in the right form."],
  ])("%j for %s: %s", (wrong, field, message) => {
    try {
      readInput(schema, { ...FINE, ...wrong }, "invalid_input");
      expect.unreachable();
    } catch (error) {
      expect((error as ApiError).errors).toEqual([{ field, message }]);
    }
  });
});
