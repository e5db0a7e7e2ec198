import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, expect, it } from "vitest";
import { precompress } from "./precompress.ts";

const folder = mkdtempSync(join(tmpdir(), "precompress-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("puts compressed copies next to texts, and none next to pictures and files that do not get smaller", async () => {
  const script = "export const words = 1;\n".repeat(100);
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "assets/app.js"), script);
  writeFileSync(join(folder, "assets/rose.webp"), script);
  writeFileSync(join(folder, "robots.txt"), "a");

  await precompress(folder);

  expect(readdirSync(join(folder, "assets")).sort()).toEqual(["app.js", "app.js.br", "app.js.gz", "rose.webp"]);
  expect(brotliDecompressSync(readFileSync(join(folder, "assets/app.js.br"))).toString()).toBe(script);
  expect(gunzipSync(readFileSync(join(folder, "assets/app.js.gz"))).toString()).toBe(script);
  expect(readdirSync(folder).sort()).toEqual(["assets", "robots.txt"]);
});
