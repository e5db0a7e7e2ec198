/** Parses and writes lists in JSON files, and the fields that they share. Pure. */

import { z } from "zod";
import { cleanLine } from "../../../contract/text.ts";
import { notJson } from "../../base/not-json.ts";
import { type ContentProblem, problemAt, problemOf } from "./content-problem.ts";

export interface ListFormat<Entry> {
  entry: z.ZodType<Entry>;
  /** The name of an entry in messages. */
  noun: string;
  maxEntries: number;
}

// JSON can write characters that the database rejects, as "\\u0000".
const text = () => z.string("must be a text").overwrite(cleanLine).trim();
export const line = (max: number) => text().min(1, "must not be empty").max(max, `must have at most ${max} characters`);
export const optional = (max: number) => text().max(max, `must have at most ${max} characters`).default("");
export const link = line(500).regex(
  /^(\/(?!\/)\S*|https:\/\/\S+)$/,
  "must be a path of the shop such as /category/perfumes, or a web address that begins with https://",
);
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `must be ${values.join(" or ")}`);

/** Reads every entry of a list, so that all its problems are reported at once. */
export function readJsonList<Entry>(
  file: string,
  text: string,
  { entry, noun, maxEntries }: ListFormat<Entry>,
): { value: Entry[]; problems: ContentProblem[] } {
  const parsed = parseJson(text.replace(/^\uFEFF/, ""));
  if ("problem" in parsed) return { value: [], problems: [problemOf(file, parsed.problem)] };
  if (!Array.isArray(parsed.value))
    return { value: [], problems: [problemOf(file, "must be a list in square brackets")] };
  if (parsed.value.length > maxEntries)
    return { value: [], problems: [problemOf(file, `has ${parsed.value.length} entries; at most ${maxEntries} fit`)] };
  const value: Entry[] = [];
  const problems: ContentProblem[] = [];
  parsed.value.forEach((item: unknown, index) => {
    const read = entry.safeParse(item);
    if (read.success) value.push(read.data);
    for (const { path, message, code, ...issue } of read.error?.issues ?? []) {
      const why =
        code === "unrecognized_keys" && "keys" in issue
          ? `there is no field ${(issue.keys as string[]).join(", ")}`
          : message;
      problems.push(problemAt({ file, noun }, [index, ...path], why));
    }
  });
  return { value, problems };
}

function parseJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: notJson(error) };
  }
}

export function writeList(entries: readonly object[]): string {
  return `${JSON.stringify(entries, null, 2)}\n`;
}
