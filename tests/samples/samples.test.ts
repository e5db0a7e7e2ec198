import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readSample } from "./read.ts";
import { SAMPLES } from "./samples.ts";

it.each(SAMPLES)("$file is read: $imitates", async ({ file, kind, mapping, result }) => {
  expect(await readSample(kind, readFileSync(`tests/samples/${file}`), mapping)).toEqual(result);
});

it("every sample is read", () => {
  const files = readdirSync("tests/samples", { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".ts"))
    .map(({ name }) => name);
  expect(files).toEqual(SAMPLES.map(({ file }) => file).sort());
});
