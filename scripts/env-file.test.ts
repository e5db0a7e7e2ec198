import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readEnvFile } from "../server/operations/setup/env-file.ts";

function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "shop-env-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, ".env"), text);
  return join(folder, ".env");
}

it("adds missing variables to the environment", () => {
  const environment: Record<string, string | undefined> = { PORT: "4000" };
  const file = fileOf('\uFEFF# the shop\r\nPORT=3001\r\nSHOP_NAME="Rose & Co"\r\nDATABASE_URL=postgres://a:b@c/d\r\n');
  expect(readEnvFile(file, environment)).toEqual([]);
  expect(environment).toEqual({ PORT: "4000", SHOP_NAME: "Rose & Co", DATABASE_URL: "postgres://a:b@c/d" });
});

it("reports unknown names", () => {
  const file = fileOf("PROT=3001\nNODE_ENV=production\n");
  expect(readEnvFile(file, {})).toEqual([`${file} sets PROT, which is no setting; npm run settings lists them.`]);
});

it("may be missing", () => {
  expect(readEnvFile(join(tmpdir(), "no-such-folder", ".env"), {})).toEqual([]);
});
