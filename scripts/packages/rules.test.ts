import { expect, it } from "vitest";
import { findProblems } from "./rules.ts";

const sound = { version: "1.0.0", license: "MIT", integrity: "sha512-x" };

it.each([
  [
    "a licence that asks for more than a notice",
    "node_modules/a",
    { ...sound, license: "GPL-3.0-only" },
    /a 1\.0\.0 has the licence GPL-3\.0-only/,
  ],
  [
    "a licence that other packages may have",
    "node_modules/a",
    { ...sound, license: "OFL-1.1" },
    /has the licence OFL-1\.1/,
  ],
  [
    "no licence",
    "node_modules/a/node_modules/b",
    { version: "1.0.0", integrity: "sha512-x" },
    /b 1\.0\.0 has the licence none/,
  ],
  ["a program that runs at its installation", "node_modules/a", { ...sound, hasInstallScript: true }, /runs a program/],
  [
    "a platform that is left out",
    "node_modules/a",
    { ...sound, optionalDependencies: { sound: "1.0.0", "a-darwin-arm64": "1.0.0" } },
    /^a-darwin-arm64, which a needs on its platform, is not in package-lock\.json/,
  ],
  ["no checksum", "node_modules/a", { version: "1.0.0", license: "MIT" }, /has no checksum/],
])("a package with %s is found", (_, path, locked, problem) => {
  expect(findProblems({ "": sound, "node_modules/sound": sound, [path]: locked })).toEqual([
    expect.stringMatching(problem),
  ]);
});

it("a package whose licences are all allowed is none", () => {
  expect(
    findProblems({ "node_modules/@img/sharp-x": { ...sound, license: "Apache-2.0 AND LGPL-3.0-or-later" } }),
  ).toEqual([]);
});
