/** The contract's text fields with malicious texts. The list of fields derives from the contract. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { cleanLine, cleanLines } from "../../contract/text.ts";
import { allInputs, fieldsOf, isText, sampleOf, withValue } from "./inputs.ts";

const CONTRACT = join(import.meta.dirname, "../../contract");

/** The schemas exported by the contract, including the storefront's forms. */
async function exportedSchemas(): Promise<[string, z.core.$ZodType][]> {
  const files = readdirSync(CONTRACT, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  const modules = await Promise.all(files.map((file) => import(join(CONTRACT, file)) as Promise<object>));
  return modules.flatMap((module) =>
    Object.entries(module).filter((entry): entry is [string, z.core.$ZodType] => entry[1] instanceof z.core.$ZodType),
  );
}

const inputs = allInputs().map(({ endpoint, part, schema }): [string, z.core.$ZodType] => [
  `${endpoint.method} ${endpoint.path} ${part}`,
  schema,
]);
const textFields = [...inputs, ...(await exportedSchemas())].flatMap(([name, schema]) =>
  fieldsOf(schema)
    .filter(isText)
    .map((field) => ({ name: `${name} ${field.path.join(".")}`, schema, field })),
);

const SIZE = 64 * 1024;
const filled = (piece: string) => piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE);
/** Texts on which a pattern may backtrack for long. */
const HOSTILE_TEXTS: Record<string, string> = {
  "dots between two @": `a@${filled(".")}@`,
  "dots after @": `a@a.${filled("a.")}@`,
  letters: filled("a"),
  "letters and an exclamation mark": `${filled("a")}!`,
  spaces: `a${filled(" ")}a`,
  hyphens: `${filled("a-")}!`,
  digits: `${filled("1")}x`,
  "digits and spaces": `${filled("1 ")}x`,
  "control characters": filled("\u0000a\r\n"),
  "halves of surrogate pairs": filled("\ud83d"),
  "combining marks": filled("e\u0301"),
  "joined emoji": filled("👩‍👩‍👧‍👧"),
  "letters whose capitals are longer": filled("ß"),
};

/** Processor time, which other programs do not affect. */
function processorMs(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

describe("every text field of the contract", () => {
  it("is found", () => {
    const names = textFields.map(({ name }) => name);
    for (const known of ["POST /newsletter body email", "GET /product query notes", "signupForm confirmPassword"])
      expect(names).toContain(known);
    expect(names.length).toBeGreaterThan(100);
  });

  it.each(Object.entries(HOSTILE_TEXTS))("validates 64 KB of %s within 50 ms", (_name, hostile) => {
    const slow = textFields.filter(({ schema, field: { path } }) => {
      const sample = withValue(sampleOf(schema), path, hostile);
      // The best of three, to measure only the field.
      const spent = () => processorMs(() => z.safeParse(schema, sample));
      return spent() > 50 && spent() > 50 && spent() > 50;
    });
    expect(slow.map(({ name }) => name)).toEqual([]);
  });
});

describe("every text that an endpoint accepts", () => {
  const sent = inputs.flatMap(([name, schema]) =>
    fieldsOf(schema)
      .filter(isText)
      .map((field) => ({ name: `${name} ${field.path.join(".")}`, schema, field })),
  );

  it("has a maximum length", () => {
    const unlimited = sent.filter(
      ({ schema, field: { path } }) => z.safeParse(schema, withValue(sampleOf(schema), path, filled("a"))).success,
    );
    expect(unlimited.map(({ name }) => name)).toEqual([]);
  });

  it("has no control characters and bidi overrides, or is rejected, except passwords", () => {
    const hostile = "\u0000\u001b[31m\u009b2J\u202e\u2066\ud800";
    const accepted = sent.filter(({ schema, field: { path } }) => {
      const sample = sampleOf(schema);
      const { data } = z.safeParse(schema, withValue(sample, path, `${valueAt(sample, path)}${hostile}a`));
      return textsIn(data).some((text) => /[^\P{Cc}\n]|\p{Cs}|[\u202a-\u202e\u2066-\u2069]/u.test(text));
    });
    expect(new Set(accepted.map(({ field }) => field.path.join(".")))).toEqual(
      new Set(["password", "currentPassword"]),
    );
  });

  it("is empty if nothing of it is visible", () => {
    for (const blank of ["\u200b", " \u200b\u200d ", "\u3164", "\u2800\ufeff", "\u00ad\n\u2060"])
      expect([cleanLine(blank), cleanLines(blank)]).toEqual(["", ""]);
  });

  it("preserves scripts, emoji and accents", () => {
    for (const written of ["Zoë O’Brien", "अनुराधा क्षत्रिय", "ஸ்ரீராம்", "👩‍👩‍👧 Rao", "a\u200db"])
      expect({ cleaned: cleanLine(written), lines: cleanLines(written) }).toEqual({ cleaned: written, lines: written });
    expect(cleanLine("two\r\nlines\tof \u202etext")).toBe("two lines of text");
    expect(cleanLines("two\r\nlines\tof \u202etext\u2028more")).toBe("two\nlines of text\nmore");
  });
});

function valueAt(sample: unknown, path: (string | number)[]): unknown {
  return path.reduce<unknown>((group, key) => (group as Record<string, unknown>)[key], sample);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
