/** Parses request bodies; errors have the API's own words. */

import { z } from "zod";
import { RazorpayError } from "./errors.ts";

/** At most 15 pairs of 256 characters each. An empty set may be a list. */
export const notes = z.union(
  [
    z
      .record(z.string().max(256), z.coerce.string().max(256))
      .refine(
        (pairs) => Object.keys(pairs).length <= 15,
        "Number of fields in notes should be less than or equal to 15.",
      ),
    z.tuple([]).transform((): Record<string, string> => ({})),
  ],
  "Notes must be pairs of a key and a value, of 256 characters each at most.",
);

/** @throws RazorpayError naming the first invalid field */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const read = schema.safeParse(body ?? {});
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  if (issue?.code === "unrecognized_keys")
    throw RazorpayError.invalid(`${issue.keys.join(", ")} is/are not required and should not be sent`);
  const field = issue?.path.join(".") ?? "";
  const missing = issue?.code === "invalid_type" && /received undefined/.test(issue.message);
  const name = String(issue?.path.at(-1) ?? "").replaceAll("_", " ");
  throw RazorpayError.invalid(missing ? `The ${name} field is required.` : (issue?.message ?? ""), field || undefined);
}
