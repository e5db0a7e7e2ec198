import { expect, it } from "vitest";
import { nameRepeatedInsert } from "./repeated-inserts.ts";

const nameOf = (text: string) => nameRepeatedInsert<{ text: string; name?: string }>({ text }).name;

it("names an insertion once it is repeated, by its text", () => {
  const text =
    'with "queued" as (insert into "mail" ("id") values (default) returning "id")\n insert into "job" values ($1)';
  expect(nameOf(text)).toBeUndefined();
  expect(nameOf(text)).toMatch(/^insert \S{32}$/);
  expect(nameOf(text)).toBe(nameOf(text));
  const other = 'insert into "job" values ($1)';
  expect([nameOf(other), nameOf(other)].at(-1)).not.toBe(nameOf(text));
});

it.each([
  'select * from "mail" where "id" = $1',
  "with claimed as (update job set claim_id = $1 returning id) select * from claimed",
  'update "mail" set "text" = \'insert into\'',
  `insert into "mail" values ${"($1), ".repeat(2000)}`,
])("leaves others unnamed: %.40s", (text) => {
  expect([nameOf(text), nameOf(text), nameOf(text)]).toEqual([undefined, undefined, undefined]);
});

it("keeps the name that a statement has", () => {
  const statement = { text: "insert into x values ($1)", name: "own" };
  for (let times = 0; times < 3; times++) expect(nameRepeatedInsert(statement)).toBe(statement);
});
