import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { hashOfAll, readFunctions, VERSION_FILE } from "./function-files.ts";

it("the version of the function files counts their last change", () => {
  const { version, hash } = JSON.parse(readFileSync(VERSION_FILE, "utf8"));
  expect(version).toBeGreaterThan(0);
  expect(hash, "a function file has changed: run npm run db:functions").toBe(hashOfAll(readFunctions().files));
});
