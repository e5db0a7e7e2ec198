import { expect, it } from "vitest";
import { differences } from "./differences.ts";

it("a long text is shortened to whole characters, since PostgreSQL holds no half of one in JSON", () => {
  const text = `${"a".repeat(199)}🌹${"b".repeat(50)}`;
  expect(differences({ text }, { text: "" }, ["text"])).toEqual({
    before: { text: `${"a".repeat(199)}…` },
    after: { text: "" },
  });
});
