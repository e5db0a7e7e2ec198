import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";
import { expect, it } from "vitest";
import { unpackWoff } from "./woff.ts";

const { resolve } = createRequire(import.meta.url);

it("has the same letters unpacked", () => {
  const packed = readFileSync(resolve("@fontsource/figtree/files/figtree-latin-400-normal.woff"));
  const unpacked = unpackWoff(packed);
  expect(unpacked.readUInt32BE(0)).toBe(0x00010000);
  const [before, after] = [create(packed) as Font, create(unpacked) as Font];
  expect(after.postscriptName).toBe(before.postscriptName);
  expect(after.characterSet).toEqual(before.characterSet);
  expect(after.layout("Kewra 1,234").advanceWidth).toBe(before.layout("Kewra 1,234").advanceWidth);
});

it("rejects another format", () => {
  expect(() => unpackWoff(Buffer.from("wOF2 and more"))).toThrow("no WOFF");
});
