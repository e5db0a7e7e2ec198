import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const page = readFileSync("docs/triggers.md", "utf8");
const files = globSync("functions/*.sql", { cwd: import.meta.dirname });
const functions = files.map((file) => readFileSync(join(import.meta.dirname, file), "utf8")).join("\n");

/** The row of a function: what it does, and at a change of which tables. */
const rowOf = (name: string) =>
  page.split("\n").find((line) => line.startsWith("|") && line.includes(`\`${name}\``)) ?? "";

it("docs/triggers.md has a row for each function of the database", () => {
  const names = [...functions.matchAll(/CREATE OR REPLACE FUNCTION (\w+)/g)].map(([, name = ""]) => name);
  expect(names.filter((name) => rowOf(name) === "")).toEqual([]);
  expect(names.length).toBeGreaterThan(20);
});

it("docs/triggers.md names the tables whose changes call a function", () => {
  const triggers = [
    ...functions.matchAll(/CREATE OR REPLACE TRIGGER \w+ [\s\S]*?\bON (\w+)[\s\S]*?EXECUTE FUNCTION (\w+)/g),
  ].map(([, table = "", name = ""]) => ({ table, name }));
  expect(triggers.filter(({ table, name }) => !rowOf(name).includes(`\`${table}\``))).toEqual([]);
  expect(triggers.length).toBeGreaterThan(50);
});
